### Feltene i et regelsett og verdiene deres, slik man ser dem når et bord settes opp.
### `.about` forklarer et felt i én setning.

field-board = Brett
    .about = Brettet det spilles på.
field-men = Brikker
    .about = Hvor mange brikker hver spiller har.
field-mill = Hva en mølle gjør
    .about = Om en lukket mølle fjerner en av motstanderens brikker eller vinner spillet.
field-capture_while_placing = Møller teller mens det settes
    .about = Om en mølle gir rett til å fjerne mens det fortsatt settes brikker.
field-removable = Hva som kan fjernes
    .about = Om brikker i møller er beskyttet.
field-removals_per_turn = Flere møller på én gang
    .about = Hvor mange brikker som fjernes når en tur lukker flere møller.
field-move_while_placing = Flytte mens det settes
    .about = Om den som har brikker på hånden, kan flytte i stedet for å sette.
field-movement = Å flytte
    .about = Hvor en brikke kan flyttes.
field-fly_at = Å fly
    .about = Om den som har få brikker igjen, kan flytte til hvilket som helst tomt punkt.
field-min_men = Færrest brikker
    .about = Den som har færre brikker enn dette, har tapt.
field-blocked = Ingen lovlig tur
    .about = Hva som skjer med den som har turen og ikke kan spille.
field-board_full = Fullt brett
    .about = Hva som skjer når alle punktene er opptatt.
field-repetition = Gjentakelse
    .about = Hvor ofte den samme stillingen kan komme før spillet er uavgjort.
field-quiet_plies = Turer uten å sette eller fjerne
    .about = Etter hvor mange turer uten en brikke satt eller fjernet spillet er uavgjort.

value-yes = ja
value-no = nei
value-men = { $count }
value-mill-capture = fjerner en brikke
value-mill-win = vinner
value-removable-outside_mills_first = brikker utenfor møller først
value-removable-outside_mills_only = bare brikker utenfor møller
value-removable-any = hvilken som helst brikke
value-removals_per_turn-one = én brikke
value-removals_per_turn-one_per_mill = én brikke for hver mølle
value-movement-adjacent = til et nabopunkt
value-movement-any = til hvilket som helst tomt punkt
value-fly_at = { $count ->
    [0] ingen flyr
   *[other] med { $count } brikker eller færre
}
value-min_men = { $count ->
    [0] ingen grense
   *[other] { $count }
}
value-blocked-loses = taper
value-blocked-passes = hoppes over
value-blocked-draw = uavgjort
value-board_full-draw = uavgjort
value-board_full-blocked = den som har turen, har ingen lovlig tur
value-repetition = { $count ->
    [0] aldri uavgjort
    [2] uavgjort andre gang
    [3] uavgjort tredje gang
   *[other] uavgjort etter { $count } ganger
}
value-quiet_plies = { $count ->
    [0] ingen grense
   *[other] uavgjort etter { $count }
}
