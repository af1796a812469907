-- Hints for every replica, many in each payload. It runs on a connection of its own that commits
-- asynchronously, never in a statement that stores a change.
SELECT pg_notify('moelle_games', payload)
FROM unnest($1::text[]) AS payload
