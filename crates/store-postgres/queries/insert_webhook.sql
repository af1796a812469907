-- A new webhook, if its application has fewer than so many.
INSERT INTO webhooks (webhook_id, application_id, created_at, kinds, enabled, url, key)
SELECT $1, $2, $3, $4, $5, $6, $7
WHERE (SELECT count(*) FROM webhooks w WHERE w.application_id = $2) < $8
