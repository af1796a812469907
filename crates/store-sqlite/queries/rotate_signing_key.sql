-- Another key for a webhook; the one before works until a time.
UPDATE webhooks
SET old_key = key,
    old_key_until = ?4,
    key = ?3
WHERE webhook_id = ?2 AND application_id = ?1
