-- The revisions of many games, whose ids come as a JSON list of hexadecimal texts.
SELECT game_id AS "game_id: Uuid", revision
FROM games
WHERE game_id IN (SELECT unhex(value) FROM json_each(?1))
