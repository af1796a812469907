-- One batch of what waits for webhooks that are disabled or gone is dead.
UPDATE deliveries
SET state = 'dead',
    next_at = NULL,
    settled_at = ?1,
    failure = 'disabled'
WHERE (game_id, revision, webhook_id) IN (
    SELECT d.game_id, d.revision, d.webhook_id
    FROM deliveries d
    WHERE d.state = 'pending'
        AND NOT EXISTS (SELECT 1 FROM webhooks w WHERE w.webhook_id = d.webhook_id AND w.enabled)
    LIMIT ?2
)
