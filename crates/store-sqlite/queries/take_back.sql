-- Positions that came after a revision no longer count as having occurred.
UPDATE events
SET position_key = NULL
WHERE game_id = ?1 AND revision > ?2 AND position_key IS NOT NULL
