-- The same of one player: a page of the games as White and one as Black, each in the order of its index,
-- and of both together the newest.
SELECT
    g.game_id AS "game_id: Uuid", g.revision, g.quiet_since, g.created_at, g.updated_at,
    g.application_id AS "application_id: Uuid",
    g.variant, g.rules, g.visibility, g.owner_token,
    g.white_name, g.white_token, g.white_invitation, g.white_invitation_expires_at,
    coalesce(
        g.white_begun,
        EXISTS (
            SELECT 1
            FROM events e
            WHERE e.game_id = g.game_id
                AND e.kind = 'turn_played'
                AND e.side = 'white'
                AND e.position_key IS NOT NULL
        )
    ) AS "white_begun!: bool",
    g.white_left_ms,
    g.black_name, g.black_token, g.black_invitation, g.black_invitation_expires_at,
    coalesce(
        g.black_begun,
        EXISTS (
            SELECT 1
            FROM events e
            WHERE e.game_id = g.game_id
                AND e.kind = 'turn_played'
                AND e.side = 'black'
                AND e.position_key IS NOT NULL
        )
    ) AS "black_begun!: bool",
    g.black_left_ms,
    g.start, g.position, g.last_turn, g.result, g.termination,
    g.time_control, g.clock_since, g.deadline, g.draw_offer, g.takeback_by, g.takeback_to,
    g.rematch_game AS "rematch_game: Uuid", g.rematch_wanted,
    (
        SELECT group_concat(e.position_key, ' ')
        FROM events e
        WHERE e.game_id = g.game_id
            AND e.revision >= g.quiet_since
            AND e.position_key IS NOT NULL
    ) AS "position_keys: String",
    NULL AS "receipt_body_hash: Vec<u8>",
    NULL AS "receipt_answer: Vec<u8>",
    NULL AS "receipt_at: i64",
    CAST(unixepoch('now', 'subsec') * 1000000 AS INTEGER) AS "read_at!: i64"
FROM (
    SELECT game_id FROM (
        SELECT w.game_id
        FROM games w
        WHERE w.visibility = 'public'
            AND (w.created_at, w.game_id) < (?1, ?2)
            AND (?3 IS NULL OR w.variant = ?3)
            AND (?4 IS NULL OR (w.result IS NOT NULL OR coalesce(w.deadline <= ?5, 0)) = ?4)
            AND (?6 IS NULL OR (w.white_token IS NULL OR w.black_token IS NULL) = ?6)
            AND (?7 IS NULL OR w.created_at >= ?7)
            AND coalesce(w.white_name_key, lower(w.white_name)) = ?9
        ORDER BY w.created_at DESC, w.game_id DESC
        LIMIT ?8
    )
    UNION
    SELECT game_id FROM (
        SELECT b.game_id
        FROM games b
        WHERE b.visibility = 'public'
            AND (b.created_at, b.game_id) < (?1, ?2)
            AND (?3 IS NULL OR b.variant = ?3)
            AND (?4 IS NULL OR (b.result IS NOT NULL OR coalesce(b.deadline <= ?5, 0)) = ?4)
            AND (?6 IS NULL OR (b.white_token IS NULL OR b.black_token IS NULL) = ?6)
            AND (?7 IS NULL OR b.created_at >= ?7)
            AND coalesce(b.black_name_key, lower(b.black_name)) = ?9
        ORDER BY b.created_at DESC, b.game_id DESC
        LIMIT ?8
    )
) AS found
JOIN games g ON g.game_id = found.game_id
ORDER BY g.created_at DESC, g.game_id DESC
LIMIT ?8
