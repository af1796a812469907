### Navnene på variantene og en setning om hva hver av dem er.

variant-nine = Vanlig mølle
    .about = Den klassiske: tre kvadrater, ni brikker til hver; den som er nede i tre brikker, flyr.
variant-six = Mølle med seks brikker
    .about = Et mindre spill på to kvadrater med seks brikker til hver; ingen flyr.
variant-five = Mølle med fem brikker
    .about = Brettet fra mølle med seks brikker, men fem brikker til hver.
variant-three = Mølle med tre brikker
    .about = Ni punkter, tre brikker til hver: den som får tre på rad, også på skrå, vinner.
variant-twelve = Mølle med tolv brikker
    .about = Vanlig mølle med diagonaler ved hjørnene og tolv brikker til hver.
variant-lasker = Laskers mølle
    .about = Vanlig mølle med ti brikker til hver, som kan flyttes før alle er satt.
variant-morabaraba = Morabaraba
    .about = Møllespillet fra det sørlige Afrika: tolv brikker til hver og diagonaler ved hjørnene.
variant-nine_holes = Ni hull
    .about = Ni punkter uten diagonaler, tre brikker til hver, som kan flyttes til hvilket som helst tomt punkt.
variant-seven = Mølle med sju brikker
    .about = To kvadrater med et sentrum, sju brikker til hver.
variant-eleven = Mølle med elleve brikker
    .about = Mølle med tolv brikker, men elleve til hver, så brettet aldri blir fullt.
variant-sesotho = Sesotho-morabaraba
    .about = Tolv brikker til hver på tre kvadrater med et sentrum; på diagonalene er det ingen mølle.
variant-achi = Achi
    .about = Mølle med tre brikker, men fire til hver.

## Navnene på brettene. $points er antall punkter.

board-square24 = Tre kvadrater, { $points } punkter
board-square24_diagonal = Tre kvadrater med diagonaler, { $points } punkter
board-square16 = To kvadrater, { $points } punkter
board-square17 = To kvadrater med sentrum, { $points } punkter
board-square25 = Tre kvadrater med sentrum, { $points } punkter
board-grid9_diagonal = Tre ganger tre med diagonaler, { $points } punkter
board-grid9 = Tre ganger tre uten diagonaler, { $points } punkter
