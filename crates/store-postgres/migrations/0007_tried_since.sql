-- The day for which a delivery is tried begins with the first try, not with the change: what waited because no
-- replica ran is tried for a day all the same.
--
-- The column is new and may be null, so the release before works on; it counts from `due_since`, as it did.

ALTER TABLE deliveries ADD COLUMN tried_since timestamptz;

COMMENT ON COLUMN deliveries.tried_since IS 'Since when it, or one before it in its game, has been tried in vain. A day later it is given up. Null: it was not tried yet.';
COMMENT ON COLUMN deliveries.due_since IS 'Since when it has been due: since the change, or since it was last sent again.';
