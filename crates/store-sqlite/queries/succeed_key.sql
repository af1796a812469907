-- A new key of the application of another.
INSERT INTO api_keys (key_id, application_id, created_at, expires_at, hash, name)
SELECT ?2, application_id, ?3, ?4, ?5, ?6
FROM api_keys
WHERE key_id = ?1
