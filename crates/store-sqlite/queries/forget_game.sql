-- The game.
DELETE FROM games WHERE game_id = ?1
