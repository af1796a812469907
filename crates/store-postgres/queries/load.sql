-- A game, the keys of the positions that may be repeated, and the receipt of one request, all of
-- the same moment.
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
    r.body_hash AS "receipt_body_hash?",
    r.answer AS "receipt_answer?",
    r.at AS "receipt_at?",
    clock_timestamp() AS "read_at!"
FROM games g
LEFT JOIN receipts r ON r.game_id = g.game_id AND r.request_hash = $2
WHERE g.game_id = $1
