-- A new key, if its application has fewer than so many that work when it is made.
INSERT INTO api_keys (key_id, application_id, created_at, expires_at, hash, name)
SELECT ?1, ?2, ?3, ?4, ?5, ?6
WHERE (
    SELECT count(*)
    FROM api_keys k
    WHERE k.application_id = ?2
        AND k.revoked_at IS NULL
        AND (k.expires_at IS NULL OR k.expires_at > ?3)
) < ?7
