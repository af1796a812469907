-- The same for the receipts of requests that created a game.
DELETE FROM creations
WHERE request_hash IN (
    SELECT request_hash
    FROM creations
    WHERE at < $1
    ORDER BY at
    LIMIT $2
    FOR UPDATE SKIP LOCKED
)
