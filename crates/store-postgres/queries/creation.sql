-- The receipt of a request that created a game.
SELECT body_hash, answer, at
FROM creations
WHERE request_hash = $1
