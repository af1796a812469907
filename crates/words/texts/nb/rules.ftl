### Reglene i ord: hele setninger om ett regelsett, og rutene i tabellen som
### sammenligner to.

## Hva setningene og radene i tabellen handler om

topic-board = Brett
topic-men = Brikker
topic-lines = Hvor man kan lukke mølle
topic-placing = Å sette
topic-mill = En mølle
topic-removing = Å fjerne
topic-movement = Å flytte
topic-flying = Å fly
topic-winning = Å vinne
topic-draws = Uavgjort

## Brett: $points er antall punkter

rule-board-square24 = Brettet har { $points } punkter på tre kvadrater, det ene inni det andre; midtpunktene på sidene er forbundet.
rule-board-square24_diagonal = Brettet har { $points } punkter på tre kvadrater, det ene inni det andre; både midtpunktene på sidene og hjørnene er forbundet.
rule-board-square16 = Brettet har { $points } punkter på to kvadrater, det ene inni det andre; midtpunktene på sidene er forbundet.
rule-board-square17 = Brettet har { $points } punkter: to kvadrater, det ene inni det andre, og sentrum; midtpunktene på sidene er forbundet, også gjennom sentrum.
rule-board-square25 = Brettet har { $points } punkter: tre kvadrater, det ene inni det andre, og sentrum; midtpunktene på sidene er forbundet, også gjennom sentrum, og hjørnene på det ytterste kvadratet er forbundet med hjørnene på det midterste.
rule-board-grid9_diagonal = Brettet har { $points } punkter, tre ganger tre; rader, kolonner og begge diagonalene er tegnet opp.
rule-board-grid9 = Brettet har { $points } punkter, tre ganger tre; rader og kolonner er tegnet opp, diagonaler er ikke.

## Brikker: $men er antallet til hver spiller

rule-men = Hver spiller har { $men } brikker. Hvit begynner, hvis ikke noe annet er avtalt.

## Linjer: $lines er antall linjer

rule-lines-square24 = En mølle er tre av ens egne brikker på en av de { $lines } opptegnede linjene: siden av et kvadrat eller en linje gjennom midten av tre sider. Det er ingen diagonaler: tre brikker på skrå er aldri en mølle.
rule-lines-square24_diagonal = En mølle er tre av ens egne brikker på en av de { $lines } opptegnede linjene: siden av et kvadrat eller en linje gjennom midten av tre sider eller gjennom tre hjørner. Diagonalene ved hjørnene teller med.
rule-lines-square16 = En mølle er tre av ens egne brikker på en av de { $lines } linjene som har tre punkter: sidene av de to kvadratene. På de korte forbindelsene mellom kvadratene er det ingen mølle, og det er ingen diagonaler.
rule-lines-square17 = En mølle er tre av ens egne brikker på en av { $lines } linjer: siden av et kvadrat eller tre nabopunkter i raden eller kolonnen gjennom sentrum. Det er ingen diagonaler.
rule-lines-square25 = En mølle er tre av ens egne brikker på en av { $lines } linjer: siden av et kvadrat eller tre nabopunkter i raden eller kolonnen gjennom sentrum. På de korte diagonalene ved hjørnene er det ingen mølle.
rule-lines-grid9_diagonal = En mølle er tre av ens egne brikker på en av de { $lines } linjene: en rad, en kolonne eller en diagonal.
rule-lines-grid9 = En mølle er tre av ens egne brikker på en av de { $lines } linjene: en rad eller en kolonne. Tre brikker på skrå er ikke en mølle.

## Å sette

rule-placing-only = Spillerne setter etter tur én brikke på et tomt punkt. Man flytter først når alle ens egne brikker er satt.
rule-placing-or-moving = Spillerne setter etter tur én brikke på et tomt punkt eller flytter en brikke som allerede står på brettet. Når alle ens egne brikker er satt, kan man bare flytte.

## Mølle

rule-mill-capture = Den som lukker en mølle, fjerner en av motstanderens brikker. En mølle som åpnes og lukkes igjen, teller på nytt.
rule-mill-capture-from-start = Møller teller fra den første brikken, også mens det fortsatt settes.
rule-mill-capture-when-placed = En mølle gir ingenting så lenge en av spillerne fortsatt har brikker på hånden etter turen som lukker den. Den aller siste brikken som settes, kan gi rett til å fjerne.
rule-mill-win = Den som lukker en mølle, har vunnet med en gang, også mens det fortsatt settes.

## Å fjerne

rule-removing-outside_mills_first = Brikker i en mølle er beskyttet. Bare hvis alle motstanderens brikker på brettet står i møller, kan man fjerne hvilken som helst av dem.
rule-removing-outside_mills_first-otherwise = Uten denne beskyttelsen ga en mølle ingen trygghet: motstanderen kunne bryte den opp med en gang.
rule-removing-outside_mills_only = Brikker i en mølle er alltid beskyttet. Hvis alle motstanderens brikker på brettet står i møller, fjernes ingen.
rule-removing-outside_mills_only-otherwise = Ved mange bord kan hvilken som helst brikke fjernes når alle står i møller; her gir møllen man da lukker, ingenting.
rule-removing-any = Man kan fjerne hvilken som helst av motstanderens brikker på brettet, også fra en mølle.
rule-removing-any-otherwise = Hvis brikker i møller var beskyttet, ga en lukket mølle trygghet; her kan den brytes opp med en gang.
rule-removing-one = Det fjernes én brikke, også når en tur lukker flere møller på én gang.
rule-removing-one_per_mill = Lukker en tur flere møller på én gang, fjernes det en brikke for hver, så lenge det finnes brikker som kan fjernes.
rule-removing-for-good = En brikke som er fjernet, kommer aldri tilbake.
rule-removing-never = Det fjernes aldri brikker.

## Å flytte

rule-movement-adjacent = En brikke flyttes langs en opptegnet linje til et tomt nabopunkt. Den hopper aldri over en annen brikke.
rule-movement-any = En brikke flyttes til hvilket som helst tomt punkt på brettet, uansett hvor langt unna det er.

## Å fly: $few er det største antallet brikker som flyr, $men antallet til hver spiller

rule-flying-never = Ingen flyr: også den som har få brikker igjen, flytter bare til nabopunkter.
rule-flying-never-otherwise = Hvis man fløy, kunne den som bare har tre brikker igjen, flytte til hvilket som helst tomt punkt og var mye vanskeligere å stenge inne.
rule-flying-never-win = Ingen flyr: når alle brikkene er satt, flyttes de fortsatt bare til nabopunkter.
rule-flying-never-win-otherwise = Hvis man fløy, kunne de da flyttes til hvilket som helst tomt punkt.
rule-flying-few = Den som bare har { $few ->
    [3] tre brikker
   *[other] { $few } brikker eller færre
} igjen på brettet og ingen på hånden, flyr: man flytter til hvilket som helst tomt punkt.
rule-flying-few-otherwise = Uten å fly måtte man fortsatt nøye seg med nabopunktene og var mye lettere å stenge inne.
rule-flying-all = Man flyr så snart alle ens { $few } brikker er satt: man flytter til hvilket som helst tomt punkt, enten man har mistet en brikke eller ikke.
rule-flying-all-otherwise = Uten å fly måtte man nøye seg med nabopunktene.
rule-flying-moot-never = Ingen trenger å fly, for alle brikker kan alltid flyttes til hvilket som helst tomt punkt.
rule-flying-moot = Den som har { $few } brikker eller færre på brettet og ingen på hånden, sies å fly, men det endrer ingenting: alle brikker kan alltid flyttes til hvilket som helst tomt punkt.

## Å vinne

rule-winning-capture = Den som har færre enn { $min ->
    [3] tre
   *[other] { $min }
} brikker, på brettet og på hånden til sammen, har tapt.
rule-winning-mill = Den første som lukker en mølle, har vunnet. Ingen taper ved å ha få brikker.
rule-winning-blocked-loses = Den som har turen og ikke har noen lovlig tur, har tapt.

## Uavgjort

rule-draws-blocked-passes = Den som har turen og ikke har noen lovlig tur, hoppes over, og den andre spiller igjen. Har ingen av dem en lovlig tur, er spillet uavgjort.
rule-draws-blocked-draw = Har den som har turen, ingen lovlig tur, er spillet uavgjort: man taper ikke ved å være stengt inne.
rule-draws-board_full-draw = Er alle punktene opptatt etter en tur, er spillet uavgjort.
rule-draws-board_full-blocked = Et fullt brett er ikke uavgjort i seg selv: den som har turen, har da bare ingen lovlig tur.
rule-draws-repetition = Spillet er uavgjort når den samme stillingen har vært på brettet { $count ->
    [2] to
    [3] tre
   *[other] { $count }
} ganger.
rule-draws-repetition-never = Uansett hvor ofte den samme stillingen kommer igjen, fortsetter spillet.
rule-draws-quiet = Spillet er uavgjort etter { $plies } turer på rad, begge spilleres regnet sammen, uten at en brikke er satt eller fjernet.
rule-draws-quiet-never = Det er ingen grense for hvor mange turer som kan gå uten at en brikke settes eller fjernes.

## Tabellen. Kort, uten punktum til slutt. Ruter av flere deler settes sammen med
## `cell-separator`.

cell-separator = {"; "}
cell-men = { $men } til hver
cell-lines-square24 = { $lines } linjer: sidene av kvadratene og linjene gjennom midtpunktene deres; ingen diagonaler
cell-lines-square24_diagonal = { $lines } linjer: sidene av kvadratene, linjene gjennom midtpunktene og gjennom hjørnene deres
cell-lines-square16 = { $lines } linjer: sidene av kvadratene; ikke forbindelsene mellom dem
cell-lines-square17 = { $lines } linjer: sidene av kvadratene og tre nabopunkter i raden eller kolonnen gjennom sentrum
cell-lines-square25 = { $lines } linjer: sidene av kvadratene og tre nabopunkter i raden eller kolonnen gjennom sentrum; ingen diagonaler
cell-lines-grid9_diagonal = { $lines } linjer: rader, kolonner og diagonaler
cell-lines-grid9 = { $lines } linjer: rader og kolonner; ingen diagonaler
cell-placing-only = først settes alle brikkene, så flytter man
cell-placing-or-moving = sett en brikke eller flytt en, som man vil
cell-mill-capture-from-start = fjerner en av motstanderens brikker, fra første brikke av
cell-mill-capture-when-placed = fjerner en av motstanderens brikker, men først når begge har satt alle brikkene
cell-mill-win = vinner med en gang
cell-removing-outside_mills_first = brikker utenfor møller; hvilken som helst, hvis alle står i møller
cell-removing-outside_mills_only = bare brikker utenfor møller; ingen, hvis alle står i møller
cell-removing-any = hvilken som helst brikke, også fra en mølle
cell-removing-one = én per tur
cell-removing-one_per_mill = én for hver lukkede mølle
cell-removing-never = ingen fjernes
cell-movement-adjacent = langs en linje til et nabopunkt
cell-movement-any = til hvilket som helst tomt punkt
cell-flying-never = nei
cell-flying-few = med { $few } brikker eller færre
cell-flying-all = så snart alle brikkene er satt
cell-flying-moot-never = unødvendig: brikker flyttes til alle tomme punkter
cell-flying-moot = med { $few } brikker eller færre, men brikker flyttes likevel til alle tomme punkter
cell-winning-capture = motstanderen har færre enn { $min ->
    [3] tre
   *[other] { $min }
} brikker
cell-winning-mill = lukk en mølle
cell-winning-blocked-loses = motstanderen har ingen lovlig tur
cell-draws-blocked-passes = ingen av spillerne har en lovlig tur (én alene hoppes over)
cell-draws-blocked-draw = den som har turen, har ingen lovlig tur
cell-draws-board_full-draw = fullt brett
cell-draws-board_full-blocked = et fullt brett er det ikke i seg selv
cell-draws-repetition = samme stilling { $count ->
    [2] to
    [3] tre
   *[other] { $count }
} ganger
cell-draws-repetition-never = aldri ved gjentakelse
cell-draws-quiet = { $plies } turer uten å sette eller fjerne
cell-draws-quiet-never = ingen grense for stille turer

## Felt for felt. $field er et `field-…`, $a og $b er verdier i ord.

difference = { $field }: { $a } / { $b }
difference-moot = { $field }: { $a } / { $b } (endrer ingenting her)
difference-absent = ikke i disse reglene

## Hvorfor en spiller flyr eller ikke. $side er `side-white` eller `side-black`.

flies-few = { $side } flyr: alle brikkene er satt, og det er { $men } igjen på brettet.
flies-moot = I disse reglene kan alle brikker flyttes til hvilket som helst tomt punkt, så det gjør ingen forskjell å fly.
flies-not-never = { $side } flyr ikke: man flyr ikke i disse reglene.
flies-not-hand = { $side } flyr ikke: det er fortsatt brikker på hånden ({ $hand }).
flies-not-many = { $side } flyr ikke: det står { $men } brikker på brettet, og man flyr bare med { $few } eller færre.
