-- A new game with its first event, unless it is there already. Another statement that is storing it is
-- waited for. Webhooks are told. The rows affected are those of events: one, or none.
WITH created AS (
    INSERT INTO games (
        game_id, revision, quiet_since, created_at, updated_at, variant, rules, visibility,
        owner_token, white_name, white_name_key, white_token, white_invitation,
        white_invitation_expires_at, white_begun, white_left_ms, black_name, black_name_key,
        black_token, black_invitation, black_invitation_expires_at, black_begun, black_left_ms,
        start, position, last_turn, result, termination, time_control, clock_since, deadline,
        draw_offer, takeback_by, takeback_to, rematch_game, rematch_wanted,
        application_id
    )
    VALUES (
        $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20,
        $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36,
        $50
    )
    ON CONFLICT ON CONSTRAINT games_pkey DO NOTHING
    RETURNING game_id
),
told AS (
    INSERT INTO deliveries (
        game_id, revision, webhook_id, application_id, created_at, due_since, next_at, kind
    )
    SELECT created.game_id, $2, w.webhook_id, w.application_id, $5, $5, $5, $51
    FROM created
    JOIN webhooks w ON w.application_id = $50
    WHERE w.enabled AND w.kinds & $52::smallint <> 0
)
INSERT INTO events (
    game_id, revision, at, kind, side, detail, position, occurrences, position_key, result,
    termination, white_left_ms, black_left_ms, deadline
)
SELECT
    game_id, $37, $38, $39, $40, $41, $42, $43, $44, $45, $46, $47, $48, $49
FROM created
