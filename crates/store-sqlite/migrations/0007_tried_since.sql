-- A delivery is given up a day after its first try, not after the change: what waited because nothing ran is
-- tried for a day all the same.
ALTER TABLE deliveries ADD COLUMN tried_since
    /* Since when it, or one before it in its game, has been tried in vain. NULL: it was not tried yet. */
    INTEGER;
