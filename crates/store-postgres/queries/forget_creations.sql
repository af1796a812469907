-- The same for the receipts of requests that created a game.
DELETE FROM creations
WHERE ctid = ANY (ARRAY(
    SELECT ctid
    FROM creations
    WHERE at < $1
    ORDER BY at
    LIMIT $2
    FOR UPDATE SKIP LOCKED
))
