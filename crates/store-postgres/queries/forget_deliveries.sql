-- One batch of deliveries that were settled before a time, the oldest first. Rows that another replica
-- is forgetting are left to it.
DELETE FROM deliveries
WHERE ctid = ANY (ARRAY(
    SELECT ctid
    FROM deliveries
    WHERE state <> 'pending'
        AND settled_at < (CASE state WHEN 'dead' THEN $2::timestamptz ELSE $1::timestamptz END)
        AND settled_at < greatest($1::timestamptz, $2::timestamptz)
    ORDER BY settled_at
    LIMIT $3
    FOR UPDATE SKIP LOCKED
))
