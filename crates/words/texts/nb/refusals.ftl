### Hvorfor en tur avvises, og hva man gjør i stedet.
###
### Ordliste (bokmål). Ett ord for hver ting, i alle filer i denne mappen.
###   man, men            brikke, brikker
###   point               punkt
###   line                linje
###   mill                mølle
###   in hand             på hånden
###   side                spiller (Hvit, Svart)
###   turn                tur
###   to place            å sette
###   to move             å flytte
###   to remove           å fjerne
###   to close            å lukke (en mølle)
###   to fly              å fly
###   draw, drawn         uavgjort
###   position            stilling
###   rule set, variant   regelsett, variant
###
### Notasjon (d6, d6-d5, xa7) og ord i `skrå anførselstegn` oversettes aldri.
### $point er et punkt som d6, eller "absent" der punktet ikke er kjent.

reason-bad_notation = Slik skrives ikke en tur. Skriv d6 for å sette, d6-d5 for å flytte og xa7 for å fjerne, uten mellomrom.
reason-unknown_point = { $point ->
    [absent] Det punktet finnes ikke på dette brettet. Velg et av brettets punkter.
   *[other] Punktet { $point } finnes ikke på dette brettet. Velg et av brettets punkter.
}
reason-game_over = Spillet er slutt, så det kan ikke spilles flere turer. Begynn et nytt spill.
reason-removal_owed = Du har lukket en mølle. Fjern først en av motstanderens brikker.
reason-no_removal_owed = Det er ingenting å fjerne nå: man fjerner bare når man lukker en mølle, og ikke flere brikker enn den gir rett til. Sett eller flytt en brikke i stedet.
reason-nothing_to_remove = { $point ->
    [absent] Det står ingen brikke der. Velg et punkt med en av motstanderens brikker.
   *[other] Det står ingen brikke på { $point }. Velg et punkt med en av motstanderens brikker.
}
reason-own_man = { $point ->
    [absent] Den brikken er din egen. Fjern en av motstanderens.
   *[other] Brikken på { $point } er din egen. Fjern en av motstanderens.
}
reason-man_in_mill = { $point ->
    [absent] Den brikken står i en mølle og er beskyttet. Fjern en som ikke står i en mølle.
   *[other] Brikken på { $point } står i en mølle og er beskyttet. Fjern en som ikke står i en mølle.
}
reason-none_in_hand = Alle brikkene dine er satt. Flytt en brikke som står på brettet.
reason-men_in_hand = Du har fortsatt brikker på hånden. Sett en av dem; du flytter først når alle brikkene dine er satt.
reason-no_man_there = { $point ->
    [absent] Det står ingen brikke der å flytte. Velg en av dine egne.
   *[other] Det står ingen brikke på { $point } å flytte. Velg en av dine egne.
}
reason-not_your_man = { $point ->
    [absent] Den brikken er motstanderens. Flytt en av dine egne.
   *[other] Brikken på { $point } er motstanderens. Flytt en av dine egne.
}
reason-point_occupied = { $point ->
    [absent] Det står allerede en brikke der. Velg et tomt punkt.
   *[other] Det står allerede en brikke på { $point }. Velg et tomt punkt.
}
reason-not_adjacent = { $point ->
    [absent] Det punktet er ikke nabo til brikken din. Flytt langs en linje til et tomt nabopunkt; bare den som flyr, kan flytte til hvilket som helst tomt punkt.
   *[other] { $point } er ikke nabo til brikken din. Flytt langs en linje til et tomt nabopunkt; bare den som flyr, kan flytte til hvilket som helst tomt punkt.
}
