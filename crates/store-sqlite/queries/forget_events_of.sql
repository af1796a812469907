-- The events of a game that is forgotten.
DELETE FROM events WHERE game_id = ?1
