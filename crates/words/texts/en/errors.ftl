### What the service says when a call fails for another reason than the rules of the
### game. Write for the person at the board: what is wrong, and what to do.
### Every argument may be "absent". README.md lists them.

## Calls

reason-malformed = The request cannot be read. Check its form and its fields.
reason-invalid_argument = { $field ->
    [absent] A field of the request is missing or wrong.
   *[other] The field { $field } is missing or wrong.
}
reason-too_large = { $limit ->
    [absent] The request is too large. Send less at once.
   *[other] The request is too large. At most { $limit } are allowed.
}
reason-too_many = { $seconds ->
    [absent] Too many requests. Wait a moment and try again.
    [one] Too many requests. Try again in a second.
   *[other] Too many requests. Try again in { $seconds } seconds.
}
reason-unavailable = The service cannot be reached right now. Try again in a moment.
reason-deadline_exceeded = This took too long and was stopped. Try again.
reason-cancelled = The request was cancelled before it was answered.
reason-internal = Something went wrong on our side. Try again; if it happens again, tell whoever runs the service.
reason-not_implemented = The service cannot do this yet.
reason-unknown_route = There is nothing at this address. Check the address.
reason-wrong_method = This address does not answer this method.
reason-not_acceptable = The service cannot answer in the format that was asked for.
reason-wrong_content_type = The service cannot read this format. Send JSON.

## Seats and games

reason-unauthenticated = This needs a valid key. Use the link or the key that you were given.
reason-webhook_not_found = There is no such webhook.
reason-delivery_not_found = There is no such delivery that could be sent again.
reason-too_many_webhooks = { $limit ->
    [absent] The application has as many webhooks as it may have. Delete one first.
   *[other] The application has { $limit } webhooks and may have no more. Delete one first.
}
reason-api_key_required = A key of an application is needed here. Send one as x-api-key.
reason-api_key_unknown = This application key is not known. Check that it is whole.
reason-api_key_expired = This application key has expired. Use a newer one.
reason-api_key_revoked = This application key was revoked. Use another one.
reason-quota_exceeded = { $limit ->
    [absent] This application has as many games as it may have. Try again later.
   *[other] This application has as many games as it may have: { $limit }. Try again later.
}
reason-wrong_seat = You cannot do this from this seat.
reason-game_not_found = There is no such game. Check the link.
reason-private_game = This game is private. Only its players can see it.
reason-forbidden = This is not allowed.
reason-not_found = There is nothing of that name. It may have been removed.
reason-conflict = This does not fit how things stand now. Look again and decide anew.
reason-seat_taken = This seat is already taken.
reason-invitation_used = This invitation has already been used. Ask for a new one.
reason-invitation_unknown = This invitation is not valid. Ask for a new one.
reason-invitation_expired = This invitation has expired. Ask for a new one.
reason-nothing_to_revoke = There is no invitation to this seat that could be revoked.
reason-seat_open = Nobody has taken this seat yet.
reason-request_id_reused = This request id was already used for something else. Use a new one.
reason-stale_revision = The game has changed meanwhile. Look at it as it is now and decide again.
reason-not_your_turn = It is not your turn. Wait for your opponent.
reason-already_offered = This is offered already. Wait for the answer.
reason-nothing_to_answer = There is no offer to answer. It may have lapsed.
reason-game_too_long = { $limit ->
    [absent] The game has reached its greatest length. Agree a draw or resign.
   *[other] The game has reached its greatest length of { $limit } turns. Agree a draw or resign.
}
reason-too_many_events = { $limit ->
    [absent] So much has happened in this game that it can only be played to its end now.
   *[other] More than { $limit } things have happened in this game: it can only be played to its end now.
}
reason-too_late_to_abort = Both sides have completed a turn, so the game can no longer be aborted. You can resign or offer a draw.
reason-nothing_to_take_back = You have no turn to take back.
reason-game_not_over = The game is still on. Finish it first.

## Rules of a table

reason-unknown_variant = { $variant ->
    [absent] There is no such variant.
   *[other] There is no variant { $variant }.
}
reason-option_not_offered = { $option ->
    [absent] The variant does not offer this option.
   *[other] { $variant } does not offer the option “{ $option }”.
}
reason-invalid_option = { $option ->
    [absent] This option cannot have this value.
   *[other] The option “{ $option }” cannot have this value.
}
reason-invalid_rule_set = { $reasons ->
    [absent] These rules do not fit together.
   *[other] These rules do not fit together: { $reasons }
}
reason-invalid_position = { $reasons ->
    [absent] This position is not possible under these rules.
   *[other] This position is not possible under these rules: { $reasons }
}
reason-invalid_record = { $line ->
    [absent] This record cannot be read.
   *[other] This record cannot be read: see line { $line }, column { $column }.
}
# A reason that has no message of its own.
unknown-reason = This cannot be done ({ $reason }).
