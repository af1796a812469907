-- Changes a webhook; what waits for one that is disabled is dead. Says how many webhooks changed: one, or
-- none.
WITH changed AS (
    UPDATE webhooks
    SET url = coalesce($3, url),
        kinds = coalesce($4, kinds),
        enabled = coalesce($5, enabled)
    WHERE webhook_id = $2 AND application_id = $1
    RETURNING webhook_id
),
died AS (
    UPDATE deliveries
    SET state = 'dead',
        next_at = NULL,
        settled_at = $6,
        failure = 'disabled'
    WHERE webhook_id IN (SELECT webhook_id FROM changed)
        AND state = 'pending'
        AND $5 IS FALSE
)
SELECT count(*) AS "count!" FROM changed
