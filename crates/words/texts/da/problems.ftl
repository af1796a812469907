### Hvad der er galt med et regelsæt eller en stilling, der er sendt. Hele sætninger;
### flere kan følge efter hinanden.

## Regelsæt. $men, $fly_at og lignende er de tal, der er sendt.

rule_set-men = En spiller har fra 3 til 12 brikker, ikke { $men }.
rule_set-men_for_board = To gange { $men } brikker kan ikke stå på et bræt med { $points } punkter.
rule_set-fly_at = Man flyver med mindst 3 brikker og højst alle sine egne, eller aldrig, ikke med { $fly_at }.
rule_set-min_men = Det færreste antal brikker skal være { $needed } i et spil af den slags, ikke { $min_men }.
rule_set-repetition = Uafgjort ved gentagelse kommer efter 2 til 10 gange eller aldrig, ikke efter { $repetition }.
rule_set-quiet_plies = Uafgjort uden at sætte eller fjerne kommer efter 10 til 1000 ture eller aldrig, ikke efter { $quiet_plies }.

## Stillinger. $side og $point siger hvor; rækker tælles fra oven, fra 1.

position-fields = En stilling skrives i seks dele med ét mellemrum imellem; her er der { $found }.
position-rows = Brættet har { $expected } rækker; her er der { $found }.
position-row = Række { $row } har { $expected } punkter; her er der { $found }.
position-letter = Række { $row } må kun have w, b og cifrene 1 til 9, ikke { $letter }.
position-digits_side_by_side = I række { $row } står to cifre ved siden af hinanden; skriv deres sum.
position-side = Den, hvis tur det er, skrives w eller b.
position-hands = Brikkerne på hånden skrives som to tal med komma imellem, for eksempel 9,9.
position-owed = Det antal brikker, der mangler at blive fjernet, skrives som et tal fra 0 til 6.
position-quiet = Antallet af ture uden at sætte eller fjerne skrives som et tal under 2^32.
position-ply = Antallet af spillede ture skrives som et tal under 2^32.
position-other_board = { $side } står på punkter fra et andet bræt.
position-both_sides = Begge spillere står på { $point }.
position-too_many_men = { $side } har { $found } brikker på brættet og på hånden; der er kun { $men }.
position-both_below_min_men = Begge spillere har færre end { $min } brikker, så begge ville have tabt.
position-owed_where_mill_wins = Der mangler at blive fjernet en brik, men i disse regler fjernes der ingen.
position-owed_without_mill = { $side } mangler at fjerne en brik, men har ingen brik i en mølle.
position-owed_more_than_earned = Der mangler at blive fjernet { $owed }, men én tur kan højst have givet ret til { $most }.
position-owed_more_than_men = Der mangler at blive fjernet { $owed }, men modstanderen har kun { $men } på brættet.
position-nothing_removable = Der mangler at blive fjernet en brik, men der er ingen, der må fjernes.
