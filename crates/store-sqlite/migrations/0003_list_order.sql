-- Lists of public games are in the order of creation. The ids are not: that of a rematch is given when
-- the first side wants it, and the game is created when the other does.
--
-- The release before lists by ids. Its index stays until a release that no longer needs it: it serves
-- each of its lists, if more slowly than the ones that go.

DROP INDEX games_public_variant_idx;
DROP INDEX games_public_on_idx;
DROP INDEX games_public_white_idx;
DROP INDEX games_public_black_idx;
DROP INDEX games_public_created_idx;

-- Public games, newest first: all, those of a variant, those that are on, and those of a player.
CREATE INDEX games_listed_idx ON games (created_at, game_id) WHERE visibility = 'public';
CREATE INDEX games_listed_variant_idx ON games (variant, created_at, game_id)
    WHERE visibility = 'public';
CREATE INDEX games_listed_on_idx ON games (created_at, game_id)
    WHERE visibility = 'public' AND result IS NULL;
CREATE INDEX games_listed_white_idx
    ON games (coalesce(white_name_key, lower(white_name)), created_at, game_id)
    WHERE visibility = 'public';
CREATE INDEX games_listed_black_idx
    ON games (coalesce(black_name_key, lower(black_name)), created_at, game_id)
    WHERE visibility = 'public';
