-- How many spectators all replicas noted for a game since a time.
SELECT coalesce(sum(count), 0)::bigint AS "count!"
FROM spectators
WHERE game_id = $1 AND noted_at >= $2
