### Veiledningen, trinn for trinn. `lesson-ID` er en leksjon, `.about` hva den handler om;
### `lesson-ID-N` er trinn N, `.task` hva leseren skal gjøre, `.right` hva som sies når det
### er gjort.

lesson_legal = Det er lov, men det er ikke det som spørres om her. Prøv en annen tur.

lesson-board = Brettet
    .about = Punkter, linjer og naboer.
lesson-board-1 = Tre kvadrater ligger inni hverandre, og midten av sidene er forbundet. Brikkene står på punktene der linjer møtes eller slutter: det er 24 av dem. Hvert punkt har navn etter kolonnen og raden sin; det øverst til venstre heter a7.
lesson-board-2 = To punkter er naboer når en linje forbinder dem uten et annet punkt imellom. Brikken på d6 har fire naboer: d7, b6, f6 og d5. Et hjørne har bare to. Jo flere naboer, jo mer kan en brikke gjøre senere.

lesson-placing = Å sette
    .about = Slik begynner spillet.
lesson-placing-1 = Hver spiller har ni brikker på hånden, og Hvit begynner. Man bytter på å sette én brikke på et tomt punkt, til alle 18 står der.
    .task = Sett en brikke på et punkt du velger selv.
    .right = Slik går det videre, tur for tur.
lesson-placing-2 = De beste stedene å begynne er de fire kryssene på det mellomste kvadratet: d6, b4, f4 og d2. De har flest naboer og ligger på de nyttigste linjene. To av dem er tatt.
    .task = Ta et av de to kryssene som er igjen.
    .right = Et godt sted: fire naboer og to linjer.

lesson-mill = En mølle
    .about = Tre brikker på en linje.
lesson-mill-1 = Tre av ens egne brikker på en opptegnet linje er en mølle. Den teller fra første brikke, også mens det fortsatt settes.
    .task = Du har brikker på a7 og d7. Sett den tredje og lukk møllen øverst.
    .right = Mølle! Den som lukker en, får fjerne en av motstanderens brikker.
lesson-mill-2 = En mølle kan også stå på en linje som forbinder kvadratene, som d7, d6 og d5.
    .task = Lukk møllen som går ned fra d7.
    .right = Mølle! Sidene av kvadratene og linjene mellom dem teller like mye.
lesson-mill-3 = Tre brikker på skrå er ikke en mølle: det er ikke tegnet noen linje fra hjørne til hjørne. Brikkene på a7, b6 og c5 gir ingenting.

lesson-removing = Å fjerne
    .about = Hva en mølle gir, og hvem som er trygg.
lesson-removing-1 = Du har nettopp lukket møllen øverst og skal nå fjerne en brikke. Brikker i en mølle er trygge så lenge andre ikke står i en: c3, d3 og e3 er en mølle, b6 står alene.
    .task = Fjern brikken som ikke er trygg.
    .right = Den er ute resten av spillet.
lesson-removing-2 = Her står alle brikkene til Svart i en mølle. Da er ingen av dem trygge, og du kan fjerne hvilken som helst.
    .task = Fjern en svart brikke og bryt opp møllen.
    .right = Nå er møllen deres også borte.

lesson-moving = Å flytte
    .about = Når alle brikker er satt.
lesson-moving-1 = Alle brikkene er satt. Nå er en tur å flytte én brikke langs en linje til et tomt nabopunkt. En brikke hopper aldri over en annen.
    .task = Flytt brikken fra d6 til d5 og lukk møllen c5, d5, e5.
    .right = Mølle! Man kan lukke en mølle ved å flytte like godt som ved å sette.

lesson-open-close = Å åpne og lukke
    .about = En mølle som virker igjen og igjen.
lesson-open-close-1 = En mølle som bare står der, gir ikke mer. Men du kan åpne den ved å flytte en brikke ut og lukke den igjen senere.
    .task = Åpne møllen c5, d5, e5: flytt en av brikkene ut.
    .right = Nå truer den med å lukkes igjen. Pass på at motstanderen ikke kan gå inn imellom.
lesson-open-close-2 = Motstanderen kunne ikke hindre det. En mølle som lukkes igjen, teller som en ny.
    .task = Flytt tilbake og lukk møllen.
    .right = Mølle igjen! Hver gang koster det motstanderen en brikke.
lesson-open-close-3 = Ta brikken som gjør mest skade, ikke den som er lettest. De svarte brikkene på b2 og d2 venter på at den på f4 flytter til f2.
    .task = Fjern en brikke slik at Svart ikke kan lukke en mølle i neste tur.
    .right = Trusselen er borte.

lesson-flying = Å fly
    .about = Med tre brikker igjen.
lesson-flying-1 = Den som bare har tre brikker igjen og ingen på hånden, flyr: man kan flytte til et hvilket som helst tomt punkt. Det er Svarts tur, og Svart har tre.
    .task = Fly fra g7 til d5 og lukk møllen.
    .right = Med tre brikker er ingenting tapt ennå. Men mister man én til, er det slutt.

lesson-winning = Å vinne
    .about = De to måtene å vinne på.
lesson-winning-1 = Den som har færre enn tre brikker, kan ikke lukke noen mølle mer og har tapt. Svart har tre, og du har nettopp lukket en mølle.
    .task = Fjern en brikke og vinn.
    .right = Vunnet: to brikker er for få.
lesson-winning-2 = Den som skal spille og ikke kan, har også tapt. Svart har fire brikker og flyr derfor ikke; bare den på g1 kan fortsatt flytte, til g4.
    .task = Ta det siste ledige punktet.
    .right = Vunnet: Svart har ingen lovlig tur.

lesson-double-mill = Den doble møllen
    .about = Én brikke som lukker en mølle i hver tur.
lesson-double-mill-1 = Fem brikker er nok: den på d6 hører til møllen b6, d6, f6, og ett skritt nedover lukker den møllen c5, d5, e5.
    .task = Flytt fra den ene møllen inn i den andre.
    .right = Mølle! Og den første er åpen, klar til å lukkes i neste tur.
lesson-double-mill-2 = Svart har mistet en brikke og kunne bare se på. Nå går den samme brikken tilbake.
    .task = Lukk den andre møllen.
    .right = En mølle i hver tur: det avgjør som regel spillet. Bare en like stor trussel hjelper.

lesson-draws = Uavgjort
    .about = Når ingen vinner.
lesson-draws-1 = Et spill kan ende uten en vinner: når den samme stillingen kommer for tredje gang, etter hundre turer på rad uten at en brikke settes eller fjernes, eller når begge er enige om det. Avtal helst grensene før spillet; reglene ved bordet sier hva som gjelder.

lesson-three = Mølle med tre brikker
    .about = Det minste: den som lukker en mølle, vinner.
lesson-three-1 = Ni punkter og tre brikker til hver; her teller diagonalene. Midten ligger på fire av de åtte linjene.
    .task = Begynn der det er mest verdt.
    .right = Nettopp: når begge spiller feilfritt, vinner den som begynner, men bare fra midten.
lesson-three-2 = Her fjernes det ingen brikker. Den første møllen vinner med én gang.
    .task = Vinn.
    .right = Vunnet! Har ingen en mølle når alle er satt, flyttes brikkene langs linjene.

lesson-six = Mølle med seks brikker
    .about = Et mindre brett der ingen flyr.
lesson-six-1 = To kvadrater og seks brikker til hver. Ellers går det som i det store spillet, men med tre brikker flyr man ikke.
    .task = Lukk møllen øverst.
    .right = Mølle! Resten kan du allerede.
lesson-six-2 = De korte forbindelsene mellom kvadratene binder bare naboer sammen. Det ligger bare to punkter på hver, så der kan det ikke stå noen mølle. Mølle med fem brikker spilles også på dette brettet.

lesson-others = De andre spillene
    .about = Diagonaler, tidlige flytt og et midtpunkt.
lesson-others-1 = I mølle med tolv eller elleve brikker og i morabaraba er hjørnene forbundet, og på diagonalene deres kan det stå møller.
    .task = Lukk møllen på diagonalen.
    .right = Mølle! Her teller de skrå radene.
lesson-others-2 = I Laskers spill kan man flytte selv om man fortsatt har brikker på hånden.
    .task = Lukk møllen c5, d5, e5, ved å sette eller ved å flytte.
    .right = Mølle! Den som flytter, sparer en brikke til senere.
lesson-others-3 = Mølle med sju brikker og sesotho morabaraba har et midtpunkt. Linjer med tre punkter løper inn i det fra alle kanter.
    .task = Lukk en mølle i midten.
    .right = Mølle! Midten er det sterkeste punktet på disse brettene.
lesson-others-4 = Achi er mølle med tre brikker, bare med fire brikker til hver. Når alle er satt, er bare ett punkt tomt, og den som skal spille og ikke kan flytte, har tapt.
    .task = Flytt inn på det tomme punktet og vinn.
    .right = Vunnet! Tre på rad, som i mølle med tre brikker.
lesson-others-5 = I ni hull kan en brikke flyttes til et hvilket som helst tomt punkt, og diagonaler teller ikke. Siden til hvert spill forteller hvordan det skiller seg fra vanlig mølle. Spill ett nå!
