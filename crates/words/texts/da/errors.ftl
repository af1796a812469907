### Hvad tjenesten siger, når et kald mislykkes af en anden grund end spillets
### regler. Skriv til den, der sidder ved brættet: hvad er galt, og hvad gør man.
### Ethvert argument kan være "absent". README.md opregner dem.

## Kald

reason-malformed = Forespørgslen kan ikke læses. Se efter dens form og dens felter.
reason-invalid_argument = { $field ->
    [absent] Et felt i forespørgslen mangler eller er forkert.
   *[other] Feltet { $field } mangler eller er forkert.
}
reason-too_large = { $limit ->
    [absent] Forespørgslen er for stor. Send mindre ad gangen.
   *[other] Forespørgslen er for stor. Højst { $limit } er tilladt.
}
reason-too_many = { $seconds ->
    [absent] For mange forespørgsler. Vent et øjeblik, og prøv igen.
    [one] For mange forespørgsler. Prøv igen om et sekund.
   *[other] For mange forespørgsler. Prøv igen om { $seconds } sekunder.
}
reason-unavailable = Tjenesten kan ikke nås lige nu. Prøv igen om et øjeblik.
reason-deadline_exceeded = Det tog for lang tid og blev stoppet. Prøv igen.
reason-cancelled = Forespørgslen blev afbrudt, før den var besvaret.
reason-internal = Noget gik galt hos os. Prøv igen; sker det igen, så sig det til den, der driver tjenesten.
reason-not_implemented = Det kan tjenesten ikke endnu.
reason-unknown_route = Der er ikke noget på denne adresse. Se efter, om den er rigtig.
reason-wrong_method = Denne adresse svarer ikke på denne metode.
reason-not_acceptable = Tjenesten kan ikke svare i det format, der blev bedt om.
reason-wrong_content_type = Tjenesten kan ikke læse dette format. Send JSON.

## Pladser og spil

reason-unauthenticated = Det kræver en gyldig nøgle. Brug det link eller den nøgle, du har fået.
reason-webhook_not_found = Der er ingen sådan webhook.
reason-delivery_not_found = Der er ingen sådan levering, der kan sendes igen.
reason-too_many_webhooks = { $limit ->
    [absent] Applikationen har så mange webhooks, som den må have. Slet én først.
   *[other] Applikationen har { $limit } webhooks og må ikke have flere. Slet én først.
}
reason-api_key_required = Her kræves en applikations nøgle. Send en som x-api-key.
reason-api_key_unknown = Denne applikationsnøgle kendes ikke. Se efter, om den er hel.
reason-api_key_expired = Denne applikationsnøgle er udløbet. Brug en nyere.
reason-api_key_revoked = Denne applikationsnøgle er trukket tilbage. Brug en anden.
reason-quota_exceeded = { $limit ->
    [absent] Denne applikation har så mange spil, som den må have. Prøv igen senere.
   *[other] Denne applikation har så mange spil, som den må have: { $limit }. Prøv igen senere.
}
reason-wrong_seat = Det kan du ikke gøre fra denne plads.
reason-game_not_found = Det spil findes ikke. Se efter, om linket er rigtigt.
reason-private_game = Spillet er privat. Kun spillerne kan se det.
reason-forbidden = Det er ikke tilladt.
reason-not_found = Der er ikke noget af det navn. Det kan være fjernet.
reason-conflict = Det passer ikke til, hvordan det står nu. Se efter, og vælg igen.
reason-seat_taken = Pladsen er allerede taget.
reason-invitation_used = Invitationen er allerede brugt. Bed om en ny.
reason-invitation_unknown = Invitationen er ikke gyldig. Bed om en ny.
reason-invitation_expired = Invitationen er udløbet. Bed om en ny.
reason-nothing_to_revoke = Der er ingen invitation til denne plads, som kan trækkes tilbage.
reason-seat_open = Ingen har taget denne plads endnu.
reason-request_id_reused = Dette forespørgsels-id er allerede brugt til noget andet. Brug et nyt.
reason-stale_revision = Spillet har ændret sig imens. Se, hvordan det står nu, og vælg igen.
reason-not_your_turn = Det er ikke din tur. Vent på modstanderen.
reason-already_offered = Det er allerede tilbudt. Vent på svaret.
reason-nothing_to_answer = Der er ikke noget tilbud at svare på. Det kan være bortfaldet.
reason-game_too_long = { $limit ->
    [absent] Spillet har nået sin største længde. Aftal uafgjort, eller giv op.
   *[other] Spillet har nået sin største længde på { $limit } ture. Aftal uafgjort, eller giv op.
}
reason-too_many_events = { $limit ->
    [absent] Der er sket så meget i dette spil, at det nu kun kan spilles til ende.
   *[other] Der er sket mere end { $limit } ting i dette spil: det kan nu kun spilles til ende.
}
reason-too_late_to_abort = Begge har fuldført en tur, så spillet kan ikke længere afbrydes. Du kan give op eller tilbyde uafgjort.
reason-nothing_to_take_back = Du har ingen tur at tage tilbage.
reason-game_not_over = Spillet er stadig i gang. Spil det færdigt først.

## Bordets regler

reason-unknown_variant = { $variant ->
    [absent] Den variant findes ikke.
   *[other] Varianten { $variant } findes ikke.
}
reason-option_not_offered = { $option ->
    [absent] Varianten har ikke det valg.
   *[other] { $variant } har ikke valget »{ $option }«.
}
reason-invalid_option = { $option ->
    [absent] Valget kan ikke have den værdi.
   *[other] Valget »{ $option }« kan ikke have den værdi.
}
reason-invalid_rule_set = { $reasons ->
    [absent] Reglerne passer ikke sammen.
   *[other] Reglerne passer ikke sammen: { $reasons }
}
reason-invalid_position = { $reasons ->
    [absent] Stillingen er ikke mulig efter disse regler.
   *[other] Stillingen er ikke mulig efter disse regler: { $reasons }
}
reason-invalid_record = { $line ->
    [absent] Optegnelsen kan ikke læses.
   *[other] Optegnelsen kan ikke læses: se linje { $line }, tegn { $column }.
}
# En grund, som ikke har sin egen besked.
unknown-reason = Det kan ikke lade sig gøre ({ $reason }).
