-- One batch of the receipts given before a time, the oldest first. Rows that another replica is
-- forgetting are left to it.
DELETE FROM receipts
WHERE (game_id, request_hash) IN (
    SELECT game_id, request_hash
    FROM receipts
    WHERE at < $1
    ORDER BY at
    LIMIT $2
    FOR UPDATE SKIP LOCKED
)
