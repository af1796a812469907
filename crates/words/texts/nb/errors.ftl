### Hva tjenesten sier når et kall mislykkes av en annen grunn enn reglene for
### spillet. Skriv til den som sitter ved brettet: hva er galt, og hva gjør man.
### Ethvert argument kan være "absent". README.md lister dem opp.

## Kall

reason-malformed = Forespørselen kan ikke leses. Se etter formen og feltene.
reason-invalid_argument = { $field ->
    [absent] Et felt i forespørselen mangler eller er feil.
   *[other] Feltet { $field } mangler eller er feil.
}
reason-too_large = { $limit ->
    [absent] Forespørselen er for stor. Send mindre om gangen.
   *[other] Forespørselen er for stor. Høyst { $limit } er tillatt.
}
reason-too_many = { $seconds ->
    [absent] For mange forespørsler. Vent litt, og prøv igjen.
    [one] For mange forespørsler. Prøv igjen om ett sekund.
   *[other] For mange forespørsler. Prøv igjen om { $seconds } sekunder.
}
reason-unavailable = Tjenesten er ikke tilgjengelig akkurat nå. Prøv igjen om litt.
reason-deadline_exceeded = Dette tok for lang tid og ble stoppet. Prøv igjen.
reason-cancelled = Forespørselen ble avbrutt før den var besvart.
reason-internal = Noe gikk galt hos oss. Prøv igjen; skjer det på nytt, så si fra til den som driver tjenesten.
reason-not_implemented = Det kan ikke tjenesten ennå.
reason-unknown_route = Det er ingenting på denne adressen. Se etter om den er riktig.
reason-wrong_method = Denne adressen svarer ikke på denne metoden.
reason-not_acceptable = Tjenesten kan ikke svare i formatet det ble bedt om.
reason-wrong_content_type = Tjenesten kan ikke lese dette formatet. Send JSON.

## Plasser og spill

reason-unauthenticated = Dette krever en gyldig nøkkel. Bruk lenken eller nøkkelen du har fått.
reason-webhook_not_found = Det finnes ingen slik webhook.
reason-delivery_not_found = Det finnes ingen slik levering som kan sendes på nytt.
reason-too_many_webhooks = { $limit ->
    [absent] Applikasjonen har så mange webhooker som den kan ha. Slett én først.
   *[other] Applikasjonen har { $limit } webhooker og kan ikke ha flere. Slett én først.
}
reason-api_key_required = Her trengs nøkkelen til en applikasjon. Send en som x-api-key.
reason-api_key_unknown = Denne applikasjonsnøkkelen er ukjent. Se etter om den er hel.
reason-api_key_expired = Denne applikasjonsnøkkelen har utløpt. Bruk en nyere.
reason-api_key_revoked = Denne applikasjonsnøkkelen er trukket tilbake. Bruk en annen.
reason-quota_exceeded = { $limit ->
    [absent] Denne applikasjonen har så mange spill som den kan ha. Prøv igjen senere.
   *[other] Denne applikasjonen har så mange spill som den kan ha: { $limit }. Prøv igjen senere.
}
reason-wrong_seat = Det kan du ikke gjøre fra denne plassen.
reason-game_not_found = Det spillet finnes ikke. Se etter om lenken er riktig.
reason-private_game = Spillet er privat. Bare spillerne kan se det.
reason-forbidden = Det er ikke tillatt.
reason-not_found = Det finnes ingenting med det navnet. Det kan være fjernet.
reason-conflict = Det passer ikke med hvordan det står nå. Se etter, og velg på nytt.
reason-seat_taken = Plassen er allerede tatt.
reason-invitation_used = Invitasjonen er allerede brukt. Be om en ny.
reason-invitation_unknown = Invitasjonen er ikke gyldig. Be om en ny.
reason-invitation_expired = Invitasjonen har utløpt. Be om en ny.
reason-nothing_to_revoke = Det er ingen invitasjon til denne plassen som kan trekkes tilbake.
reason-seat_open = Ingen har tatt denne plassen ennå.
reason-request_id_reused = Denne forespørsels-id-en er allerede brukt til noe annet. Bruk en ny.
reason-stale_revision = Spillet har endret seg i mellomtiden. Se hvordan det står nå, og velg på nytt.
reason-not_your_turn = Det er ikke din tur. Vent på motstanderen.
reason-already_offered = Det er allerede tilbudt. Vent på svaret.
reason-nothing_to_answer = Det er ikke noe tilbud å svare på. Det kan ha falt bort.
reason-game_too_long = { $limit ->
    [absent] Spillet har nådd sin største lengde. Avtal uavgjort, eller gi opp.
   *[other] Spillet har nådd sin største lengde på { $limit } turer. Avtal uavgjort, eller gi opp.
}
reason-too_many_events = { $limit ->
    [absent] Det har skjedd så mye i dette spillet at det nå bare kan spilles til ende.
   *[other] Det har skjedd mer enn { $limit } ting i dette spillet: det kan nå bare spilles til ende.
}
reason-too_late_to_abort = Begge har fullført en tur, så spillet kan ikke lenger avbrytes. Du kan gi opp eller tilby uavgjort.
reason-nothing_to_take_back = Du har ingen tur å ta tilbake.
reason-game_not_over = Spillet er fortsatt i gang. Spill det ferdig først.

## Reglene ved bordet

reason-unknown_variant = { $variant ->
    [absent] Den varianten finnes ikke.
   *[other] Varianten { $variant } finnes ikke.
}
reason-option_not_offered = { $option ->
    [absent] Varianten har ikke det valget.
   *[other] { $variant } har ikke valget «{ $option }».
}
reason-invalid_option = { $option ->
    [absent] Valget kan ikke ha den verdien.
   *[other] Valget «{ $option }» kan ikke ha den verdien.
}
reason-invalid_rule_set = { $reasons ->
    [absent] Reglene passer ikke sammen.
   *[other] Reglene passer ikke sammen: { $reasons }
}
reason-invalid_position = { $reasons ->
    [absent] Stillingen er ikke mulig etter disse reglene.
   *[other] Stillingen er ikke mulig etter disse reglene: { $reasons }
}
reason-invalid_record = { $line ->
    [absent] Referatet kan ikke leses.
   *[other] Referatet kan ikke leses: se linje { $line }, tegn { $column }.
}
# En grunn som ikke har sin egen melding.
unknown-reason = Det lar seg ikke gjøre ({ $reason }).
