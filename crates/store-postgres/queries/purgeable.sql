-- How many games a purge would take, by the same conditions, and when the oldest of each kind changed last.
SELECT 'waiting' AS "state!", count(*) AS "count!", min(g.updated_at) AS oldest
FROM games AS g
WHERE g.result IS NULL AND g.deadline IS NULL
    AND g.created_at < $1 AND g.updated_at < $1
    AND (g.white_token IS NULL OR g.black_token IS NULL)
    AND NOT EXISTS (SELECT FROM games AS b WHERE b.rematch_game = g.game_id)
    AND NOT EXISTS (
        SELECT FROM deliveries AS d WHERE d.game_id = g.game_id AND d.state = 'pending'
    )
UNION ALL
SELECT 'running', count(*), min(g.updated_at)
FROM games AS g
WHERE g.result IS NULL AND g.deadline IS NULL
    AND g.created_at < $2 AND g.updated_at < $2
    AND g.white_token IS NOT NULL AND g.black_token IS NOT NULL
    AND NOT EXISTS (SELECT FROM games AS b WHERE b.rematch_game = g.game_id)
    AND NOT EXISTS (
        SELECT FROM deliveries AS d WHERE d.game_id = g.game_id AND d.state = 'pending'
    )
UNION ALL
SELECT 'finished', count(*), min(g.updated_at)
FROM games AS g
WHERE g.result IS NOT NULL
    AND g.created_at < $3 AND g.updated_at < $3
    AND NOT EXISTS (SELECT FROM games AS b WHERE b.rematch_game = g.game_id)
    AND NOT EXISTS (
        SELECT FROM deliveries AS d WHERE d.game_id = g.game_id AND d.state = 'pending'
    )
    AND (
        g.rematch_wanted IS DISTINCT FROM 'both'
        OR EXISTS (SELECT FROM games AS n WHERE n.game_id = g.rematch_game)
    )
