### Warum ein Zug abgelehnt wird, und was man stattdessen tut.
###
### Wortliste (Deutsch). Ein Wort für jede Sache, in allen Dateien dieses Ordners.
###   man, men            Stein, Steine
###   point               Punkt
###   line                Linie
###   mill                Mühle
###   in hand             in der Hand
###   side                Seite (Weiß, Schwarz)
###   turn                Zug
###   to place            setzen
###   to move             ziehen
###   to remove           schlagen
###   to close            schließen (eine Mühle)
###   to fly              springen
###   double mill         Zwickmühle
###   draw, drawn         unentschieden
###   position            Stellung
###   rule set, variant   Regelwerk, Variante
###
### Notation (d6, d6-d5, xa7) und Wörter in `schrägen Anführungszeichen` werden nie
### übersetzt. $point ist ein Punkt wie d6, oder "absent", wo er nicht bekannt ist.

reason-bad_notation = So schreibt man keinen Zug. Schreibe d6 zum Setzen, d6-d5 zum Ziehen und xa7 zum Schlagen, ohne Leerzeichen.
reason-unknown_point = { $point ->
    [absent] Diesen Punkt gibt es auf diesem Brett nicht. Wähle einen Punkt des Bretts.
   *[other] Den Punkt { $point } gibt es auf diesem Brett nicht. Wähle einen Punkt des Bretts.
}
reason-game_over = Die Partie ist zu Ende, es sind keine Züge mehr möglich. Beginne eine neue.
reason-removal_owed = Du hast eine Mühle geschlossen. Schlage zuerst einen gegnerischen Stein.
reason-no_removal_owed = Jetzt gibt es nichts zu schlagen: Geschlagen wird nur, wenn eine Mühle geschlossen wird, und nicht mehr, als sie einbringt. Setze oder ziehe stattdessen einen Stein.
reason-nothing_to_remove = { $point ->
    [absent] Dort steht kein Stein. Wähle einen Punkt mit einem gegnerischen Stein.
   *[other] Auf { $point } steht kein Stein. Wähle einen Punkt mit einem gegnerischen Stein.
}
reason-own_man = { $point ->
    [absent] Dieser Stein ist dein eigener. Schlage einen gegnerischen.
   *[other] Der Stein auf { $point } ist dein eigener. Schlage einen gegnerischen.
}
reason-man_in_mill = { $point ->
    [absent] Dieser Stein steht in einer Mühle und ist geschützt. Schlage einen, der in keiner Mühle steht.
   *[other] Der Stein auf { $point } steht in einer Mühle und ist geschützt. Schlage einen, der in keiner Mühle steht.
}
reason-none_in_hand = Alle deine Steine sind gesetzt. Ziehe einen Stein, der auf dem Brett steht.
reason-men_in_hand = Du hast noch Steine in der Hand. Setze einen; gezogen wird erst, wenn alle deine Steine gesetzt sind.
reason-no_man_there = { $point ->
    [absent] Dort steht kein Stein, den du ziehen könntest. Wähle einen eigenen.
   *[other] Auf { $point } steht kein Stein, den du ziehen könntest. Wähle einen eigenen.
}
reason-not_your_man = { $point ->
    [absent] Dieser Stein gehört der anderen Seite. Ziehe einen eigenen.
   *[other] Der Stein auf { $point } gehört der anderen Seite. Ziehe einen eigenen.
}
reason-point_occupied = { $point ->
    [absent] Dort steht schon ein Stein. Wähle einen leeren Punkt.
   *[other] Auf { $point } steht schon ein Stein. Wähle einen leeren Punkt.
}
reason-not_adjacent = { $point ->
    [absent] Dieser Punkt liegt nicht neben deinem Stein. Ziehe entlang einer Linie auf einen leeren Nachbarpunkt; nur wer springt, darf überallhin.
   *[other] { $point } liegt nicht neben deinem Stein. Ziehe entlang einer Linie auf einen leeren Nachbarpunkt; nur wer springt, darf überallhin.
}
