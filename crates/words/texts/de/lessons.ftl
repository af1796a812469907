### Die Anleitung, Schritt für Schritt. `lesson-ID` ist eine Lektion, `.about` wovon sie
### handelt; `lesson-ID-N` ist Schritt N, `.task` was zu tun ist, `.right` was gesagt wird,
### wenn es getan ist.

lesson_legal = Das ist erlaubt, aber hier ist etwas anderes gefragt. Versuche einen anderen Zug.

lesson-board = Das Brett
    .about = Punkte, Linien, Nachbarn.
lesson-board-1 = Drei Quadrate liegen ineinander, und die Mitten ihrer Seiten sind verbunden. Die Steine stehen auf den Punkten, an denen Linien sich treffen oder enden: Es sind 24. Jeder Punkt heißt nach seiner Spalte und seiner Reihe; der oben links ist a7.
lesson-board-2 = Zwei Punkte sind Nachbarn, wenn eine Linie sie ohne einen Punkt dazwischen verbindet. Der Stein auf d6 hat vier: d7, b6, f6 und d5. Eine Ecke hat nur zwei. Je mehr Nachbarn, desto mehr kann ein Stein später.

lesson-placing = Setzen
    .about = Wie eine Partie beginnt.
lesson-placing-1 = Jede Seite hat neun Steine in der Hand, und Weiß beginnt. Abwechselnd setzt man einen Stein auf einen leeren Punkt, bis alle 18 stehen.
    .task = Setze einen Stein auf einen beliebigen Punkt.
    .right = So geht es weiter, Zug um Zug.
lesson-placing-2 = Die besten Plätze für den Anfang sind die vier Kreuzungen des mittleren Quadrats: d6, b4, f4 und d2. Sie haben die meisten Nachbarn und liegen auf den nützlichsten Linien. Zwei davon sind besetzt.
    .task = Nimm eine der beiden Kreuzungen, die noch frei sind.
    .right = Ein guter Platz: vier Nachbarn und zwei Linien.

lesson-mill = Eine Mühle
    .about = Drei Steine auf einer Linie.
lesson-mill-1 = Drei eigene Steine auf einer gezeichneten Linie sind eine Mühle. Sie zählt vom ersten Stein an, auch während noch gesetzt wird.
    .task = Du hast Steine auf a7 und d7. Setze den dritten und schließe die Mühle oben.
    .right = Mühle! Wer eine schließt, darf einen gegnerischen Stein schlagen.
lesson-mill-2 = Eine Mühle kann auch auf einer Linie stehen, die die Quadrate verbindet, wie d7, d6 und d5.
    .task = Schließe die Mühle, die von d7 nach unten führt.
    .right = Mühle! Seiten der Quadrate und die Linien dazwischen zählen gleich viel.
lesson-mill-3 = Drei Steine schräg hintereinander sind keine Mühle: Von Ecke zu Ecke ist keine Linie gezeichnet. Die Steine auf a7, b6 und c5 bringen nichts ein.

lesson-removing = Schlagen
    .about = Was eine Mühle einbringt und wer sicher ist.
lesson-removing-1 = Du hast gerade die Mühle oben geschlossen und schlägst nun einen Stein. Steine in einer Mühle sind sicher, solange andere nicht in einer stehen: c3, d3 und e3 sind eine Mühle, b6 steht allein.
    .task = Schlage den Stein, der nicht sicher ist.
    .right = Er ist für den Rest der Partie weg.
lesson-removing-2 = Hier stehen alle schwarzen Steine in einer Mühle. Dann ist keiner sicher, und du darfst jeden schlagen.
    .task = Schlage einen schwarzen Stein und brich die Mühle auf.
    .right = Damit ist auch die Mühle weg.

lesson-moving = Ziehen
    .about = Wenn alle Steine gesetzt sind.
lesson-moving-1 = Alle Steine sind gesetzt. Nun zieht man in jedem Zug einen Stein entlang einer Linie auf einen leeren Nachbarpunkt. Über einen anderen Stein hinweg geht es nie.
    .task = Ziehe den Stein von d6 nach d5 und schließe die Mühle c5, d5, e5.
    .right = Mühle! Durch Ziehen schließt man eine Mühle so gut wie durch Setzen.

lesson-open-close = Öffnen und Schließen
    .about = Eine Mühle, die immer wieder wirkt.
lesson-open-close-1 = Eine Mühle, die nur dasteht, bringt nichts mehr ein. Aber du kannst sie öffnen, indem du einen Stein wegziehst, und später wieder schließen.
    .task = Öffne die Mühle c5, d5, e5: Ziehe einen ihrer Steine heraus.
    .right = Jetzt droht sie sich wieder zu schließen. Achte darauf, dass kein gegnerischer Stein dazwischen kann.
lesson-open-close-2 = Es war nicht zu verhindern. Eine Mühle, die wieder geschlossen wird, zählt als neue.
    .task = Ziehe zurück und schließe die Mühle.
    .right = Wieder Mühle! Jedes Mal kostet es die andere Seite einen Stein.
lesson-open-close-3 = Schlage den Stein, der am meisten schadet, nicht den bequemsten. Die schwarzen Steine auf b2 und d2 warten darauf, dass der von f4 nach f2 zieht.
    .task = Schlage einen Stein, sodass Schwarz im nächsten Zug keine Mühle schließen kann.
    .right = Die Drohung ist weg.

lesson-flying = Springen
    .about = Mit drei Steinen.
lesson-flying-1 = Wer nur noch drei Steine hat und keinen in der Hand, springt: auf jeden leeren Punkt. Schwarz ist am Zug und hat drei.
    .task = Springe von g7 nach d5 und schließe die Mühle.
    .right = Mit drei Steinen ist noch nichts verloren. Aber ein weiterer Verlust ist das Ende.

lesson-winning = Gewinnen
    .about = Die zwei Wege zum Sieg.
lesson-winning-1 = Wer weniger als drei Steine hat, kann keine Mühle mehr schließen und hat verloren. Schwarz hat drei, und du hast gerade eine Mühle geschlossen.
    .task = Schlage einen Stein und gewinne.
    .right = Gewonnen: Zwei Steine sind zu wenig.
lesson-winning-2 = Auch wer am Zug ist und nicht ziehen kann, hat verloren. Schwarz hat vier Steine und springt deshalb nicht; nur der auf g1 kann noch ziehen, nach g4.
    .task = Nimm den letzten freien Punkt weg.
    .right = Gewonnen: Schwarz hat keinen erlaubten Zug.

lesson-double-mill = Die Zwickmühle
    .about = Ein Stein, der in jedem Zug eine Mühle schließt.
lesson-double-mill-1 = Fünf Steine genügen: Der auf d6 gehört zur Mühle b6, d6, f6, und einen Schritt tiefer schließt er die Mühle c5, d5, e5.
    .task = Ziehe von der einen Mühle in die andere.
    .right = Mühle! Und die erste ist offen und im nächsten Zug wieder zu schließen.
lesson-double-mill-2 = Schwarz hat einen Stein verloren und konnte nur zusehen. Jetzt geht derselbe Stein zurück.
    .task = Schließe die andere Mühle.
    .right = In jedem Zug eine Mühle: Das entscheidet meist die Partie. Nur eine gleich große Drohung hilft.

lesson-draws = Unentschieden
    .about = Wenn niemand gewinnt.
lesson-draws-1 = Eine Partie kann ohne Sieg enden: wenn dieselbe Stellung zum dritten Mal vorkommt, nach hundert Zügen in Folge, in denen kein Stein gesetzt oder geschlagen wird, oder wenn beide sich einigen. Die Grenzen verabredet man am besten vorher; die Regeln eines Tisches sagen, was gilt.

lesson-three = Mühle mit drei Steinen
    .about = Das kleinste Spiel: Wer eine Mühle schließt, gewinnt.
lesson-three-1 = Neun Punkte und drei Steine für jede Seite; hier zählen die Diagonalen. Die Mitte liegt auf vier der acht Linien.
    .task = Beginne dort, wo es am meisten wert ist.
    .right = Genau: Spielen beide fehlerlos, gewinnt, wer beginnt, aber nur aus der Mitte.
lesson-three-2 = Geschlagen wird hier nicht. Die erste Mühle gewinnt sofort.
    .task = Gewinne.
    .right = Gewonnen! Hat nach dem Setzen niemand eine Mühle, ziehen die Steine entlang der Linien.

lesson-six = Mühle mit sechs Steinen
    .about = Ein kleineres Brett, auf dem niemand springt.
lesson-six-1 = Zwei Quadrate und sechs Steine für jede Seite. Sonst geht es wie im großen Spiel, doch mit drei Steinen springt man nicht.
    .task = Schließe die Mühle oben.
    .right = Mühle! Den Rest kennst du schon.
lesson-six-2 = Die kurzen Verbindungen zwischen den Quadraten verbinden nur Nachbarn. Auf jeder liegen bloß zwei Punkte, also kann dort keine Mühle stehen. Auf diesem Brett spielt man auch die Mühle mit fünf Steinen.

lesson-others = Die anderen Spiele
    .about = Diagonalen, frühes Ziehen, eine Mitte.
lesson-others-1 = In der Mühle mit zwölf oder elf Steinen und in Morabaraba sind die Ecken verbunden, und auf ihren Diagonalen können Mühlen stehen.
    .task = Schließe die Mühle auf der Diagonale.
    .right = Mühle! Hier zählt die schräge Reihe.
lesson-others-2 = In Laskers Spiel darf man ziehen, obwohl man noch Steine in der Hand hat.
    .task = Schließe die Mühle c5, d5, e5, durch Setzen oder durch Ziehen.
    .right = Mühle! Wer zieht, spart einen Stein für später.
lesson-others-3 = Die Mühle mit sieben Steinen und Sesotho-Morabaraba haben eine Mitte. Linien mit drei Punkten laufen von allen Seiten hinein.
    .task = Schließe eine Mühle in der Mitte.
    .right = Mühle! Die Mitte ist der stärkste Punkt dieser Bretter.
lesson-others-4 = Achi ist die Mühle mit drei Steinen, nur mit vier Steinen für jede Seite. Sind alle gesetzt, ist bloß ein Punkt leer, und wer am Zug ist und nicht ziehen kann, hat verloren.
    .task = Ziehe auf den leeren Punkt und gewinne.
    .right = Gewonnen! Drei in einer Reihe, wie in der Mühle mit drei Steinen.
lesson-others-5 = In Neun Löcher darf ein Stein auf jeden leeren Punkt ziehen, und Diagonalen zählen nicht. Auf der Seite jedes Spiels steht, worin es sich von der gewöhnlichen Mühle unterscheidet. Spiele jetzt eines!
