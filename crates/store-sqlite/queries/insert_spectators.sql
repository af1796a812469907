-- How many spectators a replica has for a game.
INSERT INTO spectators (game_id, replica, count, noted_at)
VALUES (?1, ?2, ?3, ?4)
