-- Whether an application has as many games that have not ended as is asked for, counted no further; and
-- when the first was created of the last so many, where that is after a time.
SELECT
    $2::bigint IS NOT NULL
    AND EXISTS (
        SELECT
        FROM games r
        WHERE r.application_id = $1
            AND r.result IS NULL
        OFFSET $2 - 1
        LIMIT 1
    ) AS "is_full!",
    (
        SELECT d.created_at
        FROM games d
        WHERE $3::bigint IS NOT NULL
            AND d.application_id = $1
            AND d.created_at > $4
        ORDER BY d.created_at DESC
        OFFSET $3 - 1
        LIMIT 1
    ) AS day_full_since
