### Hvorfor en tur afvises, og hvad man gør i stedet.
###
### Ordliste (dansk). Ét ord for hver ting, i alle filer i denne mappe.
###   man, men            brik, brikker
###   point               punkt
###   line                linje
###   mill                mølle
###   in hand             på hånden
###   side                spiller (Hvid, Sort)
###   turn                tur
###   to place            at sætte
###   to move             at rykke
###   to remove           at fjerne
###   to close            at lukke (en mølle)
###   to fly              at flyve
###   double mill         svikmølle
###   draw, drawn         uafgjort
###   position            stilling
###   rule set, variant   regelsæt, variant
###
### Notation (d6, d6-d5, xa7) og ord i `skrå anførselstegn` oversættes aldrig.
### $point er et punkt som d6, eller "absent", hvor punktet ikke kendes.

reason-bad_notation = Sådan skrives en tur ikke. Skriv d6 for at sætte, d6-d5 for at rykke og xa7 for at fjerne, uden mellemrum.
reason-unknown_point = { $point ->
    [absent] Det punkt findes ikke på dette bræt. Vælg et af brættets punkter.
   *[other] Punktet { $point } findes ikke på dette bræt. Vælg et af brættets punkter.
}
reason-game_over = Spillet er slut, så der kan ikke spilles flere ture. Begynd et nyt spil.
reason-removal_owed = Du har lukket en mølle. Fjern først en af modstanderens brikker.
reason-no_removal_owed = Der er ikke noget at fjerne nu: man fjerner kun, når man lukker en mølle, og ikke flere brikker, end den giver ret til. Sæt eller ryk en brik i stedet.
reason-nothing_to_remove = { $point ->
    [absent] Der står ingen brik dér. Vælg et punkt med en af modstanderens brikker.
   *[other] Der står ingen brik på { $point }. Vælg et punkt med en af modstanderens brikker.
}
reason-own_man = { $point ->
    [absent] Den brik er din egen. Fjern en af modstanderens.
   *[other] Brikken på { $point } er din egen. Fjern en af modstanderens.
}
reason-man_in_mill = { $point ->
    [absent] Den brik står i en mølle og er beskyttet. Fjern en, der ikke står i en mølle.
   *[other] Brikken på { $point } står i en mølle og er beskyttet. Fjern en, der ikke står i en mølle.
}
reason-none_in_hand = Alle dine brikker er sat. Ryk en brik, der står på brættet.
reason-men_in_hand = Du har stadig brikker på hånden. Sæt en af dem; du rykker først, når alle dine brikker er sat.
reason-no_man_there = { $point ->
    [absent] Der står ingen brik dér at rykke. Vælg en af dine egne.
   *[other] Der står ingen brik på { $point } at rykke. Vælg en af dine egne.
}
reason-not_your_man = { $point ->
    [absent] Den brik er modstanderens. Ryk en af dine egne.
   *[other] Brikken på { $point } er modstanderens. Ryk en af dine egne.
}
reason-point_occupied = { $point ->
    [absent] Der står allerede en brik dér. Vælg et tomt punkt.
   *[other] Der står allerede en brik på { $point }. Vælg et tomt punkt.
}
reason-not_adjacent = { $point ->
    [absent] Det punkt er ikke nabo til din brik. Ryk langs en linje til et tomt nabopunkt; kun den, der flyver, må rykke til et hvilket som helst tomt punkt.
   *[other] { $point } er ikke nabo til din brik. Ryk langs en linje til et tomt nabopunkt; kun den, der flyver, må rykke til et hvilket som helst tomt punkt.
}
