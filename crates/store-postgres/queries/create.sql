-- A new game with its first event, unless its request was answered before. Another request with the
-- same hash that is still in flight is waited for. The rows affected are those of events: one, or
-- none.
WITH answered AS (
    INSERT INTO creations (game_id, request_hash, body_hash, answer, at)
    SELECT $1, $31, $32, $33, $34
    WHERE $31::bytea IS NOT NULL
    ON CONFLICT ON CONSTRAINT creations_pkey DO NOTHING
    RETURNING game_id
),
created AS (
    INSERT INTO games (
        game_id, revision, quiet_since, created_at, updated_at, variant, rules, visibility,
        owner_token, white_name, white_token, white_invitation, black_name, black_token,
        black_invitation, start, position, last_turn, result, termination
    )
    SELECT
        $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20
    WHERE $31::bytea IS NULL OR EXISTS (SELECT FROM answered)
    RETURNING game_id
)
INSERT INTO events (
    game_id, revision, at, kind, side, detail, position, occurrences, position_key, result,
    termination
)
SELECT game_id, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30
FROM created
