### How a game ends. $winner and $loser are `side-white` or `side-black`.

side-white = White
side-black = Black

phase-placing = placing
phase-moving = moving
phase-flying = flying

result-white_wins = White wins
result-black_wins = Black wins
result-draw = Draw
result-no_result = No result

termination-mill = mill closed
termination-too_few_men = too few men
termination-board_full = board full
termination-blocked = blocked
termination-repetition = repetition
termination-quiet = nothing placed or removed for too long
termination-resignation = resignation
termination-agreement = agreement
termination-timeout = time out
termination-aborted = aborted

ending-mill = { $winner } wins by closing a mill.
ending-too_few_men = { $winner } wins: { $loser } has fewer than { $min ->
    [3] three
   *[other] { $min }
} men.
ending-blocked = { $winner } wins: { $loser } has no legal turn.
ending-resignation = { $winner } wins: { $loser } has resigned.
ending-timeout = { $winner } wins: { $loser } has run out of time.
ending-board_full = The game is drawn: every point is occupied.
ending-blocked-draw = The game is drawn: there is no legal turn.
ending-repetition = The game is drawn: the same position has occurred { $count ->
    [2] twice
    [3] three times
   *[other] { $count } times
}.
ending-repetition-unlimited = The game is drawn: the same position has occurred again.
ending-quiet = The game is drawn: { $plies } turns in a row without a man placed or removed.
ending-quiet-unlimited = The game is drawn: no man has been placed or removed for too long.
ending-agreement = The game is drawn by agreement.
ending-aborted = The game was aborted before both sides had completed a turn. It has no result.

# An end that the rules do not know, from an imported record for instance.
ending-other-won = { $winner } wins.
ending-other-draw = The game is drawn.
ending-other-none = The game has no result.
