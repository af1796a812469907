-- Games that are kept for a time only are found by when they were created, which no turn changes. A game is
-- kept while the one whose rematch it is is there: whoever reads that one sees to its rematch, and would
-- make it anew.
--
-- Everything here is an index, so the release before works on.

-- Games that are on while no clock runs, games that have ended, and games by the rematch that followed.
CREATE INDEX games_resting_idx ON games (created_at) WHERE result IS NULL AND deadline IS NULL;
CREATE INDEX games_ended_idx ON games (created_at) WHERE result IS NOT NULL;
CREATE INDEX games_rematch_idx ON games (rematch_game) WHERE rematch_game IS NOT NULL;
