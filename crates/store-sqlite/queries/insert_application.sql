-- A new application, unless there is one of its name.
INSERT INTO applications (
    application_id, created_at, running_games_max, games_per_day_max, game_events_max, keys_max, name
)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
ON CONFLICT (name) DO NOTHING
