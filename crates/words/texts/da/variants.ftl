### Varianternes navne og en sætning om, hvad hver af dem er.

variant-nine = Almindelig mølle
    .about = Den klassiske: tre kvadrater, ni brikker til hver; den, der er nede på tre brikker, flyver.
variant-six = Mølle med seks brikker
    .about = Et mindre spil på to kvadrater med seks brikker til hver; ingen flyver.
variant-five = Mølle med fem brikker
    .about = Brættet fra mølle med seks brikker, men fem brikker til hver.
variant-three = Mølle med tre brikker
    .about = Ni punkter, tre brikker til hver: den, der får tre på stribe, også på skrå, vinder.
variant-twelve = Mølle med tolv brikker
    .about = Almindelig mølle med diagonaler ved hjørnerne og tolv brikker til hver.
variant-lasker = Laskers mølle
    .about = Almindelig mølle med ti brikker til hver, som må rykkes, før alle er sat.
variant-morabaraba = Morabaraba
    .about = Møllespillet fra det sydlige Afrika: tolv brikker til hver og diagonaler ved hjørnerne.
variant-nine_holes = Ni huller
    .about = Ni punkter uden diagonaler, tre brikker til hver, som må rykkes til et hvilket som helst tomt punkt.
variant-seven = Mølle med syv brikker
    .about = To kvadrater med et midtpunkt, syv brikker til hver.
variant-eleven = Mølle med elleve brikker
    .about = Mølle med tolv brikker, men elleve til hver, så brættet aldrig bliver fuldt.
variant-sesotho = Sesotho-morabaraba
    .about = Tolv brikker til hver på tre kvadrater med et midtpunkt; på diagonalerne er der ingen mølle.
variant-achi = Achi
    .about = Mølle med tre brikker, men fire til hver.

## Brætternes navne. $points er antallet af punkter.

board-square24 = Tre kvadrater, { $points } punkter
board-square24_diagonal = Tre kvadrater med diagonaler, { $points } punkter
board-square16 = To kvadrater, { $points } punkter
board-square17 = To kvadrater med midtpunkt, { $points } punkter
board-square25 = Tre kvadrater med midtpunkt, { $points } punkter
board-grid9_diagonal = Tre gange tre med diagonaler, { $points } punkter
board-grid9 = Tre gange tre uden diagonaler, { $points } punkter
