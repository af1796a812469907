-- Games of an application, of every visibility, that pass a filter, those created last first, those below
-- a place. One whose deadline is
-- long over has ended. No receipt is asked for.
SELECT
    g.game_id, g.revision, g.quiet_since, g.created_at, g.updated_at, g.application_id,
    g.variant, g.rules, g.visibility, g.owner_token,
    g.white_name, g.white_token, g.white_invitation, g.white_invitation_expires_at,
    coalesce(
        g.white_begun,
        EXISTS (
            SELECT
            FROM events e
            WHERE e.game_id = g.game_id
                AND e.kind = 'turn_played'
                AND e.side = 'white'
                AND e.position_key IS NOT NULL
        )
    ) AS "white_begun!",
    g.white_left_ms,
    g.black_name, g.black_token, g.black_invitation, g.black_invitation_expires_at,
    coalesce(
        g.black_begun,
        EXISTS (
            SELECT
            FROM events e
            WHERE e.game_id = g.game_id
                AND e.kind = 'turn_played'
                AND e.side = 'black'
                AND e.position_key IS NOT NULL
        )
    ) AS "black_begun!",
    g.black_left_ms,
    g.start, g.position, g.last_turn, g.result, g.termination,
    g.time_control, g.clock_since, g.deadline, g.draw_offer, g.takeback_by, g.takeback_to,
    g.rematch_game, g.rematch_wanted,
    ARRAY(
        SELECT e.position_key
        FROM events e
        WHERE e.game_id = g.game_id
            AND e.revision >= g.quiet_since
            AND e.position_key IS NOT NULL
    ) AS "position_keys!",
    NULL::bytea AS receipt_body_hash,
    NULL::bytea AS receipt_answer,
    NULL::timestamptz AS receipt_at,
    clock_timestamp() AS "read_at!"
FROM games g
WHERE g.application_id = $9
    AND ($1::timestamptz IS NULL OR (g.created_at, g.game_id) < ($1, $2::uuid))
    AND ($3::text IS NULL OR g.variant = $3)
    AND (
        $4::boolean IS NULL
        OR (g.result IS NOT NULL OR coalesce(g.deadline <= $5, false)) = $4
    )
    AND ($6::boolean IS NULL OR (g.white_token IS NULL OR g.black_token IS NULL) = $6)
    AND ($7::timestamptz IS NULL OR g.created_at >= $7)
    AND (
        $10::text IS NULL
        OR coalesce(g.white_name_key, lower(g.white_name)) = $10
        OR coalesce(g.black_name_key, lower(g.black_name)) = $10
    )
ORDER BY g.created_at DESC, g.game_id DESC
LIMIT $8
