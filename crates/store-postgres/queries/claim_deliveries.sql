-- Claims deliveries that are due: of each enabled webhook a few, of each of its games the first that is
-- pending. Rows that another replica is claiming are left to it.
WITH due AS (
    SELECT d.game_id, d.revision, d.webhook_id
    FROM webhooks w
    CROSS JOIN LATERAL (
        SELECT p.game_id, p.revision, p.webhook_id, p.next_at
        FROM deliveries p
        WHERE p.webhook_id = w.webhook_id
            AND p.state = 'pending'
            AND p.next_at <= $2
            AND NOT EXISTS (
                SELECT
                FROM deliveries e
                WHERE e.game_id = p.game_id
                    AND e.webhook_id = p.webhook_id
                    AND e.revision < p.revision
                    AND e.next_at IS NOT NULL
            )
        ORDER BY p.next_at
        LIMIT $5
        FOR UPDATE SKIP LOCKED
    ) d
    WHERE w.enabled AND w.webhook_id <> ALL ($6::uuid[])
    ORDER BY d.next_at
    LIMIT $4
),
claimed AS (
    UPDATE deliveries
    SET lease = $1,
        next_at = $3
    FROM due
    WHERE deliveries.game_id = due.game_id
        AND deliveries.revision = due.revision
        AND deliveries.webhook_id = due.webhook_id
    RETURNING
        deliveries.game_id, deliveries.revision, deliveries.webhook_id, deliveries.tried_since,
        deliveries.tries, deliveries.kind
)
SELECT
    d.game_id, d.revision, d.tried_since, d.tries, d.kind,
    w.webhook_id, w.application_id, w.created_at, w.old_key_until, w.kinds, w.enabled, w.url, w.key,
    w.old_key,
    e.at, e.kind AS event_kind, e.side, e.position, e.result, e.termination,
    g.variant
FROM claimed d
JOIN webhooks w ON w.webhook_id = d.webhook_id
JOIN events e ON e.game_id = d.game_id AND e.revision = d.revision
JOIN games g ON g.game_id = d.game_id
