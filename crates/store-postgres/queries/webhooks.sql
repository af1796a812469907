-- The webhooks of an application, the oldest first.
SELECT
    webhook_id, application_id, created_at, old_key_until, kinds, enabled, url, key, old_key
FROM webhooks
WHERE application_id = $1
ORDER BY created_at, webhook_id
