### Die Namen der Varianten, und ein Satz, was jede ist.

variant-nine = Klassische Mühle
    .about = Drei Quadrate, neun Steine für jede Seite; wer nur noch drei Steine hat, springt.
variant-six = Mühle mit sechs Steinen
    .about = Ein kleineres Spiel auf zwei Quadraten mit sechs Steinen für jede Seite; gesprungen wird nicht.
variant-five = Mühle mit fünf Steinen
    .about = Das Brett der Mühle mit sechs Steinen, aber fünf Steine für jede Seite.
variant-three = Mühle mit drei Steinen
    .about = Neun Punkte, drei Steine für jede Seite: Wer drei in eine Reihe bringt, auch schräg, gewinnt.
variant-twelve = Mühle mit zwölf Steinen
    .about = Klassische Mühle mit Diagonalen an den Ecken und zwölf Steinen für jede Seite.
variant-lasker = Lasker-Mühle
    .about = Klassische Mühle mit zehn Steinen für jede Seite, die ziehen darf, bevor alle gesetzt sind.
variant-morabaraba = Morabaraba
    .about = Das Mühlespiel des südlichen Afrika: zwölf Steine für jede Seite und Diagonalen an den Ecken.
variant-nine_holes = Neun Löcher
    .about = Neun Punkte ohne Diagonalen, drei Steine für jede Seite, die auf jeden leeren Punkt ziehen.
variant-seven = Mühle mit sieben Steinen
    .about = Zwei Quadrate mit Mittelpunkt, sieben Steine für jede Seite.
variant-eleven = Mühle mit elf Steinen
    .about = Mühle mit zwölf Steinen, aber elf für jede Seite, sodass das Brett nie voll wird.
variant-sesotho = Sesotho-Morabaraba
    .about = Zwölf Steine für jede Seite auf drei Quadraten mit Mittelpunkt; auf den Diagonalen gibt es keine Mühle.
variant-achi = Achi
    .about = Mühle mit drei Steinen, aber vier für jede Seite.

## Die Namen der Bretter. $points ist die Zahl der Punkte.

board-square24 = Drei Quadrate, { $points } Punkte
board-square24_diagonal = Drei Quadrate mit Diagonalen, { $points } Punkte
board-square16 = Zwei Quadrate, { $points } Punkte
board-square17 = Zwei Quadrate mit Mittelpunkt, { $points } Punkte
board-square25 = Drei Quadrate mit Mittelpunkt, { $points } Punkte
board-grid9_diagonal = Drei mal drei mit Diagonalen, { $points } Punkte
board-grid9 = Drei mal drei ohne Diagonalen, { $points } Punkte
