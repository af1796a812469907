-- A change: the row is rewritten if it is still at the revision before and it is not too late, and only
-- then is there an event and a receipt, are positions taken back that came after a revision, and are
-- webhooks told. The rows affected are those of events that are new: one, or none.
WITH changed AS (
    UPDATE games
    SET revision = $2,
        quiet_since = $3,
        updated_at = $4,
        visibility = $5,
        owner_token = $6,
        white_name = $7,
        white_name_key = $8,
        white_token = $9,
        white_invitation = $10,
        white_invitation_expires_at = $11,
        white_begun = $12,
        white_left_ms = $13,
        black_name = $14,
        black_name_key = $15,
        black_token = $16,
        black_invitation = $17,
        black_invitation_expires_at = $18,
        black_begun = $19,
        black_left_ms = $20,
        position = $21,
        last_turn = $22,
        result = $23,
        termination = $24,
        time_control = $25,
        clock_since = $26,
        deadline = $27,
        draw_offer = $28,
        takeback_by = $29,
        takeback_to = $30,
        rematch_game = $31,
        rematch_wanted = $32
    WHERE game_id = $1
        AND revision = $2::bigint - 1
        AND ($50::timestamptz IS NULL OR clock_timestamp() <= $50)
    RETURNING game_id, application_id
),
taken_back AS (
    UPDATE events
    SET position_key = NULL
    WHERE game_id = $1
        AND revision > $49::bigint
        AND position_key IS NOT NULL
        AND EXISTS (SELECT FROM changed)
),
answered AS (
    INSERT INTO receipts (game_id, request_hash, body_hash, answer, at)
    SELECT game_id, $45, $46, $47, $48
    FROM changed
    WHERE $45::bytea IS NOT NULL
),
told AS (
    INSERT INTO deliveries (
        game_id, revision, webhook_id, application_id, created_at, due_since, next_at, kind
    )
    SELECT
        changed.game_id, $2, w.webhook_id, w.application_id, $33, $33,
        -- Behind one that failed it waits as long as that does.
        coalesce(
            (
                SELECT d.next_at
                FROM deliveries d
                WHERE d.game_id = $1
                    AND d.webhook_id = w.webhook_id
                    AND d.next_at IS NOT NULL
                    AND d.tries > 0
                ORDER BY d.revision
                LIMIT 1
            ),
            $33
        ),
        $51
    FROM changed
    JOIN webhooks w ON w.application_id = changed.application_id
    WHERE w.enabled AND w.kinds & $52::smallint <> 0
)
INSERT INTO events (
    game_id, revision, at, kind, side, detail, position, occurrences, position_key, result,
    termination, white_left_ms, black_left_ms, deadline
)
SELECT
    game_id, $2, $33, $34, $35, $36, $37, $38, $39, $40, $41, $42, $43, $44
FROM changed
