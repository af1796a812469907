-- The row of a new game.
INSERT INTO games (
    game_id, revision, quiet_since, created_at, updated_at, variant, rules, visibility, owner_token,
    white_name, white_token, white_invitation, black_name, black_token, black_invitation, start,
    position, last_turn, result, termination
)
VALUES (
    ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20
)
