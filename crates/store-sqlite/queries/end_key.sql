-- Lets a key work until a time at the latest, if it works at another.
UPDATE api_keys
SET expires_at = min(coalesce(expires_at, ?2), ?2)
WHERE key_id = ?1
    AND revoked_at IS NULL
    AND (expires_at IS NULL OR expires_at > ?3)
