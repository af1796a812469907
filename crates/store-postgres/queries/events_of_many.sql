-- The events of many games, each after a revision of its own, oldest first, for those who watch them.
SELECT
    wanted.place AS "place!",
    found.revision, found.at, found.kind, found.side, found.detail, found.position,
    found.occurrences, found.position_key, found.result, found.termination, found.white_left_ms,
    found.black_left_ms, found.deadline
FROM unnest($1::uuid[], $2::bigint[]) WITH ORDINALITY AS wanted (game_id, after_revision, place)
CROSS JOIN LATERAL (
    SELECT
        revision, at, kind, side, detail, position, occurrences, position_key, result, termination,
        white_left_ms, black_left_ms, deadline
    FROM events
    WHERE events.game_id = wanted.game_id AND revision > wanted.after_revision
    ORDER BY revision
    LIMIT $3
) AS found
ORDER BY wanted.place, found.revision
