-- Its spectators.
DELETE FROM spectators WHERE game_id = ?1
