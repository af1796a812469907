-- The receipt of a request on a game.
INSERT INTO receipts (game_id, request_hash, body_hash, answer, at)
VALUES (?1, ?2, ?3, ?4, ?5)
