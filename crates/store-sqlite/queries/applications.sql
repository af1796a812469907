-- All applications, or one; the oldest first.
SELECT
    application_id AS "application_id: Uuid", created_at, running_games_max, games_per_day_max,
    game_events_max, keys_max, name
FROM applications
WHERE ?1 IS NULL OR application_id = ?1
ORDER BY created_at, application_id
