### The guide, step by step. `lesson-ID` is a lesson, `.about` what it is about;
### `lesson-ID-N` is its step N, `.task` what the reader is to do, `.right` what is said
### when it was done.

lesson_legal = That is allowed, but it is not what is asked for here. Try another.

lesson-board = The board
    .about = Points, lines, neighbours.
lesson-board-1 = Three squares lie one inside the other, and the middles of their sides are joined. Men stand on the points where lines meet or end: there are 24. Each point is named by its column and its row: the one at the top left is a7.
lesson-board-2 = Two points are neighbours where a line joins them without another point between. The man on d6 has four: d7, b6, f6 and d5. A corner has only two. The more neighbours, the more a man can do later.

lesson-placing = Placing
    .about = How a game begins.
lesson-placing-1 = Each side has nine men in hand, and White begins. Turn by turn each places one man on any empty point, until all 18 are down.
    .task = Place a man on any point.
    .right = So it goes on, turn by turn.
lesson-placing-2 = The best places to begin are the four crossings of the middle square: d6, b4, f4 and d2. They have the most neighbours and lie on the most useful lines. Two of them are taken.
    .task = Take one of the two crossings that are left.
    .right = A good place: four neighbours and two lines.

lesson-mill = A mill
    .about = Three men on a line.
lesson-mill-1 = Three men of one side on one drawn line are a mill. It counts from the first man on, while men are still being placed.
    .task = You have men on a7 and d7. Place the third and close the mill at the top.
    .right = Mill! Whoever closes one may remove a man of the other side.
lesson-mill-2 = A mill can also stand on a line that joins the squares, such as d7, d6 and d5.
    .task = Close the mill that runs down from d7.
    .right = Mill! Sides of squares and the lines between them count alike.
lesson-mill-3 = Three men in a diagonal row are no mill: no line is drawn from corner to corner. The men on a7, b6 and c5 earn nothing.

lesson-removing = Removing
    .about = What a mill earns, and who is safe.
lesson-removing-1 = You have just closed the mill at the top and now remove a man. Men that stand in a mill are safe as long as others do not: c3, d3 and e3 are a mill, b6 stands alone.
    .task = Remove the man that is not safe.
    .right = It is gone for the rest of the game.
lesson-removing-2 = Here every black man stands in a mill. Then none of them is safe, and you may remove any.
    .task = Remove any black man, and break the mill up.
    .right = Their mill is gone, too.

lesson-moving = Moving
    .about = When all men are placed.
lesson-moving-1 = All men are down. Now a turn is to move one man along a line to an empty neighbouring point. A man never jumps over another.
    .task = Move the man from d6 to d5 and close the mill c5, d5, e5.
    .right = Mill! A mill can be closed by moving just as well as by placing.

lesson-open-close = Opening and closing
    .about = A mill that works again and again.
lesson-open-close-1 = A mill that stands earns nothing more. But you can open it by moving a man away, and close it again later.
    .task = Open the mill c5, d5, e5: move one of its men out.
    .right = Now it threatens to close again. Make sure that no opposing man can step in between.
lesson-open-close-2 = Your opponent could not stop it. A mill that is closed again counts as a new one.
    .task = Move back and close the mill.
    .right = Mill, again! Each time it costs your opponent a man.
lesson-open-close-3 = Take the man that hurts most, not the one that is easiest. The black men on b2 and d2 wait for the one on f4 to step to f2.
    .task = Remove a man so that Black cannot close a mill on the next turn.
    .right = The threat is gone.

lesson-flying = Flying
    .about = With three men left.
lesson-flying-1 = A side that has only three men left, and none in hand, flies: it may move to any empty point. It is Black’s turn, and Black has three.
    .task = Fly from g7 to d5 and close the mill.
    .right = Three men are not yet lost. But one more loss is the end.

lesson-winning = Winning
    .about = The two ways to win.
lesson-winning-1 = A side that has fewer than three men can close no mill any more, and has lost. Black has three, and you have just closed a mill.
    .task = Remove a man and win.
    .right = Won: two men are too few.
lesson-winning-2 = A side that is to act and cannot has lost as well. Black has four men, so it does not fly, and only the one on g1 can still move, to g4.
    .task = Take the last free point away.
    .right = Won: Black has no legal turn.

lesson-double-mill = The double mill
    .about = One man that closes a mill every turn.
lesson-double-mill-1 = Five men are enough: the one on d6 belongs to the mill on b6, d6, f6, and one step down it closes the mill on c5, d5, e5.
    .task = Move from one mill into the other.
    .right = Mill! And the first one is open, ready to be closed on the next turn.
lesson-double-mill-2 = Black has lost a man and could only watch. Now the same man goes back.
    .task = Close the other mill.
    .right = A mill on every turn: this usually decides the game. Only an equal threat helps.

lesson-draws = Draws
    .about = When nobody wins.
lesson-draws-1 = A game can end without a winner: when the same position occurs for the third time, after a hundred turns in a row without a man placed or removed, or when both agree. It is best to settle the limits before the game; the rules of a table say which hold.

lesson-three = Three men’s morris
    .about = The smallest: whoever closes a mill wins.
lesson-three-1 = Nine points and three men each; here the diagonals count. The centre lies on four of the eight lines.
    .task = Begin where it is worth most.
    .right = Right: with perfect play the first player wins, but only by starting in the centre.
lesson-three-2 = Nothing is removed in this game. The first mill wins at once.
    .task = Win.
    .right = Won! If nobody has a mill when all are placed, the men move along the lines.

lesson-six = Six men’s morris
    .about = A smaller board where nobody flies.
lesson-six-1 = Two squares, six men each. Otherwise it goes like the large game, but a side with three men does not fly.
    .task = Close the mill at the top.
    .right = Mill! The rest you know already.
lesson-six-2 = The short links between the squares only join neighbours. Just two points lie on each of them, so no mill can stand there. Five men’s morris is played on this board, too, with five men each.

lesson-others = The other games
    .about = Diagonals, early moves, a centre.
lesson-others-1 = In twelve and eleven men’s morris and in morabaraba the corners are joined, and their diagonals hold mills.
    .task = Close the mill on the diagonal.
    .right = Mill! Here a diagonal row counts.
lesson-others-2 = In Lasker’s game a side may move although it still has men in hand.
    .task = Close the mill c5, d5, e5, by placing or by moving.
    .right = Mill! Whoever moves keeps a man in hand for later.
lesson-others-3 = Seven men’s morris and sesotho morabaraba have a centre. Lines of three run into it from every side.
    .task = Close a mill in the centre.
    .right = Mill! The centre is the strongest point of these boards.
lesson-others-4 = Achi is three men’s morris with four men each. When all are down only one point is empty, and whoever has to move and cannot has lost.
    .task = Move into the empty point and win.
    .right = Won! Three in a row, as in three men’s morris.
lesson-others-5 = In nine holes a man may move to any empty point, and diagonals do not count. Each game’s page says how it differs from nine men’s morris. Now play one!
