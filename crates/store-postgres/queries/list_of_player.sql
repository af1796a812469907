-- The same of one player: a page of the games as White and one as Black, each in the order of its index,
-- and of both together the newest.
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
FROM (
    (
        SELECT w.game_id
        FROM games w
        WHERE w.visibility = 'public'
            AND ($1::timestamptz IS NULL OR (w.created_at, w.game_id) < ($1, $2::uuid))
            AND ($3::text IS NULL OR w.variant = $3)
            AND (
                $4::boolean IS NULL
                OR (w.result IS NOT NULL OR coalesce(w.deadline <= $5, false)) = $4
            )
            AND ($6::boolean IS NULL OR (w.white_token IS NULL OR w.black_token IS NULL) = $6)
            AND ($7::timestamptz IS NULL OR w.created_at >= $7)
            AND coalesce(w.white_name_key, lower(w.white_name)) = $9
        ORDER BY w.created_at DESC, w.game_id DESC
        LIMIT $8
    )
    UNION
    (
        SELECT b.game_id
        FROM games b
        WHERE b.visibility = 'public'
            AND ($1::timestamptz IS NULL OR (b.created_at, b.game_id) < ($1, $2::uuid))
            AND ($3::text IS NULL OR b.variant = $3)
            AND (
                $4::boolean IS NULL
                OR (b.result IS NOT NULL OR coalesce(b.deadline <= $5, false)) = $4
            )
            AND ($6::boolean IS NULL OR (b.white_token IS NULL OR b.black_token IS NULL) = $6)
            AND ($7::timestamptz IS NULL OR b.created_at >= $7)
            AND coalesce(b.black_name_key, lower(b.black_name)) = $9
        ORDER BY b.created_at DESC, b.game_id DESC
        LIMIT $8
    )
) AS found
JOIN games g ON g.game_id = found.game_id
ORDER BY g.created_at DESC, g.game_id DESC
LIMIT $8
