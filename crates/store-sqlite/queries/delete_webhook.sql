-- Forgets a webhook.
DELETE FROM webhooks
WHERE webhook_id = ?2 AND application_id = ?1
