### Names of the variants, and one sentence on what each is.

variant-nine = Nine men’s morris
    .about = The classic: three squares, nine men each; a side down to three men flies.
variant-six = Six men’s morris
    .about = A smaller game on two squares with six men each; nobody flies.
variant-five = Five men’s morris
    .about = The board of six men’s morris with five men each.
variant-three = Three men’s morris
    .about = Nine points, three men each: whoever gets three in a row, diagonals too, wins.
variant-twelve = Twelve men’s morris
    .about = Nine men’s morris with diagonals at the corners and twelve men each.
variant-lasker = Lasker morris
    .about = Nine men’s morris with ten men each, who may move before all are placed.
variant-morabaraba = Morabaraba
    .about = The mill game of southern Africa: twelve men each and diagonals at the corners.
variant-nine_holes = Nine holes
    .about = Nine points without diagonals, three men each, who move to any empty point.
variant-seven = Seven men’s morris
    .about = Two squares with a centre, seven men each.
variant-eleven = Eleven men’s morris
    .about = Twelve men’s morris with eleven men each, so that the board never fills.
variant-sesotho = Sesotho morabaraba
    .about = Twelve men each on three squares with a centre; the diagonals hold no mill.
variant-achi = Achi
    .about = Three men’s morris with four men each.

## Names of the boards. $points is the number of points.

board-square24 = Three squares, { $points } points
board-square24_diagonal = Three squares with diagonals, { $points } points
board-square16 = Two squares, { $points } points
board-square17 = Two squares with a centre, { $points } points
board-square25 = Three squares with a centre, { $points } points
board-grid9_diagonal = Three by three with diagonals, { $points } points
board-grid9 = Three by three without diagonals, { $points } points
