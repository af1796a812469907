-- Public games that pass a filter, those created last first, those below a place. One whose deadline is
-- long over has ended. No receipt is asked for.
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
FROM games g
WHERE g.visibility = 'public'
    AND (g.created_at, g.game_id) < (?1, ?2)
    AND (?3 IS NULL OR g.variant = ?3)
    AND (?4 IS NULL OR (g.result IS NOT NULL OR coalesce(g.deadline <= ?5, 0)) = ?4)
    AND (?6 IS NULL OR (g.white_token IS NULL OR g.black_token IS NULL) = ?6)
    AND (?7 IS NULL OR g.created_at >= ?7)
ORDER BY g.created_at DESC, g.game_id DESC
LIMIT ?8
