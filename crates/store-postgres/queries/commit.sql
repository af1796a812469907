-- A change: the row is rewritten if it is still at the revision before, and only then is there an
-- event and a receipt. The rows affected are those of events: one, or none.
WITH changed AS (
    UPDATE games
    SET revision = $2,
        quiet_since = $3,
        updated_at = $4,
        visibility = $5,
        owner_token = $6,
        white_name = $7,
        white_token = $8,
        white_invitation = $9,
        black_name = $10,
        black_token = $11,
        black_invitation = $12,
        position = $13,
        last_turn = $14,
        result = $15,
        termination = $16
    WHERE game_id = $1 AND revision = $2::bigint - 1
    RETURNING game_id
),
answered AS (
    INSERT INTO receipts (game_id, request_hash, body_hash, answer, at)
    SELECT game_id, $26, $27, $28, $29
    FROM changed
    WHERE $26::bytea IS NOT NULL
)
INSERT INTO events (
    game_id, revision, at, kind, side, detail, position, occurrences, position_key, result,
    termination
)
SELECT game_id, $2, $17, $18, $19, $20, $21, $22, $23, $24, $25
FROM changed
