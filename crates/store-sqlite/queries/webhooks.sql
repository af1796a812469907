-- The webhooks of an application, the oldest first.
SELECT
    webhook_id AS "webhook_id: Uuid", application_id AS "application_id: Uuid", created_at,
    old_key_until, kinds AS "kinds: i16", enabled AS "enabled: bool", url, key, old_key
FROM webhooks
WHERE application_id = ?1
ORDER BY created_at, webhook_id
