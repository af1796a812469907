-- What a webhook is told of a game after a revision waits until a time.
UPDATE deliveries
SET next_at = ?4
WHERE game_id = ?1
    AND webhook_id = ?3
    AND revision > ?2
    AND next_at IS NOT NULL
