-- Forgets a webhook with all its deliveries. Says how many webhooks: one, or none.
WITH gone AS (
    DELETE FROM webhooks
    WHERE webhook_id = $2 AND application_id = $1
    RETURNING webhook_id
),
forgotten AS (
    DELETE FROM deliveries
    WHERE application_id = $1 AND webhook_id IN (SELECT webhook_id FROM gone)
)
SELECT count(*) AS "count!" FROM gone
