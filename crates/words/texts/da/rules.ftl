### Reglerne i ord: hele sætninger om ét regelsæt, og felterne i den tabel, der
### sammenligner to.

## Hvad sætningerne og tabellens rækker handler om

topic-board = Bræt
topic-men = Brikker
topic-lines = Hvor der kan lukkes mølle
topic-placing = At sætte
topic-mill = En mølle
topic-removing = At fjerne
topic-movement = At rykke
topic-flying = At flyve
topic-winning = At vinde
topic-draws = Uafgjort

## Bræt: $points er antallet af punkter

rule-board-square24 = Brættet har { $points } punkter på tre kvadrater, det ene inden i det andet; midten af deres sider er forbundet.
rule-board-square24_diagonal = Brættet har { $points } punkter på tre kvadrater, det ene inden i det andet; både midten af deres sider og deres hjørner er forbundet.
rule-board-square16 = Brættet har { $points } punkter på to kvadrater, det ene inden i det andet; midten af deres sider er forbundet.
rule-board-square17 = Brættet har { $points } punkter: to kvadrater, det ene inden i det andet, og midtpunktet; midten af siderne er forbundet, også gennem midtpunktet.
rule-board-square25 = Brættet har { $points } punkter: tre kvadrater, det ene inden i det andet, og midtpunktet; midten af siderne er forbundet, også gennem midtpunktet, og det yderste kvadrats hjørner er forbundet med det mellemstes.
rule-board-grid9_diagonal = Brættet har { $points } punkter, tre gange tre; rækker, søjler og begge diagonaler er tegnet op.
rule-board-grid9 = Brættet har { $points } punkter, tre gange tre; rækker og søjler er tegnet op, diagonaler er ikke.

## Brikker: $men er hver spillers antal

rule-men = Hver spiller har { $men } brikker. Hvid begynder, hvis ikke andet er aftalt.

## Linjer: $lines er antallet af linjer

rule-lines-square24 = En mølle er tre af ens egne brikker på en af de { $lines } optegnede linjer: siden af et kvadrat eller en linje gennem midten af tre sider. Der er ingen diagonaler: tre brikker på skrå er aldrig en mølle.
rule-lines-square24_diagonal = En mølle er tre af ens egne brikker på en af de { $lines } optegnede linjer: siden af et kvadrat eller en linje gennem midten af tre sider eller gennem tre hjørner. Diagonalerne ved hjørnerne tæller med.
rule-lines-square16 = En mølle er tre af ens egne brikker på en af de { $lines } linjer, der har tre punkter: siderne af de to kvadrater. På de korte forbindelser mellem kvadraterne er der ingen mølle, og der er ingen diagonaler.
rule-lines-square17 = En mølle er tre af ens egne brikker på en af { $lines } linjer: siden af et kvadrat eller tre nabopunkter i rækken eller søjlen gennem midtpunktet. Der er ingen diagonaler.
rule-lines-square25 = En mølle er tre af ens egne brikker på en af { $lines } linjer: siden af et kvadrat eller tre nabopunkter i rækken eller søjlen gennem midtpunktet. På de korte diagonaler ved hjørnerne er der ingen mølle.
rule-lines-grid9_diagonal = En mølle er tre af ens egne brikker på en af de { $lines } linjer: en række, en søjle eller en diagonal.
rule-lines-grid9 = En mølle er tre af ens egne brikker på en af de { $lines } linjer: en række eller en søjle. Tre brikker på skrå er ikke en mølle.

## At sætte

rule-placing-only = Spillerne skiftes til at sætte en brik på et tomt punkt. Man rykker først, når alle ens egne brikker er sat.
rule-placing-or-moving = Spillerne skiftes til enten at sætte en brik på et tomt punkt eller at rykke en brik, der allerede står på brættet. Når alle ens egne brikker er sat, kan man kun rykke.

## Mølle

rule-mill-capture = Den, der lukker en mølle, fjerner en af modstanderens brikker. En mølle, der åbnes og lukkes igen, tæller på ny.
rule-mill-capture-from-start = Møller tæller fra den første brik, også mens der stadig sættes.
rule-mill-capture-when-placed = En mølle giver intet, så længe en af spillerne stadig har brikker på hånden efter den tur, der lukker den. Den allersidste brik, der sættes, kan give ret til at fjerne.
rule-mill-win = Den, der lukker en mølle, har vundet med det samme, også mens der stadig sættes.

## At fjerne

rule-removing-outside_mills_first = Brikker i en mølle er beskyttet. Kun hvis alle modstanderens brikker på brættet står i møller, må man fjerne en hvilken som helst af dem.
rule-removing-outside_mills_first-otherwise = Uden den beskyttelse gav en mølle ingen sikkerhed: modstanderen kunne straks bryde den op.
rule-removing-outside_mills_only = Brikker i en mølle er altid beskyttet. Hvis alle modstanderens brikker på brættet står i møller, fjernes ingen.
rule-removing-outside_mills_only-otherwise = Ved mange borde må en hvilken som helst brik fjernes, når alle står i møller; her giver den mølle, man da lukker, ingenting.
rule-removing-any = Man må fjerne en hvilken som helst af modstanderens brikker på brættet, også fra en mølle.
rule-removing-any-otherwise = Hvis brikker i møller var beskyttet, gav en lukket mølle sikkerhed; her kan den straks brydes op.
rule-removing-one = Der fjernes én brik, også når en tur lukker flere møller på én gang.
rule-removing-one_per_mill = Lukker en tur flere møller på én gang, fjernes der en brik for hver, så længe der er brikker, der må fjernes.
rule-removing-for-good = En brik, der er fjernet, kommer aldrig tilbage.
rule-removing-never = Der fjernes aldrig brikker.

## At rykke

rule-movement-adjacent = En brik rykkes langs en optegnet linje til et tomt nabopunkt. Den hopper aldrig over en anden brik.
rule-movement-any = En brik rykkes til et hvilket som helst tomt punkt på brættet, uanset hvor langt væk det er.

## At flyve: $few er det største antal brikker, der flyver, $men en spillers antal

rule-flying-never = Ingen flyver: også den, der har få brikker tilbage, rykker kun til nabopunkter.
rule-flying-never-otherwise = Hvis man fløj, kunne den, der kun har tre brikker tilbage, rykke til et hvilket som helst tomt punkt og var meget sværere at spærre inde.
rule-flying-never-win = Ingen flyver: når alle brikker er sat, rykkes de stadig kun til nabopunkter.
rule-flying-never-win-otherwise = Hvis man fløj, måtte de da rykkes til et hvilket som helst tomt punkt.
rule-flying-few = Den, der kun har { $few ->
    [3] tre brikker
   *[other] { $few } brikker eller færre
} tilbage på brættet og ingen på hånden, flyver: man rykker til et hvilket som helst tomt punkt.
rule-flying-few-otherwise = Uden at flyve måtte man stadig nøjes med nabopunkterne og var meget lettere at spærre inde.
rule-flying-all = Man flyver, så snart alle ens { $few } brikker er sat: man rykker til et hvilket som helst tomt punkt, hvad enten man har mistet en brik eller ej.
rule-flying-all-otherwise = Uden at flyve måtte man nøjes med nabopunkterne.
rule-flying-moot-never = Ingen behøver at flyve, for alle brikker må altid rykkes til et hvilket som helst tomt punkt.
rule-flying-moot = Den, der har { $few } brikker eller færre på brættet og ingen på hånden, siges at flyve, men det ændrer intet: alle brikker må altid rykkes til et hvilket som helst tomt punkt.

## At vinde

rule-winning-capture = Den, der har færre end { $min ->
    [3] tre
   *[other] { $min }
} brikker, på brættet og på hånden tilsammen, har tabt.
rule-winning-mill = Den første, der lukker en mølle, har vundet. Ingen taber ved at have få brikker.
rule-winning-blocked-loses = Den, hvis tur det er, og som ikke har nogen lovlig tur, har tabt.

## Uafgjort

rule-draws-blocked-passes = Den, hvis tur det er, og som ikke har nogen lovlig tur, springes over, og den anden spiller igen. Har ingen af dem en lovlig tur, er spillet uafgjort.
rule-draws-blocked-draw = Har den, hvis tur det er, ingen lovlig tur, er spillet uafgjort: man taber ikke ved at være spærret inde.
rule-draws-board_full-draw = Er alle punkter optaget efter en tur, er spillet uafgjort.
rule-draws-board_full-blocked = Et fuldt bræt er ikke i sig selv uafgjort: den, hvis tur det er, har da blot ingen lovlig tur.
rule-draws-repetition = Spillet er uafgjort, når den samme stilling har været på brættet { $count ->
    [2] to
    [3] tre
   *[other] { $count }
} gange.
rule-draws-repetition-never = Uanset hvor ofte den samme stilling kommer igen, fortsætter spillet.
rule-draws-quiet = Spillet er uafgjort efter { $plies } ture i træk, begge spilleres talt sammen, uden at en brik er sat eller fjernet.
rule-draws-quiet-never = Der er ingen grænse for, hvor mange ture der må gå, uden at en brik sættes eller fjernes.

## Tabellen. Kort, uden punktum til sidst. Felter af flere dele sættes sammen med
## `cell-separator`.

cell-separator = {"; "}
cell-men = { $men } til hver
cell-lines-square24 = { $lines } linjer: kvadraternes sider og linjerne gennem deres midter; ingen diagonaler
cell-lines-square24_diagonal = { $lines } linjer: kvadraternes sider, linjerne gennem deres midter og gennem deres hjørner
cell-lines-square16 = { $lines } linjer: kvadraternes sider; ikke forbindelserne mellem dem
cell-lines-square17 = { $lines } linjer: kvadraternes sider og tre nabopunkter i rækken eller søjlen gennem midten
cell-lines-square25 = { $lines } linjer: kvadraternes sider og tre nabopunkter i rækken eller søjlen gennem midten; ingen diagonaler
cell-lines-grid9_diagonal = { $lines } linjer: rækker, søjler og diagonaler
cell-lines-grid9 = { $lines } linjer: rækker og søjler; ingen diagonaler
cell-placing-only = først sættes alle brikker, så rykkes der
cell-placing-or-moving = sæt en brik eller ryk en, som man vil
cell-mill-capture-from-start = fjerner en af modstanderens brikker, fra den første brik af
cell-mill-capture-when-placed = fjerner en af modstanderens brikker, men først når begge har sat alle brikker
cell-mill-win = vinder med det samme
cell-removing-outside_mills_first = brikker uden for møller; en hvilken som helst, hvis alle står i møller
cell-removing-outside_mills_only = kun brikker uden for møller; ingen, hvis alle står i møller
cell-removing-any = en hvilken som helst brik, også fra en mølle
cell-removing-one = én pr. tur
cell-removing-one_per_mill = én for hver lukket mølle
cell-removing-never = der fjernes ingen
cell-movement-adjacent = langs en linje til et nabopunkt
cell-movement-any = til et hvilket som helst tomt punkt
cell-flying-never = nej
cell-flying-few = med { $few } brikker eller færre
cell-flying-all = så snart alle brikker er sat
cell-flying-moot-never = unødvendigt: brikker rykkes til alle tomme punkter
cell-flying-moot = med { $few } brikker eller færre, men brikker rykkes alligevel til alle tomme punkter
cell-winning-capture = modstanderen har færre end { $min ->
    [3] tre
   *[other] { $min }
} brikker
cell-winning-mill = luk en mølle
cell-winning-blocked-loses = modstanderen har ingen lovlig tur
cell-draws-blocked-passes = ingen af spillerne har en lovlig tur (én alene springes over)
cell-draws-blocked-draw = den, hvis tur det er, har ingen lovlig tur
cell-draws-board_full-draw = fuldt bræt
cell-draws-board_full-blocked = et fuldt bræt er det ikke i sig selv
cell-draws-repetition = samme stilling { $count ->
    [2] to
    [3] tre
   *[other] { $count }
} gange
cell-draws-repetition-never = aldrig ved gentagelse
cell-draws-quiet = { $plies } ture uden at sætte eller fjerne
cell-draws-quiet-never = ingen grænse for stille ture

## Felt for felt. $field er et `field-…`, $a og $b er værdier i ord.

difference = { $field }: { $a } / { $b }
difference-moot = { $field }: { $a } / { $b } (ændrer intet her)
difference-absent = ikke i disse regler

## Hvorfor en spiller flyver eller ikke gør. $side er `side-white` eller `side-black`.

flies-few = { $side } flyver: alle brikker er sat, og der er { $men } tilbage på brættet.
flies-moot = I disse regler må alle brikker rykkes til et hvilket som helst tomt punkt, så det gør ingen forskel at flyve.
flies-not-never = { $side } flyver ikke: man flyver ikke i disse regler.
flies-not-hand = { $side } flyver ikke: der er stadig brikker på hånden ({ $hand }).
flies-not-many = { $side } flyver ikke: der står { $men } brikker på brættet, og man flyver kun med { $few } eller færre.
