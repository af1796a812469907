-- What waits for a webhook is dead.
UPDATE deliveries
SET state = 'dead',
    next_at = NULL,
    settled_at = ?2,
    failure = 'disabled'
WHERE webhook_id = ?1 AND state = 'pending'
