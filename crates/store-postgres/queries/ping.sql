-- A sign of life.
SELECT 1 AS alive
