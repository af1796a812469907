-- Forgets what a webhook is told.
DELETE FROM deliveries
WHERE application_id = ?1 AND webhook_id = ?2
