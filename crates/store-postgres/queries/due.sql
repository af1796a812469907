-- Games that are on and whose deadline has passed, the longest due first.
SELECT game_id
FROM games
WHERE deadline <= $1 AND result IS NULL
ORDER BY deadline
LIMIT $2
