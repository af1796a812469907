-- Changes a webhook.
UPDATE webhooks
SET url = coalesce(?3, url),
    kinds = coalesce(?4, kinds),
    enabled = coalesce(?5, enabled)
WHERE webhook_id = ?2 AND application_id = ?1
