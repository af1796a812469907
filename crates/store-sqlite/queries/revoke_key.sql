-- Revokes a key; one that was revoked before keeps its time.
UPDATE api_keys
SET revoked_at = coalesce(revoked_at, ?2)
WHERE key_id = ?1
