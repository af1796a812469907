### The rules in words: whole sentences about one rule set, and the cells of the
### table that compares two.

## What the sentences and the rows of the table are about

topic-board = Board
topic-men = Men
topic-lines = Where mills stand
topic-placing = Placing
topic-mill = A mill
topic-removing = Removing
topic-movement = Moving
topic-flying = Flying
topic-winning = Winning
topic-draws = Draws

## Board: $points is the number of points

rule-board-square24 = The board has { $points } points on three squares, one inside the other; the middles of their sides are joined.
rule-board-square24_diagonal = The board has { $points } points on three squares, one inside the other; the middles of their sides are joined, and so are their corners.
rule-board-square16 = The board has { $points } points on two squares, one inside the other; the middles of their sides are joined.
rule-board-square17 = The board has { $points } points: two squares, one inside the other, and the centre; the middles of the sides are joined, through the centre too.
rule-board-square25 = The board has { $points } points: three squares, one inside the other, and the centre; the middles of the sides are joined, through the centre too, and the corners of the outer square are joined to those of the middle one.
rule-board-grid9_diagonal = The board has { $points } points in three rows of three; rows, columns and both diagonals are drawn.
rule-board-grid9 = The board has { $points } points in three rows of three; rows and columns are drawn, diagonals are not.

## Men: $men is the number of men of each side

rule-men = Each side has { $men } men. White begins, unless something else is agreed.

## Lines: $lines is the number of lines

rule-lines-square24 = A mill is three men of one side on one of the { $lines } drawn lines: a side of a square, or a line through the middles of three sides. There are no diagonals: three men in a diagonal row are never a mill.
rule-lines-square24_diagonal = A mill is three men of one side on one of the { $lines } drawn lines: a side of a square, or a line through the middles of three sides or through three corners. The diagonals at the corners count.
rule-lines-square16 = A mill is three men of one side on one of the { $lines } lines that hold three points: the sides of the two squares. The short links between the squares hold no mill, and there are no diagonals.
rule-lines-square17 = A mill is three men of one side on one of { $lines } lines: a side of a square, or three neighbouring points in the row or the column through the centre. There are no diagonals.
rule-lines-square25 = A mill is three men of one side on one of { $lines } lines: a side of a square, or three neighbouring points in the row or the column through the centre. The short diagonals at the corners hold no mill.
rule-lines-grid9_diagonal = A mill is three men of one side on one of the { $lines } lines: a row, a column or a diagonal.
rule-lines-grid9 = A mill is three men of one side on one of the { $lines } lines: a row or a column. Three men in a diagonal row are not a mill.

## Placing

rule-placing-only = Turn by turn each side places one man on any empty point. A side moves only when all its men are placed.
rule-placing-or-moving = Turn by turn each side places one man on any empty point, or moves a man that is already on the board. When all its men are placed, it can only move.

## Mill

rule-mill-capture = Closing a mill earns the removal of an opposing man. A mill that is opened and closed again counts anew.
rule-mill-capture-from-start = Mills count from the first placement, while men are still being placed.
rule-mill-capture-when-placed = A mill earns nothing while either side still has men in hand after the turn that closes it. The placement of the very last man may earn a removal.
rule-mill-win = Whoever closes a mill wins at once, while men are being placed too.

## Removing

rule-removing-outside_mills_first = Men that stand in a mill are protected. Only if all opposing men on the board stand in mills may any of them be removed.
rule-removing-outside_mills_first-otherwise = Without this protection a mill would be no shelter: the opponent could break it up at once.
rule-removing-outside_mills_only = Men that stand in a mill are always protected. If all opposing men on the board stand in mills, none is removed.
rule-removing-outside_mills_only-otherwise = At many tables any man may be removed when all stand in mills; here a mill closed then earns nothing.
rule-removing-any = Any opposing man on the board may be removed, out of a mill too.
rule-removing-any-otherwise = If men in mills were protected, a closed mill would be a shelter; here it can be broken up at once.
rule-removing-one = One man is removed, even if one turn closes several mills at once.
rule-removing-one_per_mill = If one turn closes several mills at once, one man is removed for each, as long as there are men that may be removed.
rule-removing-for-good = A man that has been removed never comes back.
rule-removing-never = No man is ever removed.

## Movement

rule-movement-adjacent = A man moves along a drawn line to a neighbouring empty point. It never jumps over another man.
rule-movement-any = A man moves to any empty point of the board, however far away.

## Flying: $few is the largest number of men that fly, $men the men of a side

rule-flying-never = Nobody flies: a side with few men left still moves only to neighbouring points.
rule-flying-never-otherwise = With flying, a side with only three men left could move to any empty point and would be much harder to shut in.
rule-flying-never-win = Nobody flies: when all men are placed, they still move only to neighbouring points.
rule-flying-never-win-otherwise = With flying, they could then move to any empty point.
rule-flying-few = A side with { $few ->
    [3] only three men left on the board
   *[other] { $few } men or fewer left on the board
} and none in hand flies: it moves to any empty point.
rule-flying-few-otherwise = Without flying, such a side would still move only to neighbouring points, and would be much easier to shut in.
rule-flying-all = A side flies as soon as all its { $few } men are placed: it moves to any empty point, whether or not it has lost a man.
rule-flying-all-otherwise = Without flying, men would move only to neighbouring points.
rule-flying-moot-never = Nobody needs to fly, since every man may always move to any empty point.
rule-flying-moot = A side with { $few } men or fewer on the board and none in hand counts as flying, which changes nothing: every man may always move to any empty point.

## Winning

rule-winning-capture = A side that has fewer than { $min ->
    [3] three
   *[other] { $min }
} men, on the board and in hand together, has lost.
rule-winning-mill = The first to close a mill has won. Nobody loses by having few men.
rule-winning-blocked-loses = A side that is to act and has no legal turn has lost.

## Draws

rule-draws-blocked-passes = A side that is to act and has no legal turn is passed over, and the other acts again. If neither has a legal turn, the game is drawn.
rule-draws-blocked-draw = If the side to act has no legal turn, the game is drawn: being shut in does not lose.
rule-draws-board_full-draw = If every point is occupied after a turn, the game is drawn.
rule-draws-board_full-blocked = A full board is no draw by itself: the side to act then simply has no legal turn.
rule-draws-repetition = The game is drawn when the same position has occurred { $count ->
    [2] twice
    [3] three times
   *[other] { $count } times
}.
rule-draws-repetition-never = However often the same position occurs, the game goes on.
rule-draws-quiet = The game is drawn after { $plies } turns in a row, both sides’ together, without a man placed or removed.
rule-draws-quiet-never = There is no limit on turns without a placement or a removal.

## The table. Short, no full stop at the end. Cells of several parts are joined by
## `cell-separator`.

cell-separator = {"; "}
cell-men = { $men } each
cell-lines-square24 = { $lines } lines: the sides of the squares and the lines through their middles; no diagonals
cell-lines-square24_diagonal = { $lines } lines: the sides of the squares, the lines through their middles and those through their corners
cell-lines-square16 = { $lines } lines: the sides of the squares; not the links between them
cell-lines-square17 = { $lines } lines: the sides of the squares, and three neighbouring points in the row or column through the centre
cell-lines-square25 = { $lines } lines: the sides of the squares, and three neighbouring points in the row or column through the centre; no diagonals
cell-lines-grid9_diagonal = { $lines } lines: rows, columns and diagonals
cell-lines-grid9 = { $lines } lines: rows and columns; no diagonals
cell-placing-only = first all men are placed, then they move
cell-placing-or-moving = place a man or move one, as one likes
cell-mill-capture-from-start = removes an opposing man, from the first placement on
cell-mill-capture-when-placed = removes an opposing man, but only when all men of both sides are placed
cell-mill-win = wins at once
cell-removing-outside_mills_first = men outside mills; any, if all stand in mills
cell-removing-outside_mills_only = only men outside mills; none, if all stand in mills
cell-removing-any = any man, out of a mill too
cell-removing-one = one a turn
cell-removing-one_per_mill = one for each mill closed
cell-removing-never = nothing is removed
cell-movement-adjacent = along a line to a neighbouring point
cell-movement-any = to any empty point
cell-flying-never = no
cell-flying-few = with { $few } men or fewer
cell-flying-all = as soon as all men are placed
cell-flying-moot-never = not needed: men move anywhere
cell-flying-moot = with { $few } men or fewer, but men move anywhere in any case
cell-winning-capture = the opponent has fewer than { $min ->
    [3] three
   *[other] { $min }
} men
cell-winning-mill = close a mill
cell-winning-blocked-loses = the opponent has no legal turn
cell-draws-blocked-passes = neither side has a legal turn (one alone is passed over)
cell-draws-blocked-draw = the side to act has no legal turn
cell-draws-board_full-draw = full board
cell-draws-board_full-blocked = a full board alone is none
cell-draws-repetition = the same position { $count ->
    [2] twice
    [3] three times
   *[other] { $count } times
}
cell-draws-repetition-never = never by repetition
cell-draws-quiet = { $plies } turns without placing or removing
cell-draws-quiet-never = no limit on quiet turns

## Field by field. $field is a `field-…`, $a and $b are values in words.

difference = { $field }: { $a } / { $b }
difference-moot = { $field }: { $a } / { $b } (changes nothing here)
difference-absent = not in these rules

## Why a side flies or not. $side is `side-white` or `side-black`.

flies-few = { $side } flies: all its men are placed and { $men } are left on the board.
flies-moot = In these rules every man moves to any empty point, so flying makes no difference.
flies-not-never = { $side } does not fly: there is no flying in these rules.
flies-not-hand = { $side } does not fly: it still has men in hand ({ $hand }).
flies-not-many = { $side } does not fly: it has { $men } men on the board, and flies only with { $few } or fewer.
