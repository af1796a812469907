-- A new key in place of another of the same application, which works until a time at the latest, if it
-- works when the new one is made. The rows affected are those of keys that are new: one, or none.
WITH before AS (
    UPDATE api_keys
    SET expires_at = least(expires_at, $2)
    WHERE key_id = $1
        AND revoked_at IS NULL
        AND (expires_at IS NULL OR expires_at > $4)
    RETURNING application_id
)
INSERT INTO api_keys (key_id, application_id, created_at, expires_at, hash, name)
SELECT $3, application_id, $4, $5, $6, $7
FROM before
