-- What became of a try, if nobody else has claimed the delivery since. Those of its game that wait for it
-- follow at once where it is settled, and wait as long as it does where it is not. What is tried in vain is so
-- since its first try, and those that wait for it with it. Says how many were settled: one, or none.
WITH settled AS (
    UPDATE deliveries
    SET state = $5,
        next_at = $6,
        settled_at = CASE WHEN $5 = 'pending' THEN NULL ELSE $7::timestamptz END,
        lease = NULL,
        tries = tries + $8::integer,
        tried_since = CASE WHEN $8 = 0 THEN tried_since ELSE coalesce(tried_since, $7) END,
        failure = CASE WHEN $8 = 0 THEN failure ELSE $9 END,
        status = CASE WHEN $8 = 0 THEN status ELSE $10 END
    WHERE game_id = $1
        AND revision = $2
        AND webhook_id = $3
        AND lease = $4
        AND next_at IS NOT NULL
    RETURNING game_id
),
following AS (
    UPDATE deliveries
    SET next_at = coalesce($6, $7),
        tried_since = CASE
            WHEN $5 = 'delivered' THEN NULL
            WHEN $8 = 0 THEN tried_since
            ELSE coalesce(tried_since, $7)
        END
    WHERE game_id = $1
        AND webhook_id = $3
        AND revision > $2
        AND next_at IS NOT NULL
        AND EXISTS (SELECT FROM settled)
)
SELECT count(*) AS "count!" FROM settled
