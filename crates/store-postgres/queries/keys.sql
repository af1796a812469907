-- The keys of an application, or of all; the oldest first.
SELECT key_id, application_id, created_at, expires_at, revoked_at, name
FROM api_keys
WHERE $1::uuid IS NULL OR application_id = $1
ORDER BY created_at, key_id
