-- A game, the keys of the positions that may be repeated, and the receipt of one request, all of
-- the same moment.
SELECT
    g.game_id AS "game_id: Uuid", g.revision, g.quiet_since, g.created_at, g.updated_at,
    g.variant, g.rules, g.visibility, g.owner_token,
    g.white_name, g.white_token, g.white_invitation,
    g.black_name, g.black_token, g.black_invitation,
    g.start, g.position, g.last_turn, g.result, g.termination,
    (
        SELECT group_concat(e.position_key, ' ')
        FROM events e
        WHERE e.game_id = g.game_id
            AND e.revision >= g.quiet_since
            AND e.position_key IS NOT NULL
    ) AS "position_keys: String",
    r.body_hash AS "receipt_body_hash?",
    r.answer AS "receipt_answer?",
    r.at AS "receipt_at?"
FROM games g
LEFT JOIN receipts r ON r.game_id = g.game_id AND r.request_hash = ?2
WHERE g.game_id = ?1
