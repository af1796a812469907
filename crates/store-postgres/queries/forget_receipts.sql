-- One batch of the receipts given before a time, the oldest first. Rows that another replica is
-- forgetting are left to it. By their place, for a planner that guesses how many there are may
-- prefer to read the whole table.
DELETE FROM receipts
WHERE ctid = ANY (ARRAY(
    SELECT ctid
    FROM receipts
    WHERE at < $1
    ORDER BY at
    LIMIT $2
    FOR UPDATE SKIP LOCKED
))
