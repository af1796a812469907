-- The keys of an application, or of all; the oldest first.
SELECT
    key_id AS "key_id: Uuid", application_id AS "application_id: Uuid", created_at, expires_at,
    revoked_at, name
FROM api_keys
WHERE ?1 IS NULL OR application_id = ?1
ORDER BY created_at, key_id
