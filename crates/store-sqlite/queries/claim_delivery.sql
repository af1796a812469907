-- Nobody else gets a delivery until a time.
UPDATE deliveries
SET lease = ?4,
    next_at = ?5
WHERE game_id = ?1 AND revision = ?2 AND webhook_id = ?3
