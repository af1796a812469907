-- Deliveries of an application, the newest first, those below a place.
SELECT
    game_id AS "game_id: Uuid", revision, webhook_id AS "webhook_id: Uuid", created_at, next_at,
    settled_at, tries AS "tries: i32", status AS "status: i16", kind, state, failure
FROM deliveries
WHERE application_id = ?1
    AND (?2 IS NULL OR state = ?2)
    AND (?3 IS NULL OR webhook_id = ?3)
    AND (
        ?4 IS NULL
        OR (created_at, game_id, revision, webhook_id) < (?4, ?5, ?6, ?7)
    )
ORDER BY created_at DESC, game_id DESC, revision DESC, webhook_id DESC
LIMIT ?8
