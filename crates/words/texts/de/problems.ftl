### Was an einem Regelwerk oder einer Stellung falsch ist, die gesandt wurden. Ganze
### Sätze; mehrere können aufeinander folgen.

## Regelwerke. $men, $fly_at und so weiter sind die Zahlen, die gesandt wurden.

rule_set-men = Eine Seite hat 3 bis 12 Steine, nicht { $men }.
rule_set-men_for_board = Zweimal { $men } Steine passen nicht auf ein Brett mit { $points } Punkten.
rule_set-fly_at = Gesprungen wird mit mindestens 3 und höchstens allen eigenen Steinen oder nie, nicht mit { $fly_at }.
rule_set-min_men = Die Mindestzahl der Steine muss in einem Spiel dieser Art { $needed } sein, nicht { $min_men }.
rule_set-repetition = Unentschieden durch Wiederholung gibt es nach 2 bis 10 Malen oder nie, nicht nach { $repetition }.
rule_set-quiet_plies = Unentschieden ohne Setzen oder Schlagen gibt es nach 10 bis 1000 Zügen oder nie, nicht nach { $quiet_plies }.

## Stellungen. $side und $point sagen, wo; Reihen zählen von oben, von 1 an.

position-fields = Eine Stellung schreibt man in sechs Teilen mit je einem Leerzeichen dazwischen; hier sind es { $found }.
position-rows = Das Brett hat { $expected } Reihen; hier sind es { $found }.
position-row = Reihe { $row } hat { $expected } Punkte; hier sind es { $found }.
position-letter = Reihe { $row } darf nur w, b und die Ziffern 1 bis 9 enthalten, nicht { $letter }.
position-digits_side_by_side = In Reihe { $row } stehen zwei Ziffern nebeneinander; schreibe ihre Summe.
position-side = Die Seite am Zug schreibt man w oder b.
position-hands = Die Steine in der Hand schreibt man als zwei Zahlen mit Komma dazwischen, zum Beispiel 9,9.
position-owed = Die Zahl der noch zu schlagenden Steine schreibt man als Zahl von 0 bis 6.
position-quiet = Die Züge ohne Setzen oder Schlagen schreibt man als Zahl unter 2^32.
position-ply = Die gespielten Züge schreibt man als Zahl unter 2^32.
position-other_board = { $side } steht auf Punkten eines anderen Bretts.
position-both_sides = Auf { $point } stehen beide Seiten.
position-too_many_men = { $side } hat { $found } Steine auf dem Brett und in der Hand; es gibt nur { $men }.
position-both_below_min_men = Beide Seiten haben weniger als { $min } Steine, also hätten beide verloren.
position-owed_where_mill_wins = Ein Stein ist noch zu schlagen, aber nach diesen Regeln wird nicht geschlagen.
position-owed_without_mill = { $side } hat noch einen Stein zu schlagen, aber keinen eigenen in einer Mühle.
position-owed_more_than_earned = Noch zu schlagen sind { $owed }, aber ein Zug kann höchstens { $most } eingebracht haben.
position-owed_more_than_men = Noch zu schlagen sind { $owed }, aber auf dem Brett stehen nur { $men } gegnerische.
position-nothing_removable = Ein Stein ist noch zu schlagen, aber keiner darf geschlagen werden.
