-- Since when a delivery, or one before it in its game, has been tried in vain. A day later it is given up: the
-- day begins with the first try, not with the change, so that what waited because nothing ran is tried for
-- a day all the same. NULL: it was not tried yet.
ALTER TABLE deliveries ADD COLUMN tried_since INTEGER;
