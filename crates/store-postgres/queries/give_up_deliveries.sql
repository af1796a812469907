-- One batch of what waits for webhooks that are disabled or gone is dead: a change that was stored at the
-- moment at which its webhook was disabled could not know. Rows that somebody settles now are left alone.
UPDATE deliveries
SET state = 'dead',
    next_at = NULL,
    settled_at = $1,
    failure = 'disabled'
WHERE ctid = ANY (ARRAY(
    SELECT d.ctid
    FROM deliveries d
    WHERE d.state = 'pending'
        AND NOT EXISTS (SELECT FROM webhooks w WHERE w.webhook_id = d.webhook_id AND w.enabled)
    LIMIT $2
    FOR UPDATE SKIP LOCKED
))
