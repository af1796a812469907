-- The quotas of an application.
UPDATE applications
SET running_games_max = ?2,
    games_per_day_max = ?3,
    game_events_max = ?4,
    keys_max = ?5
WHERE application_id = ?1
