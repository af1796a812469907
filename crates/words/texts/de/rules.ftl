### Die Regeln in Worten: ganze Sätze über ein Regelwerk, und die Felder der Tabelle,
### die zwei vergleicht.

## Wovon die Sätze und die Zeilen der Tabelle handeln

topic-board = Brett
topic-men = Steine
topic-lines = Wo Mühlen stehen
topic-placing = Setzen
topic-mill = Eine Mühle
topic-removing = Schlagen
topic-movement = Ziehen
topic-flying = Springen
topic-winning = Gewinnen
topic-draws = Unentschieden

## Brett: $points ist die Zahl der Punkte

rule-board-square24 = Das Brett hat { $points } Punkte auf drei ineinanderliegenden Quadraten; die Mitten ihrer Seiten sind verbunden.
rule-board-square24_diagonal = Das Brett hat { $points } Punkte auf drei ineinanderliegenden Quadraten; die Mitten ihrer Seiten sind verbunden und ebenso ihre Ecken.
rule-board-square16 = Das Brett hat { $points } Punkte auf zwei ineinanderliegenden Quadraten; die Mitten ihrer Seiten sind verbunden.
rule-board-square17 = Das Brett hat { $points } Punkte: zwei ineinanderliegende Quadrate und den Mittelpunkt; die Mitten der Seiten sind verbunden, auch durch den Mittelpunkt.
rule-board-square25 = Das Brett hat { $points } Punkte: drei ineinanderliegende Quadrate und den Mittelpunkt; die Mitten der Seiten sind verbunden, auch durch den Mittelpunkt, und die Ecken des äußeren Quadrats sind mit denen des mittleren verbunden.
rule-board-grid9_diagonal = Das Brett hat { $points } Punkte, drei mal drei; Reihen, Spalten und beide Diagonalen sind gezeichnet.
rule-board-grid9 = Das Brett hat { $points } Punkte, drei mal drei; Reihen und Spalten sind gezeichnet, Diagonalen nicht.

## Steine: $men ist die Zahl der Steine jeder Seite

rule-men = Jede Seite hat { $men } Steine. Weiß beginnt, wenn nichts anderes vereinbart ist.

## Linien: $lines ist die Zahl der Linien

rule-lines-square24 = Eine Mühle sind drei eigene Steine auf einer der { $lines } gezeichneten Linien: der Seite eines Quadrats oder einer Linie durch die Mitten dreier Quadratseiten. Diagonalen gibt es nicht: Drei Steine schräg hintereinander sind nie eine Mühle.
rule-lines-square24_diagonal = Eine Mühle sind drei eigene Steine auf einer der { $lines } gezeichneten Linien: der Seite eines Quadrats oder einer Linie durch die Mitten dreier Quadratseiten oder durch drei Ecken. Die Diagonalen an den Ecken zählen.
rule-lines-square16 = Eine Mühle sind drei eigene Steine auf einer der { $lines } Linien mit drei Punkten: den Seiten der beiden Quadrate. Auf den kurzen Verbindungen zwischen den Quadraten gibt es keine Mühle, und Diagonalen gibt es nicht.
rule-lines-square17 = Eine Mühle sind drei eigene Steine auf einer von { $lines } Linien: der Seite eines Quadrats oder drei benachbarten Punkten der Reihe oder Spalte durch den Mittelpunkt. Diagonalen gibt es nicht.
rule-lines-square25 = Eine Mühle sind drei eigene Steine auf einer von { $lines } Linien: der Seite eines Quadrats oder drei benachbarten Punkten der Reihe oder Spalte durch den Mittelpunkt. Auf den kurzen Diagonalen an den Ecken gibt es keine Mühle.
rule-lines-grid9_diagonal = Eine Mühle sind drei eigene Steine auf einer der { $lines } Linien: einer Reihe, einer Spalte oder einer Diagonalen.
rule-lines-grid9 = Eine Mühle sind drei eigene Steine auf einer der { $lines } Linien: einer Reihe oder einer Spalte. Drei Steine schräg hintereinander sind keine Mühle.

## Setzen

rule-placing-only = Die Seiten setzen abwechselnd je einen Stein auf einen leeren Punkt. Gezogen wird erst, wenn alle eigenen Steine gesetzt sind.
rule-placing-or-moving = Die Seiten setzen abwechselnd je einen Stein auf einen leeren Punkt oder ziehen einen Stein, der schon auf dem Brett steht. Wer alle Steine gesetzt hat, kann nur noch ziehen.

## Mühle

rule-mill-capture = Wer eine Mühle schließt, schlägt einen gegnerischen Stein. Eine Mühle, die geöffnet und wieder geschlossen wird, zählt von Neuem.
rule-mill-capture-from-start = Mühlen zählen vom ersten Stein an, auch während noch gesetzt wird.
rule-mill-capture-when-placed = Eine Mühle bringt nichts ein, solange eine der beiden Seiten nach dem Zug, der sie schließt, noch Steine in der Hand hat. Der allerletzte gesetzte Stein kann zum Schlagen berechtigen.
rule-mill-win = Wer eine Mühle schließt, hat sofort gewonnen, auch während noch gesetzt wird.

## Schlagen

rule-removing-outside_mills_first = Steine in einer Mühle sind geschützt. Nur wenn alle gegnerischen Steine auf dem Brett in Mühlen stehen, darf jeder von ihnen geschlagen werden.
rule-removing-outside_mills_first-otherwise = Ohne diesen Schutz böte eine Mühle keine Sicherheit: Die andere Seite könnte sie sofort aufbrechen.
rule-removing-outside_mills_only = Steine in einer Mühle sind immer geschützt. Stehen alle gegnerischen Steine auf dem Brett in Mühlen, wird keiner geschlagen.
rule-removing-outside_mills_only-otherwise = An vielen Tischen darf jeder Stein geschlagen werden, wenn alle in Mühlen stehen; hier bringt eine dann geschlossene Mühle nichts ein.
rule-removing-any = Jeder gegnerische Stein auf dem Brett darf geschlagen werden, auch aus einer Mühle.
rule-removing-any-otherwise = Wären Steine in Mühlen geschützt, böte eine geschlossene Mühle Sicherheit; hier kann sie sofort aufgebrochen werden.
rule-removing-one = Es wird ein Stein geschlagen, auch wenn ein Zug mehrere Mühlen zugleich schließt.
rule-removing-one_per_mill = Schließt ein Zug mehrere Mühlen zugleich, wird für jede ein Stein geschlagen, solange es Steine gibt, die geschlagen werden dürfen.
rule-removing-for-good = Ein geschlagener Stein kommt nie zurück.
rule-removing-never = Steine werden nie geschlagen.

## Ziehen

rule-movement-adjacent = Ein Stein zieht entlang einer gezeichneten Linie auf einen leeren Nachbarpunkt. Andere Steine überspringt er nie.
rule-movement-any = Ein Stein zieht auf einen beliebigen leeren Punkt des Bretts, wie weit er auch entfernt ist.

## Springen: $few ist die größte Zahl von Steinen, die springen, $men die Zahl einer Seite

rule-flying-never = Gesprungen wird nicht: Auch wer nur noch wenige Steine hat, zieht nur auf Nachbarpunkte.
rule-flying-never-otherwise = Würde gesprungen, könnte eine Seite mit nur noch drei Steinen auf jeden leeren Punkt ziehen und wäre viel schwerer einzuschließen.
rule-flying-never-win = Gesprungen wird nicht: Auch wenn alle Steine gesetzt sind, ziehen sie nur auf Nachbarpunkte.
rule-flying-never-win-otherwise = Würde gesprungen, dürften sie dann auf jeden leeren Punkt ziehen.
rule-flying-few = Wer { $few ->
    [3] nur noch drei Steine
   *[other] nur noch { $few } Steine oder weniger
} auf dem Brett und keinen in der Hand hat, springt, das heißt, zieht auf einen beliebigen leeren Punkt.
rule-flying-few-otherwise = Ohne das Springen bliebe es bei den Nachbarpunkten, und diese Seite wäre viel leichter einzuschließen.
rule-flying-all = Gesprungen wird, sobald alle { $few } eigenen Steine gesetzt sind: Man zieht auf einen beliebigen leeren Punkt, ob man einen Stein verloren hat oder nicht.
rule-flying-all-otherwise = Ohne das Springen bliebe es bei den Nachbarpunkten.
rule-flying-moot-never = Springen braucht hier niemand, denn jeder Stein darf immer auf einen beliebigen leeren Punkt ziehen.
rule-flying-moot = Wer { $few } Steine oder weniger auf dem Brett und keinen in der Hand hat, springt zwar dem Namen nach, doch das ändert nichts: Jeder Stein darf immer auf einen beliebigen leeren Punkt ziehen.

## Gewinnen

rule-winning-capture = Wer weniger als { $min ->
    [3] drei
   *[other] { $min }
} Steine hat, auf dem Brett und in der Hand zusammen, hat verloren.
rule-winning-mill = Wer zuerst eine Mühle schließt, hat gewonnen. Wenige Steine zu haben verliert nicht.
rule-winning-blocked-loses = Wer am Zug ist und keinen erlaubten Zug hat, hat verloren.

## Unentschieden

rule-draws-blocked-passes = Wer am Zug ist und keinen erlaubten Zug hat, muss aussetzen, und die andere Seite ist wieder am Zug. Hat keine Seite einen erlaubten Zug, ist die Partie unentschieden.
rule-draws-blocked-draw = Hat die Seite am Zug keinen erlaubten Zug, ist die Partie unentschieden: Wer eingeschlossen ist, verliert nicht.
rule-draws-board_full-draw = Sind nach einem Zug alle Punkte besetzt, ist die Partie unentschieden.
rule-draws-board_full-blocked = Ein volles Brett ist für sich kein Unentschieden: Die Seite am Zug hat dann nur keinen erlaubten Zug.
rule-draws-repetition = Die Partie ist unentschieden, wenn dieselbe Stellung { $count ->
    [2] zweimal
    [3] dreimal
   *[other] { $count }-mal
} auf dem Brett stand.
rule-draws-repetition-never = Wie oft dieselbe Stellung auch wiederkommt, die Partie geht weiter.
rule-draws-quiet = Die Partie ist unentschieden nach { $plies } Zügen in Folge, beide Seiten zusammengezählt, in denen kein Stein gesetzt oder geschlagen wurde.
rule-draws-quiet-never = Züge ohne Setzen und Schlagen sind unbegrenzt erlaubt.

## Die Tabelle. Kurz, ohne Punkt am Ende. Felder aus mehreren Teilen werden mit
## `cell-separator` verbunden.

cell-separator = {"; "}
cell-men = je { $men }
cell-lines-square24 = { $lines } Linien: die Seiten der Quadrate und die Linien durch ihre Mitten; keine Diagonalen
cell-lines-square24_diagonal = { $lines } Linien: die Seiten der Quadrate, die Linien durch ihre Mitten und durch ihre Ecken
cell-lines-square16 = { $lines } Linien: die Seiten der Quadrate; nicht die Verbindungen zwischen ihnen
cell-lines-square17 = { $lines } Linien: die Seiten der Quadrate und drei benachbarte Punkte in der Reihe oder Spalte durch die Mitte
cell-lines-square25 = { $lines } Linien: die Seiten der Quadrate und drei benachbarte Punkte in der Reihe oder Spalte durch die Mitte; keine Diagonalen
cell-lines-grid9_diagonal = { $lines } Linien: Reihen, Spalten und Diagonalen
cell-lines-grid9 = { $lines } Linien: Reihen und Spalten; keine Diagonalen
cell-placing-only = erst werden alle Steine gesetzt, dann wird gezogen
cell-placing-or-moving = einen Stein setzen oder ziehen, nach Wahl
cell-mill-capture-from-start = schlägt einen gegnerischen Stein, vom ersten Stein an
cell-mill-capture-when-placed = schlägt einen gegnerischen Stein, aber erst wenn beide Seiten alle Steine gesetzt haben
cell-mill-win = gewinnt sofort
cell-removing-outside_mills_first = Steine außerhalb von Mühlen; jeder, wenn alle in Mühlen stehen
cell-removing-outside_mills_only = nur Steine außerhalb von Mühlen; keiner, wenn alle in Mühlen stehen
cell-removing-any = jeder Stein, auch aus einer Mühle
cell-removing-one = einer je Zug
cell-removing-one_per_mill = einer je geschlossener Mühle
cell-removing-never = es wird nicht geschlagen
cell-movement-adjacent = entlang einer Linie auf einen Nachbarpunkt
cell-movement-any = auf einen beliebigen leeren Punkt
cell-flying-never = nein
cell-flying-few = mit { $few } Steinen oder weniger
cell-flying-all = sobald alle Steine gesetzt sind
cell-flying-moot-never = unnötig: Steine ziehen überallhin
cell-flying-moot = mit { $few } Steinen oder weniger, aber Steine ziehen ohnehin überallhin
cell-winning-capture = die andere Seite hat weniger als { $min ->
    [3] drei
   *[other] { $min }
} Steine
cell-winning-mill = eine Mühle schließen
cell-winning-blocked-loses = die andere Seite hat keinen erlaubten Zug
cell-draws-blocked-passes = keine Seite hat einen erlaubten Zug (eine allein setzt aus)
cell-draws-blocked-draw = die Seite am Zug hat keinen erlaubten Zug
cell-draws-board_full-draw = volles Brett
cell-draws-board_full-blocked = ein volles Brett allein nicht
cell-draws-repetition = dieselbe Stellung { $count ->
    [2] zweimal
    [3] dreimal
   *[other] { $count }-mal
}
cell-draws-repetition-never = nie durch Wiederholung
cell-draws-quiet = { $plies } Züge ohne Setzen oder Schlagen
cell-draws-quiet-never = ruhige Züge unbegrenzt

## Feld für Feld. $field ist ein `field-…`, $a und $b sind Werte in Worten.

difference = { $field }: { $a } / { $b }
difference-moot = { $field }: { $a } / { $b } (ändert hier nichts)
difference-absent = nicht in diesen Regeln

## Warum eine Seite springt oder nicht. $side ist `side-white` oder `side-black`.

flies-few = { $side } springt: Alle Steine sind gesetzt, und { $men } sind noch auf dem Brett.
flies-moot = Nach diesen Regeln zieht jeder Stein auf einen beliebigen leeren Punkt; Springen macht also keinen Unterschied.
flies-not-never = { $side } springt nicht: Nach diesen Regeln wird nicht gesprungen.
flies-not-hand = { $side } springt nicht: Es sind noch Steine in der Hand ({ $hand }).
flies-not-many = { $side } springt nicht: Auf dem Brett stehen { $men } Steine, und gesprungen wird nur mit { $few } oder weniger.
