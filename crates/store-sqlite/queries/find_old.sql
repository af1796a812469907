-- The games of one batch of those that are kept no longer: so many at most, and of so many events that
-- forgetting them is short.
WITH found AS (
    SELECT g.game_id, g.revision, 'waiting' AS state
    FROM games AS g
    WHERE g.result IS NULL AND g.deadline IS NULL
        AND g.created_at < ?1 AND g.updated_at < ?1
        AND (g.white_token IS NULL OR g.black_token IS NULL)
        AND NOT EXISTS (SELECT 1 FROM games AS b WHERE b.rematch_game = g.game_id)
        AND NOT EXISTS (
            SELECT 1 FROM deliveries AS d WHERE d.game_id = g.game_id AND d.state = 'pending'
        )
    UNION ALL
    SELECT g.game_id, g.revision, 'running' AS state
    FROM games AS g
    WHERE g.result IS NULL AND g.deadline IS NULL
        AND g.created_at < ?2 AND g.updated_at < ?2
        AND g.white_token IS NOT NULL AND g.black_token IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM games AS b WHERE b.rematch_game = g.game_id)
        AND NOT EXISTS (
            SELECT 1 FROM deliveries AS d WHERE d.game_id = g.game_id AND d.state = 'pending'
        )
    UNION ALL
    SELECT g.game_id, g.revision, 'finished' AS state
    FROM games AS g
    WHERE g.result IS NOT NULL
        AND g.created_at < ?3 AND g.updated_at < ?3
        AND NOT EXISTS (SELECT 1 FROM games AS b WHERE b.rematch_game = g.game_id)
        AND NOT EXISTS (
            SELECT 1 FROM deliveries AS d WHERE d.game_id = g.game_id AND d.state = 'pending'
        )
        AND (
            g.rematch_wanted IS NOT 'both'
            OR EXISTS (SELECT 1 FROM games AS n WHERE n.game_id = g.rematch_game)
        )
    LIMIT ?4
)
SELECT c.game_id AS "game_id!: Uuid", c.state AS "state!: String"
FROM (
    SELECT game_id, state, sum(revision) OVER (ORDER BY game_id) - revision AS events_before
    FROM found
) AS c
WHERE c.events_before < ?5
