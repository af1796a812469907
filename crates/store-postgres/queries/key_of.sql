-- The key with a hash, and its application.
SELECT
    k.key_id, k.application_id, k.created_at, k.expires_at, k.revoked_at, k.name,
    a.created_at AS application_created_at,
    a.name AS application_name,
    a.running_games_max, a.games_per_day_max, a.game_events_max, a.keys_max
FROM api_keys k
JOIN applications a ON a.application_id = k.application_id
WHERE k.hash = $1
