### The fields of a rule set and their values, as a table set-up shows them.
### `.about` explains a field in one sentence.

field-board = Board
    .about = The board that is played on.
field-men = Men
    .about = How many men each side has.
field-mill = What a mill does
    .about = Whether closing a mill removes an opposing man or wins the game.
field-capture_while_placing = Mills count while placing
    .about = Whether a mill earns a removal while men are still being placed.
field-removable = What may be removed
    .about = Whether men that stand in mills are protected.
field-removals_per_turn = Several mills at once
    .about = How many men are removed when one turn closes several mills.
field-move_while_placing = Moving while placing
    .about = Whether a side with men in hand may move instead of placing.
field-movement = Movement
    .about = Where a man moves.
field-fly_at = Flying
    .about = Whether a side with few men left may move to any empty point.
field-min_men = Fewest men
    .about = A side with fewer men than this has lost.
field-blocked = No legal turn
    .about = What happens to a side that is to act and cannot.
field-board_full = Full board
    .about = What happens when every point is occupied.
field-repetition = Repetition
    .about = How often the same position may occur before the game is drawn.
field-quiet_plies = Turns without placing or removing
    .about = After how many turns without a placement or a removal the game is drawn.

value-yes = yes
value-no = no
value-men = { $count }
value-mill-capture = removes a man
value-mill-win = wins
value-removable-outside_mills_first = men outside mills first
value-removable-outside_mills_only = only men outside mills
value-removable-any = any man
value-removals_per_turn-one = one man
value-removals_per_turn-one_per_mill = one man for each mill
value-movement-adjacent = to a neighbouring point
value-movement-any = to any empty point
value-fly_at = { $count ->
    [0] nobody flies
   *[other] with { $count } men or fewer
}
value-min_men = { $count ->
    [0] no limit
   *[other] { $count }
}
value-blocked-loses = loses
value-blocked-passes = is passed over
value-blocked-draw = draw
value-board_full-draw = draw
value-board_full-blocked = the side to act has no legal turn
value-repetition = { $count ->
    [0] never a draw
    [2] draw at the second time
    [3] draw at the third time
   *[other] draw after { $count } times
}
value-quiet_plies = { $count ->
    [0] no limit
   *[other] draw after { $count }
}
