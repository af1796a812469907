-- An event.
INSERT INTO events (
    game_id, revision, at, kind, side, detail, position, occurrences, position_key, result,
    termination, white_left_ms, black_left_ms, deadline
)
VALUES (
    ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14
)
