-- One batch of the games that are kept no longer, with what belongs to them: so many games at most, and of
-- so many events that the statement stays short. Games that somebody changes now are left alone, and
-- games that another replica is forgetting are left to it.
WITH waiting AS MATERIALIZED (
    SELECT g.game_id, g.revision
    FROM games AS g
    WHERE g.result IS NULL AND g.deadline IS NULL
        AND g.created_at < $1 AND g.updated_at < $1
        AND (g.white_token IS NULL OR g.black_token IS NULL)
        AND NOT EXISTS (SELECT FROM games AS b WHERE b.rematch_game = g.game_id)
        AND NOT EXISTS (
            SELECT FROM deliveries AS d WHERE d.game_id = g.game_id AND d.state = 'pending'
        )
    ORDER BY g.created_at
    LIMIT $4
    FOR UPDATE OF g SKIP LOCKED
),
running AS MATERIALIZED (
    SELECT g.game_id, g.revision
    FROM games AS g
    WHERE g.result IS NULL AND g.deadline IS NULL
        AND g.created_at < $2 AND g.updated_at < $2
        AND g.white_token IS NOT NULL AND g.black_token IS NOT NULL
        AND NOT EXISTS (SELECT FROM games AS b WHERE b.rematch_game = g.game_id)
        AND NOT EXISTS (
            SELECT FROM deliveries AS d WHERE d.game_id = g.game_id AND d.state = 'pending'
        )
    ORDER BY g.created_at
    LIMIT $4
    FOR UPDATE OF g SKIP LOCKED
),
finished AS MATERIALIZED (
    SELECT g.game_id, g.revision
    FROM games AS g
    WHERE g.result IS NOT NULL
        AND g.created_at < $3 AND g.updated_at < $3
        AND NOT EXISTS (SELECT FROM games AS b WHERE b.rematch_game = g.game_id)
        AND NOT EXISTS (
            SELECT FROM deliveries AS d WHERE d.game_id = g.game_id AND d.state = 'pending'
        )
        -- One whose rematch was agreed and is not there yet is needed to make it.
        AND (
            g.rematch_wanted IS DISTINCT FROM 'both'
            OR EXISTS (SELECT FROM games AS n WHERE n.game_id = g.rematch_game)
        )
    ORDER BY g.created_at
    LIMIT $4
    FOR UPDATE OF g SKIP LOCKED
),
found AS (
    SELECT game_id, revision, 'waiting' AS state FROM waiting
    UNION ALL
    SELECT game_id, revision, 'running' FROM running
    UNION ALL
    SELECT game_id, revision, 'finished' FROM finished
),
old AS MATERIALIZED (
    SELECT c.game_id, c.state
    FROM (
        SELECT game_id, state, sum(revision) OVER (ORDER BY game_id) - revision AS events_before
        FROM found
    ) AS c
    WHERE c.events_before < $5::bigint
),
no_events AS (DELETE FROM events AS e USING old WHERE e.game_id = old.game_id),
no_receipts AS (DELETE FROM receipts AS r USING old WHERE r.game_id = old.game_id),
no_spectators AS (DELETE FROM spectators AS s USING old WHERE s.game_id = old.game_id),
no_deliveries AS (DELETE FROM deliveries AS d USING old WHERE d.game_id = old.game_id),
gone AS (DELETE FROM games AS g USING old WHERE g.game_id = old.game_id RETURNING old.state)
SELECT
    count(*) FILTER (WHERE state = 'waiting') AS "waiting!",
    count(*) FILTER (WHERE state = 'running') AS "running!",
    count(*) FILTER (WHERE state = 'finished') AS "finished!"
FROM gone
