-- A new game with its events, unless its request was answered before. Another request with the same
-- hash that is still in flight is waited for. Webhooks are told. The rows affected are those of events: all, or none.
WITH answered AS (
    INSERT INTO creations (game_id, request_hash, body_hash, answer, at)
    SELECT $1, $50, $51, $52, $53
    WHERE $50::bytea IS NOT NULL
    ON CONFLICT ON CONSTRAINT creations_pkey DO NOTHING
    RETURNING game_id
),
created AS (
    INSERT INTO games (
        game_id, revision, quiet_since, created_at, updated_at, variant, rules, visibility,
        owner_token, white_name, white_name_key, white_token, white_invitation,
        white_invitation_expires_at, white_begun, white_left_ms, black_name, black_name_key,
        black_token, black_invitation, black_invitation_expires_at, black_begun, black_left_ms,
        start, position, last_turn, result, termination, time_control, clock_since, deadline,
        draw_offer, takeback_by, takeback_to, rematch_game, rematch_wanted,
        application_id
    )
    SELECT
        $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20,
        $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36,
        $54
    WHERE $50::bytea IS NULL OR EXISTS (SELECT FROM answered)
    RETURNING game_id
),
told AS (
    INSERT INTO deliveries (
        game_id, revision, webhook_id, application_id, created_at, due_since, next_at, kind
    )
    SELECT created.game_id, $2, w.webhook_id, w.application_id, $5, $5, $5, $55
    FROM created
    JOIN webhooks w ON w.application_id = $54
    WHERE w.enabled AND w.kinds & $56::smallint <> 0
)
INSERT INTO events (
    game_id, revision, at, kind, side, detail, position, occurrences, position_key, result,
    termination, white_left_ms, black_left_ms, deadline
)
SELECT
    created.game_id, e.revision, e.at, e.kind, e.side, e.detail, e.position, e.occurrences,
    e.position_key, e.result, e.termination, e.white_left_ms, e.black_left_ms,
    e.deadline
FROM created,
    unnest(
        $37::bigint[], $38::timestamptz[], $39::text[], $40::text[], $41::text[], $42::text[],
        $43::smallint[], $44::bigint[], $45::text[], $46::text[], $47::bigint[], $48::bigint[],
        $49::timestamptz[]
    ) AS e (
        revision, at, kind, side, detail, position, occurrences, position_key, result, termination,
        white_left_ms, black_left_ms, deadline
    )
