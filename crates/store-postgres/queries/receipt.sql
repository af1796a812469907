-- The receipt of a request on a game.
SELECT body_hash, answer, at
FROM receipts
WHERE game_id = $1 AND request_hash = $2
