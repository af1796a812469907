-- The revisions of many games.
SELECT game_id, revision
FROM games
WHERE game_id = ANY ($1)
