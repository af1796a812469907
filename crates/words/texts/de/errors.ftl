### Was der Dienst sagt, wenn ein Aufruf aus einem anderen Grund als den Spielregeln
### scheitert. Schreibe für den Menschen am Brett: was ist falsch, und was hilft.
### Jedes Argument kann "absent" sein. README.md zählt sie auf.

## Aufrufe

reason-malformed = Die Anfrage ist nicht lesbar. Prüfe ihre Form und ihre Felder.
reason-invalid_argument = { $field ->
    [absent] Ein Feld der Anfrage fehlt oder ist falsch.
   *[other] Das Feld { $field } fehlt oder ist falsch.
}
reason-too_large = { $limit ->
    [absent] Die Anfrage ist zu groß. Sende weniger auf einmal.
   *[other] Die Anfrage ist zu groß. Höchstens { $limit } sind erlaubt.
}
reason-too_many = { $seconds ->
    [absent] Zu viele Anfragen. Warte einen Augenblick und versuche es noch einmal.
    [one] Zu viele Anfragen. Versuche es in einer Sekunde noch einmal.
   *[other] Zu viele Anfragen. Versuche es in { $seconds } Sekunden noch einmal.
}
reason-unavailable = Der Dienst ist gerade nicht erreichbar. Versuche es gleich noch einmal.
reason-deadline_exceeded = Das hat zu lange gedauert und wurde angehalten. Versuche es noch einmal.
reason-cancelled = Die Anfrage wurde abgebrochen, bevor sie beantwortet war.
reason-internal = Bei uns ist etwas schiefgegangen. Versuche es noch einmal; geschieht es wieder, sage es den Betreibern des Dienstes.
reason-not_implemented = Das kann der Dienst noch nicht.
reason-unknown_route = Unter dieser Adresse gibt es nichts. Prüfe die Adresse.
reason-wrong_method = Diese Adresse antwortet nicht auf diese Methode.
reason-not_acceptable = In dem verlangten Format kann der Dienst nicht antworten.
reason-wrong_content_type = Dieses Format kann der Dienst nicht lesen. Sende JSON.

## Plätze und Partien

reason-unauthenticated = Dafür braucht es einen gültigen Schlüssel. Verwende den Link oder den Schlüssel, den du bekommen hast.
reason-webhook_not_found = Diesen Webhook gibt es nicht.
reason-delivery_not_found = Es gibt keine solche Zustellung, die noch einmal gesendet werden könnte.
reason-too_many_webhooks = { $limit ->
    [absent] Die Anwendung hat so viele Webhooks, wie sie haben darf. Lösche zuerst einen.
   *[other] Die Anwendung hat { $limit } Webhooks und darf nicht mehr haben. Lösche zuerst einen.
}
reason-api_key_required = Hier wird der Schlüssel einer Anwendung gebraucht. Sende ihn als x-api-key.
reason-api_key_unknown = Dieser Anwendungsschlüssel ist unbekannt. Prüfe, ob er vollständig ist.
reason-api_key_expired = Dieser Anwendungsschlüssel ist abgelaufen. Verwende einen neueren.
reason-api_key_revoked = Dieser Anwendungsschlüssel wurde widerrufen. Verwende einen anderen.
reason-quota_exceeded = { $limit ->
    [absent] Diese Anwendung hat so viele Partien, wie sie haben darf. Versuche es später noch einmal.
   *[other] Diese Anwendung hat so viele Partien, wie sie haben darf: { $limit }. Versuche es später noch einmal.
}
reason-wrong_seat = Das geht von diesem Platz aus nicht.
reason-game_not_found = Diese Partie gibt es nicht. Prüfe den Link.
reason-private_game = Diese Partie ist privat. Nur wer mitspielt, kann sie sehen.
reason-forbidden = Das ist nicht erlaubt.
reason-not_found = Nichts trägt diesen Namen. Vielleicht wurde es entfernt.
reason-conflict = Das passt nicht zum jetzigen Stand. Sieh nach und entscheide neu.
reason-seat_taken = Dieser Platz ist schon besetzt.
reason-invitation_used = Diese Einladung wurde schon verwendet. Bitte um eine neue.
reason-invitation_unknown = Diese Einladung ist nicht gültig. Bitte um eine neue.
reason-invitation_expired = Diese Einladung ist abgelaufen. Bitte um eine neue.
reason-nothing_to_revoke = Es gibt keine Einladung zu diesem Platz, die man zurückziehen könnte.
reason-seat_open = Diesen Platz hat noch niemand eingenommen.
reason-request_id_reused = Diese Anfrage-ID wurde schon für etwas anderes verwendet. Verwende eine neue.
reason-stale_revision = Die Partie hat sich inzwischen verändert. Sieh sie dir an, wie sie jetzt steht, und entscheide neu.
reason-not_your_turn = Du bist nicht am Zug. Warte auf die andere Seite.
reason-already_offered = Das ist schon angeboten. Warte auf die Antwort.
reason-nothing_to_answer = Es gibt kein Angebot zu beantworten. Vielleicht ist es verfallen.
reason-game_too_long = { $limit ->
    [absent] Die Partie hat ihre größte Länge erreicht. Einigt euch auf Unentschieden, oder gib auf.
   *[other] Die Partie hat ihre größte Länge von { $limit } Zügen erreicht. Einigt euch auf Unentschieden, oder gib auf.
}
reason-too_many_events = { $limit ->
    [absent] In dieser Partie ist so viel geschehen, dass sie nur noch zu Ende gespielt werden kann.
   *[other] In dieser Partie ist mehr als { $limit } Mal etwas geschehen: sie kann nur noch zu Ende gespielt werden.
}
reason-too_late_to_abort = Beide Seiten haben einen Zug vollendet, die Partie kann nicht mehr abgebrochen werden. Du kannst aufgeben oder Unentschieden anbieten.
reason-nothing_to_take_back = Du hast keinen Zug, den du zurücknehmen könntest.
reason-game_not_over = Die Partie läuft noch. Spiele sie erst zu Ende.

## Die Regeln des Tisches

reason-unknown_variant = { $variant ->
    [absent] Diese Variante gibt es nicht.
   *[other] Die Variante { $variant } gibt es nicht.
}
reason-option_not_offered = { $option ->
    [absent] Die Variante bietet diese Wahl nicht.
   *[other] { $variant } bietet die Wahl „{ $option }“ nicht.
}
reason-invalid_option = { $option ->
    [absent] Diesen Wert kann die Wahl nicht haben.
   *[other] Die Wahl „{ $option }“ kann diesen Wert nicht haben.
}
reason-invalid_rule_set = { $reasons ->
    [absent] Diese Regeln passen nicht zusammen.
   *[other] Diese Regeln passen nicht zusammen: { $reasons }
}
reason-invalid_position = { $reasons ->
    [absent] Diese Stellung ist nach diesen Regeln nicht möglich.
   *[other] Diese Stellung ist nach diesen Regeln nicht möglich: { $reasons }
}
reason-invalid_record = { $line ->
    [absent] Diese Mitschrift ist nicht lesbar.
   *[other] Diese Mitschrift ist nicht lesbar: siehe Zeile { $line }, Zeichen { $column }.
}
# Ein Grund, der keine eigene Meldung hat.
unknown-reason = Das geht nicht ({ $reason }).
