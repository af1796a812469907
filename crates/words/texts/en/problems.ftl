### What is wrong with a rule set or a position that was sent. Whole sentences; several
### may follow one another.

## Rule sets. $men, $fly_at and the like are the numbers that were sent.

rule_set-men = A side has from 3 to 12 men, not { $men }.
rule_set-men_for_board = Two sides of { $men } men do not fit on a board of { $points } points.
rule_set-fly_at = A side flies with at least 3 men and at most all of its own, or never, not with { $fly_at }.
rule_set-min_men = The fewest men must be { $needed } in a game of this kind, not { $min_men }.
rule_set-repetition = A draw by repetition comes after 2 to 10 times or never, not after { $repetition }.
rule_set-quiet_plies = A draw without placing or removing comes after 10 to 1000 turns or never, not after { $quiet_plies }.

## Positions. $side and $point say where; rows are counted from the top, from 1.

position-fields = A position is written in six parts with single spaces between them; here there are { $found }.
position-rows = The board has { $expected } rows; here there are { $found }.
position-row = Row { $row } has { $expected } points; here there are { $found }.
position-letter = Row { $row } may hold only w, b and the digits 1 to 9, not { $letter }.
position-digits_side_by_side = In row { $row } two digits stand side by side; write their sum.
position-side = The side to act is written w or b.
position-hands = The men in hand are written as two numbers with a comma between them, such as 9,9.
position-owed = What is owed is written as a number from 0 to 6.
position-quiet = The turns without placing or removing are written as a number below 2^32.
position-ply = The turns played are written as a number below 2^32.
position-other_board = { $side } stands on points of another board.
position-both_sides = Both sides stand on { $point }.
position-too_many_men = { $side } has { $found } men on the board and in hand; there are only { $men }.
position-both_below_min_men = Both sides have fewer than { $min } men, so both would have lost.
position-owed_where_mill_wins = A removal is owed, but in these rules nothing is removed.
position-owed_without_mill = { $side } owes a removal, but has no man in a mill.
position-owed_more_than_earned = The removals owed are { $owed }, but one turn could have earned { $most } at most.
position-owed_more_than_men = The removals owed are { $owed }, but the opponent’s men on the board are { $men }.
position-nothing_removable = A removal is owed, but there is no man that may be removed.
