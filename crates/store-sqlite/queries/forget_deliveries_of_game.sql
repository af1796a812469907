-- What webhooks were told of a game that is forgotten.
DELETE FROM deliveries WHERE game_id = ?1
