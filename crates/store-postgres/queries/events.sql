-- The events of a game after a revision, oldest first.
SELECT
    revision, at, kind, side, detail, position, occurrences, position_key, result, termination,
    white_left_ms, black_left_ms, deadline
FROM events
WHERE game_id = $1 AND revision > $2
ORDER BY revision
LIMIT $3
