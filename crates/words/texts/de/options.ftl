### Die Felder eines Regelwerks und ihre Werte, wie man sie beim Einrichten eines
### Tisches sieht. `.about` erklärt ein Feld in einem Satz.

field-board = Brett
    .about = Das Brett, auf dem gespielt wird.
field-men = Steine
    .about = Wie viele Steine jede Seite hat.
field-mill = Was eine Mühle bewirkt
    .about = Ob eine geschlossene Mühle einen gegnerischen Stein schlägt oder die Partie gewinnt.
field-capture_while_placing = Mühlen zählen beim Setzen
    .about = Ob eine Mühle zum Schlagen berechtigt, während noch Steine gesetzt werden.
field-removable = Was geschlagen werden darf
    .about = Ob Steine in Mühlen geschützt sind.
field-removals_per_turn = Mehrere Mühlen zugleich
    .about = Wie viele Steine geschlagen werden, wenn ein Zug mehrere Mühlen schließt.
field-move_while_placing = Ziehen beim Setzen
    .about = Ob eine Seite mit Steinen in der Hand ziehen darf, statt zu setzen.
field-movement = Ziehen
    .about = Wohin ein Stein zieht.
field-fly_at = Springen
    .about = Ob eine Seite mit wenigen Steinen auf jeden leeren Punkt ziehen darf.
field-min_men = Mindestzahl der Steine
    .about = Wer weniger Steine als diese Zahl hat, hat verloren.
field-blocked = Kein erlaubter Zug
    .about = Was mit einer Seite geschieht, die am Zug ist und nicht kann.
field-board_full = Volles Brett
    .about = Was geschieht, wenn alle Punkte besetzt sind.
field-repetition = Wiederholung
    .about = Wie oft dieselbe Stellung vorkommen darf, bis die Partie unentschieden ist.
field-quiet_plies = Züge ohne Setzen oder Schlagen
    .about = Nach wie vielen Zügen ohne Setzen oder Schlagen die Partie unentschieden ist.

value-yes = ja
value-no = nein
value-men = { $count }
value-mill-capture = schlägt einen Stein
value-mill-win = gewinnt
value-removable-outside_mills_first = zuerst Steine außerhalb von Mühlen
value-removable-outside_mills_only = nur Steine außerhalb von Mühlen
value-removable-any = jeder Stein
value-removals_per_turn-one = ein Stein
value-removals_per_turn-one_per_mill = ein Stein je Mühle
value-movement-adjacent = auf einen Nachbarpunkt
value-movement-any = auf einen beliebigen leeren Punkt
value-fly_at = { $count ->
    [0] es wird nicht gesprungen
   *[other] mit { $count } Steinen oder weniger
}
value-min_men = { $count ->
    [0] keine
   *[other] { $count }
}
value-blocked-loses = verliert
value-blocked-passes = setzt aus
value-blocked-draw = unentschieden
value-board_full-draw = unentschieden
value-board_full-blocked = die Seite am Zug hat keinen erlaubten Zug
value-repetition = { $count ->
    [0] nie unentschieden
    [2] unentschieden beim zweiten Mal
    [3] unentschieden beim dritten Mal
   *[other] unentschieden nach { $count } Malen
}
value-quiet_plies = { $count ->
    [0] unbegrenzt
   *[other] unentschieden nach { $count }
}
