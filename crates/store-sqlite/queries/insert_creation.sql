-- The receipt of a request that created a game.
INSERT INTO creations (game_id, request_hash, body_hash, answer, at)
VALUES (?1, ?2, ?3, ?4, ?5)
