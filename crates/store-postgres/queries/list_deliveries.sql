-- Deliveries of an application, the newest first, those below a place.
SELECT
    game_id, revision, webhook_id, created_at, next_at, settled_at, tries, status, kind, state, failure
FROM deliveries
WHERE application_id = $1
    AND ($2::text IS NULL OR state = $2)
    AND ($3::uuid IS NULL OR webhook_id = $3)
    AND (
        $4::timestamptz IS NULL
        OR (created_at, game_id, revision, webhook_id)
            < ($4, $5::uuid, $6::bigint, $7::uuid)
    )
ORDER BY created_at DESC, game_id DESC, revision DESC, webhook_id DESC
LIMIT $8
