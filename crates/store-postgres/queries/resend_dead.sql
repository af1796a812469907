-- Deliveries of an application that are dead once more, the oldest first; to webhooks that are enabled alone.
UPDATE deliveries d
SET state = 'pending',
    due_since = $3,
    next_at = $3,
    settled_at = NULL,
    lease = NULL,
    tries = 0,
    tried_since = NULL
FROM (
    SELECT game_id, revision, webhook_id
    FROM deliveries
    WHERE application_id = $1
        AND state = 'dead'
        AND ($2::uuid IS NULL OR webhook_id = $2)
        AND webhook_id IN (SELECT w.webhook_id FROM webhooks w WHERE w.application_id = $1 AND w.enabled)
    ORDER BY created_at, game_id, revision, webhook_id
    LIMIT $4
    FOR UPDATE
) dead
WHERE d.game_id = dead.game_id
    AND d.revision = dead.revision
    AND d.webhook_id = dead.webhook_id
