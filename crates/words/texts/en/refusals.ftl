### Why a turn is refused, and what to do instead.
###
### Glossary (English). One word a thing, in every file of this folder.
###   man, men            a playing piece
###   point               a place where a man can stand
###   line                a drawn line through three points
###   mill                three men of one side on one line
###   in hand             not yet placed
###   turn                what one side does when it is to act
###   to place            to put a man from the hand on a point
###   to move             to move a man to a neighbouring point
###   to remove           to take an opposing man off the board
###   to close            to complete a mill
###   to fly              to move to any empty point
###   draw, drawn         the game ends without a winner
###   position            the men on the board, in hand, and whose turn it is
###   rule set, variant   the rules of a game; a rule set with a name
###
### Notation (d6, d6-d5, xa7) and the words in `backquotes` are never translated.
### $point is a point such as d6, or "absent" where the point is not known.

reason-bad_notation = This is not a turn. Write a placement as d6, a movement as d6-d5 and a removal as xa7, without spaces.
reason-unknown_point = { $point ->
    [absent] This board has no such point. Choose one of the points of the board.
   *[other] This board has no point { $point }. Choose one of the points of the board.
}
reason-game_over = The game is over: no more turns can be played. Start a new game.
reason-removal_owed = You have closed a mill. First remove one of your opponent’s men.
reason-no_removal_owed = There is nothing to remove now: men are removed only when a mill is closed, and no more than it earns. Place or move a man instead.
reason-nothing_to_remove = { $point ->
    [absent] There is no man there. Choose a point with one of your opponent’s men.
   *[other] There is no man on { $point }. Choose a point with one of your opponent’s men.
}
reason-own_man = { $point ->
    [absent] That man is your own. Remove one of your opponent’s men.
   *[other] The man on { $point } is your own. Remove one of your opponent’s men.
}
reason-man_in_mill = { $point ->
    [absent] That man stands in a mill and is protected. Remove one that stands in no mill.
   *[other] The man on { $point } stands in a mill and is protected. Remove one that stands in no mill.
}
reason-none_in_hand = All your men are placed. Move a man that is on the board.
reason-men_in_hand = You still have men in hand. Place one; you move only when all your men are placed.
reason-no_man_there = { $point ->
    [absent] There is no man there to move. Choose one of your own.
   *[other] There is no man on { $point } to move. Choose one of your own.
}
reason-not_your_man = { $point ->
    [absent] That man is your opponent’s. Move one of your own.
   *[other] The man on { $point } is your opponent’s. Move one of your own.
}
reason-point_occupied = { $point ->
    [absent] There is already a man there. Choose an empty point.
   *[other] There is already a man on { $point }. Choose an empty point.
}
reason-not_adjacent = { $point ->
    [absent] That point is not next to your man. Move along a line to a neighbouring empty point; only a side that flies may go anywhere.
   *[other] { $point } is not next to your man. Move along a line to a neighbouring empty point; only a side that flies may go anywhere.
}
