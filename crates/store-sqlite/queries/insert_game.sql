-- The row of a new game.
INSERT INTO games (
    game_id, revision, quiet_since, created_at, updated_at, variant, rules, visibility, owner_token,
    white_name, white_name_key, white_token, white_invitation, white_invitation_expires_at,
    white_begun, white_left_ms, black_name, black_name_key, black_token, black_invitation,
    black_invitation_expires_at, black_begun, black_left_ms, start, position, last_turn, result,
    termination, time_control, clock_since, deadline, draw_offer, takeback_by, takeback_to,
    rematch_game, rematch_wanted, application_id
)
VALUES (
    ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21,
    ?22, ?23, ?24, ?25, ?26, ?27, ?28, ?29, ?30, ?31, ?32, ?33, ?34, ?35, ?36, ?37
)
