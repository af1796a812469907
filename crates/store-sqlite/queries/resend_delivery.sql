-- One delivery of an application once more, unless it is pending or its webhook is disabled.
UPDATE deliveries
SET state = 'pending',
    due_since = ?5,
    next_at = ?5,
    settled_at = NULL,
    lease = NULL,
    tries = 0,
    tried_since = NULL
WHERE game_id = ?1
    AND revision = ?2
    AND webhook_id = ?3
    AND application_id = ?4
    AND state <> 'pending'
    AND EXISTS (SELECT 1 FROM webhooks w WHERE w.webhook_id = ?3 AND w.enabled)
