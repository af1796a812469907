### Hva som er galt med et regelsett eller en stilling som er sendt. Hele setninger;
### flere kan følge etter hverandre.

## Regelsett. $men, $fly_at og lignende er tallene som er sendt.

rule_set-men = En spiller har fra 3 til 12 brikker, ikke { $men }.
rule_set-men_for_board = To ganger { $men } brikker får ikke plass på et brett med { $points } punkter.
rule_set-fly_at = Man flyr med minst 3 brikker og høyst alle sine egne, eller aldri, ikke med { $fly_at }.
rule_set-min_men = Det minste antallet brikker må være { $needed } i et spill av dette slaget, ikke { $min_men }.
rule_set-repetition = Uavgjort ved gjentakelse kommer etter 2 til 10 ganger eller aldri, ikke etter { $repetition }.
rule_set-quiet_plies = Uavgjort uten å sette eller fjerne kommer etter 10 til 1000 turer eller aldri, ikke etter { $quiet_plies }.

## Stillinger. $side og $point sier hvor; rader telles ovenfra, fra 1.

position-fields = En stilling skrives i seks deler med ett mellomrom mellom dem; her er det { $found }.
position-rows = Brettet har { $expected } rader; her er det { $found }.
position-row = Rad { $row } har { $expected } punkter; her er det { $found }.
position-letter = Rad { $row } kan bare ha w, b og sifrene 1 til 9, ikke { $letter }.
position-digits_side_by_side = I rad { $row } står to sifre ved siden av hverandre; skriv summen.
position-side = Den som har turen, skrives w eller b.
position-hands = Brikkene på hånden skrives som to tall med komma mellom, for eksempel 9,9.
position-owed = Antallet brikker som gjenstår å fjerne, skrives som et tall fra 0 til 6.
position-quiet = Antallet turer uten å sette eller fjerne skrives som et tall under 2^32.
position-ply = Antallet spilte turer skrives som et tall under 2^32.
position-other_board = { $side } står på punkter fra et annet brett.
position-both_sides = Begge spillerne står på { $point }.
position-too_many_men = { $side } har { $found } brikker på brettet og på hånden; det finnes bare { $men }.
position-both_below_min_men = Begge spillerne har færre enn { $min } brikker, så begge ville ha tapt.
position-owed_where_mill_wins = Det gjenstår å fjerne en brikke, men i disse reglene fjernes ingen.
position-owed_without_mill = { $side } har igjen å fjerne en brikke, men har ingen brikke i en mølle.
position-owed_more_than_earned = Det gjenstår å fjerne { $owed }, men én tur kan høyst ha gitt rett til { $most }.
position-owed_more_than_men = Det gjenstår å fjerne { $owed }, men motstanderen har bare { $men } på brettet.
position-nothing_removable = Det gjenstår å fjerne en brikke, men det finnes ingen som kan fjernes.
