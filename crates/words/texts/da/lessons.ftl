### Vejledningen, trin for trin. `lesson-ID` er en lektion, `.about` hvad den handler om;
### `lesson-ID-N` er trin N, `.task` hvad læseren skal gøre, `.right` hvad der siges, når
### det er gjort.

lesson_legal = Det må man gerne, men det er ikke det, der spørges om her. Prøv en anden tur.

lesson-board = Brættet
    .about = Punkter, linjer og naboer.
lesson-board-1 = Tre kvadrater ligger inden i hinanden, og midten af deres sider er forbundet. Brikkerne står på de punkter, hvor linjer mødes eller ender: der er 24. Hvert punkt har navn efter sin søjle og sin række; det øverst til venstre hedder a7.
lesson-board-2 = To punkter er naboer, når en linje forbinder dem uden et andet punkt imellem. Brikken på d6 har fire naboer: d7, b6, f6 og d5. Et hjørne har kun to. Jo flere naboer, jo mere kan en brik senere.

lesson-placing = At sætte
    .about = Sådan begynder spillet.
lesson-placing-1 = Hver spiller har ni brikker på hånden, og Hvid begynder. Man skiftes til at sætte én brik på et tomt punkt, til alle 18 står der.
    .task = Sæt en brik på et punkt efter eget valg.
    .right = Sådan går det videre, tur for tur.
lesson-placing-2 = De bedste steder at begynde er de fire kryds på det mellemste kvadrat: d6, b4, f4 og d2. De har flest naboer og ligger på de nyttigste linjer. To af dem er taget.
    .task = Tag et af de to kryds, der er tilbage.
    .right = Et godt sted: fire naboer og to linjer.

lesson-mill = En mølle
    .about = Tre brikker på en linje.
lesson-mill-1 = Tre af ens egne brikker på en optegnet linje er en mølle. Den tæller fra den første brik, også mens der stadig sættes.
    .task = Du har brikker på a7 og d7. Sæt den tredje, og luk møllen øverst.
    .right = Mølle! Den, der lukker en, må fjerne en af modstanderens brikker.
lesson-mill-2 = En mølle kan også stå på en linje, der forbinder kvadraterne, som d7, d6 og d5.
    .task = Luk møllen, der går ned fra d7.
    .right = Mølle! Kvadraternes sider og linjerne imellem dem tæller lige meget.
lesson-mill-3 = Tre brikker på skrå er ikke en mølle: der er ikke tegnet nogen linje fra hjørne til hjørne. Brikkerne på a7, b6 og c5 giver ingenting.

lesson-removing = At fjerne
    .about = Hvad en mølle giver, og hvem der er i sikkerhed.
lesson-removing-1 = Du har lige lukket møllen øverst og skal nu fjerne en brik. Brikker i en mølle er i sikkerhed, så længe andre ikke står i en: c3, d3 og e3 er en mølle, b6 står alene.
    .task = Fjern den brik, der ikke er i sikkerhed.
    .right = Den er ude resten af spillet.
lesson-removing-2 = Her står alle Sorts brikker i en mølle. Så er ingen af dem i sikkerhed, og du må fjerne en hvilken som helst.
    .task = Fjern en sort brik, og bryd møllen op.
    .right = Nu er deres mølle også væk.

lesson-moving = At rykke
    .about = Når alle brikker er sat.
lesson-moving-1 = Alle brikker er sat. Nu består en tur i at rykke én brik langs en linje til et tomt nabopunkt. En brik hopper aldrig over en anden.
    .task = Ryk brikken fra d6 til d5, og luk møllen c5, d5, e5.
    .right = Mølle! Man kan lukke en mølle ved at rykke lige så godt som ved at sætte.

lesson-open-close = At åbne og lukke
    .about = En mølle, der virker igen og igen.
lesson-open-close-1 = En mølle, der bare står der, giver ikke mere. Men du kan åbne den ved at rykke en brik væk og lukke den igen senere.
    .task = Åbn møllen c5, d5, e5: ryk en af dens brikker ud.
    .right = Nu truer den med at lukke igen. Pas på, at modstanderen ikke kan gå ind imellem.
lesson-open-close-2 = Modstanderen kunne ikke forhindre det. En mølle, der lukkes igen, tæller som en ny.
    .task = Ryk tilbage, og luk møllen.
    .right = Mølle igen! Hver gang koster det modstanderen en brik.
lesson-open-close-3 = Tag den brik, der gør mest skade, ikke den, der er nemmest. De sorte brikker på b2 og d2 venter på, at den på f4 rykker til f2.
    .task = Fjern en brik, så Sort ikke kan lukke en mølle i næste tur.
    .right = Truslen er væk.

lesson-flying = At flyve
    .about = Med tre brikker tilbage.
lesson-flying-1 = Den, der kun har tre brikker tilbage og ingen på hånden, flyver: man må rykke til et hvilket som helst tomt punkt. Det er Sorts tur, og Sort har tre.
    .task = Flyv fra g7 til d5, og luk møllen.
    .right = Med tre brikker er intet tabt endnu. Men mister man én til, er det slut.

lesson-winning = At vinde
    .about = De to måder at vinde på.
lesson-winning-1 = Den, der har færre end tre brikker, kan ikke lukke nogen mølle mere og har tabt. Sort har tre, og du har lige lukket en mølle.
    .task = Fjern en brik, og vind.
    .right = Vundet: to brikker er for få.
lesson-winning-2 = Den, der skal spille og ikke kan, har også tabt. Sort har fire brikker og flyver derfor ikke; kun den på g1 kan stadig rykke, til g4.
    .task = Tag det sidste frie punkt.
    .right = Vundet: Sort har ingen lovlig tur.

lesson-double-mill = Svikmøllen
    .about = Én brik, der lukker en mølle i hver tur.
lesson-double-mill-1 = Fem brikker er nok: den på d6 hører til møllen b6, d6, f6, og ét skridt nedad lukker den møllen c5, d5, e5.
    .task = Ryk fra den ene mølle ind i den anden.
    .right = Mølle! Og den første er åben, klar til at blive lukket i næste tur.
lesson-double-mill-2 = Sort har mistet en brik og kunne kun se til. Nu går den samme brik tilbage.
    .task = Luk den anden mølle.
    .right = En mølle i hver tur: det afgør som regel spillet. Kun en lige så stor trussel hjælper. Uden for spillet er en svikmølle et valg mellem to onder.

lesson-draws = Uafgjort
    .about = Når ingen vinder.
lesson-draws-1 = Et spil kan ende uden en vinder: når den samme stilling kommer for tredje gang, efter hundrede ture i træk uden at en brik sættes eller fjernes, eller når begge er enige om det. Aftal helst grænserne før spillet; bordets regler siger, hvad der gælder.

lesson-three = Mølle med tre brikker
    .about = Det mindste: den, der lukker en mølle, vinder.
lesson-three-1 = Ni punkter og tre brikker til hver; her tæller diagonalerne. Midten ligger på fire af de otte linjer.
    .task = Begynd dér, hvor det er mest værd.
    .right = Netop: når begge spiller fejlfrit, vinder den, der begynder, men kun fra midten.
lesson-three-2 = Her fjernes der ingen brikker. Den første mølle vinder med det samme.
    .task = Vind.
    .right = Vundet! Har ingen en mølle, når alle er sat, rykkes brikkerne langs linjerne.

lesson-six = Mølle med seks brikker
    .about = Et mindre bræt, hvor ingen flyver.
lesson-six-1 = To kvadrater og seks brikker til hver. Ellers går det som i det store spil, men med tre brikker flyver man ikke.
    .task = Luk møllen øverst.
    .right = Mølle! Resten kender du allerede.
lesson-six-2 = De korte forbindelser mellem kvadraterne forbinder kun naboer. Der ligger kun to punkter på hver, så dér kan ingen mølle stå. Mølle med fem brikker spilles også på dette bræt.

lesson-others = De andre spil
    .about = Diagonaler, tidlige ryk og et midtpunkt.
lesson-others-1 = I mølle med tolv eller elleve brikker og i morabaraba er hjørnerne forbundet, og på deres diagonaler kan der stå møller.
    .task = Luk møllen på diagonalen.
    .right = Mølle! Her tæller de skrå rækker.
lesson-others-2 = I Laskers spil må man rykke, selv om man stadig har brikker på hånden.
    .task = Luk møllen c5, d5, e5, ved at sætte eller ved at rykke.
    .right = Mølle! Den, der rykker, gemmer en brik til senere.
lesson-others-3 = Mølle med syv brikker og sesotho morabaraba har et midtpunkt. Linjer med tre punkter løber ind i det fra alle sider.
    .task = Luk en mølle i midten.
    .right = Mølle! Midten er det stærkeste punkt på disse brætter.
lesson-others-4 = Achi er mølle med tre brikker, bare med fire brikker til hver. Når alle er sat, er kun ét punkt tomt, og den, der skal spille og ikke kan rykke, har tabt.
    .task = Ryk ind på det tomme punkt, og vind.
    .right = Vundet! Tre på stribe, som i mølle med tre brikker.
lesson-others-5 = I ni huller må en brik rykkes til et hvilket som helst tomt punkt, og diagonaler tæller ikke. Hvert spils side fortæller, hvordan det adskiller sig fra almindelig mølle. Spil nu et!
