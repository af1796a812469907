-- What is on its way to webhooks that are enabled.
SELECT
    count(*) FILTER (WHERE d.state = 'pending') AS "pending!: i64",
    count(*) FILTER (WHERE d.state = 'dead') AS "dead!: i64",
    min(d.due_since) FILTER (WHERE d.state = 'pending') AS "oldest: i64"
FROM deliveries d
JOIN webhooks w ON w.webhook_id = d.webhook_id
WHERE d.state IN ('pending', 'dead') AND (w.enabled OR d.state = 'dead')
