### Et regelsæts felter og deres værdier, som man ser dem, når et bord stilles op.
### `.about` forklarer et felt i én sætning.

field-board = Bræt
    .about = Det bræt, der spilles på.
field-men = Brikker
    .about = Hvor mange brikker hver spiller har.
field-mill = Hvad en mølle gør
    .about = Om en lukket mølle fjerner en af modstanderens brikker eller vinder spillet.
field-capture_while_placing = Møller tæller, mens der sættes
    .about = Om en mølle giver ret til at fjerne, mens der stadig sættes brikker.
field-removable = Hvad der må fjernes
    .about = Om brikker i møller er beskyttet.
field-removals_per_turn = Flere møller på én gang
    .about = Hvor mange brikker der fjernes, når en tur lukker flere møller.
field-move_while_placing = Rykke, mens der sættes
    .about = Om den, der har brikker på hånden, må rykke i stedet for at sætte.
field-movement = At rykke
    .about = Hvor en brik rykkes hen.
field-fly_at = At flyve
    .about = Om den, der har få brikker tilbage, må rykke til et hvilket som helst tomt punkt.
field-min_men = Færrest brikker
    .about = Den, der har færre brikker end det, har tabt.
field-blocked = Ingen lovlig tur
    .about = Hvad der sker med den, hvis tur det er, og som ikke kan spille.
field-board_full = Fuldt bræt
    .about = Hvad der sker, når alle punkter er optaget.
field-repetition = Gentagelse
    .about = Hvor ofte den samme stilling må komme, før spillet er uafgjort.
field-quiet_plies = Ture uden at sætte eller fjerne
    .about = Efter hvor mange ture uden en brik sat eller fjernet spillet er uafgjort.

value-yes = ja
value-no = nej
value-men = { $count }
value-mill-capture = fjerner en brik
value-mill-win = vinder
value-removable-outside_mills_first = brikker uden for møller først
value-removable-outside_mills_only = kun brikker uden for møller
value-removable-any = en hvilken som helst brik
value-removals_per_turn-one = én brik
value-removals_per_turn-one_per_mill = én brik for hver mølle
value-movement-adjacent = til et nabopunkt
value-movement-any = til et hvilket som helst tomt punkt
value-fly_at = { $count ->
    [0] ingen flyver
   *[other] med { $count } brikker eller færre
}
value-min_men = { $count ->
    [0] ingen grænse
   *[other] { $count }
}
value-blocked-loses = taber
value-blocked-passes = springes over
value-blocked-draw = uafgjort
value-board_full-draw = uafgjort
value-board_full-blocked = den, hvis tur det er, har ingen lovlig tur
value-repetition = { $count ->
    [0] aldrig uafgjort
    [2] uafgjort anden gang
    [3] uafgjort tredje gang
   *[other] uafgjort efter { $count } gange
}
value-quiet_plies = { $count ->
    [0] ingen grænse
   *[other] uafgjort efter { $count }
}
