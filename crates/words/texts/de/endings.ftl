### Wie eine Partie endet. $winner und $loser sind `side-white` oder `side-black`.

side-white = Weiß
side-black = Schwarz

phase-placing = setzt
phase-moving = zieht
phase-flying = springt

result-white_wins = Weiß gewinnt
result-black_wins = Schwarz gewinnt
result-draw = Unentschieden
result-no_result = Kein Ergebnis

termination-mill = Mühle geschlossen
termination-too_few_men = zu wenige Steine
termination-board_full = volles Brett
termination-blocked = eingeschlossen
termination-repetition = Wiederholung
termination-quiet = zu lange nicht gesetzt oder geschlagen
termination-resignation = aufgegeben
termination-agreement = Einigung
termination-timeout = Zeit abgelaufen
termination-aborted = abgebrochen

ending-mill = { $winner } gewinnt mit einer geschlossenen Mühle.
ending-too_few_men = { $winner } gewinnt: { $loser } hat weniger als { $min ->
    [3] drei
   *[other] { $min }
} Steine.
ending-blocked = { $winner } gewinnt: { $loser } hat keinen erlaubten Zug.
ending-resignation = { $winner } gewinnt: { $loser } hat aufgegeben.
ending-timeout = { $winner } gewinnt: Die Zeit von { $loser } ist abgelaufen.
ending-board_full = Die Partie ist unentschieden: Alle Punkte sind besetzt.
ending-blocked-draw = Die Partie ist unentschieden: Es gibt keinen erlaubten Zug.
ending-repetition = Die Partie ist unentschieden: Dieselbe Stellung stand { $count ->
    [2] zweimal
    [3] dreimal
   *[other] { $count }-mal
} auf dem Brett.
ending-repetition-unlimited = Die Partie ist unentschieden: Dieselbe Stellung kam wieder.
ending-quiet = Die Partie ist unentschieden: { $plies } Züge in Folge wurde kein Stein gesetzt oder geschlagen.
ending-quiet-unlimited = Die Partie ist unentschieden: Zu lange wurde kein Stein gesetzt oder geschlagen.
ending-agreement = Die Partie ist unentschieden: Beide haben sich darauf geeinigt.
ending-aborted = Die Partie wurde abgebrochen, bevor beide Seiten einen Zug vollendet hatten. Sie hat kein Ergebnis.

# Ein Ende, das die Regeln nicht kennen, zum Beispiel aus einer eingelesenen Mitschrift.
ending-other-won = { $winner } gewinnt.
ending-other-draw = Die Partie ist unentschieden.
ending-other-none = Die Partie hat kein Ergebnis.
