-- The life of a game beside the board: time, offers, rematches, spectators; and finding public games.
--
-- Everything here is added and may be NULL, so that the release before works on. What that release
-- writes is read well: where a column is NULL there is no clock, no offer and no expiry, whether a
-- side has begun is found in its events, and the key of a name is made of the name. SQLite keeps the
-- texts of columns with the tables, so what is said of each stands inside it.
--
-- From here on an event is rewritten in one case: `events.position_key` becomes NULL once its
-- position was taken back.

ALTER TABLE games ADD COLUMN white_name_key
    /* White's name in lower case by the rules of Unicode, to find it by. NULL: the database's
        lower case of it. */
    TEXT;
ALTER TABLE games ADD COLUMN white_invitation_expires_at
    /* When the invitation that opens White's seat expires. NULL: never, or the seat is not
        open to one. */
    INTEGER;
ALTER TABLE games ADD COLUMN white_begun
    /* Whether White has completed a turn that stands, as 0 or 1. NULL: its events tell. */
    INTEGER
    CONSTRAINT games_white_begun_known CHECK (white_begun IN (0, 1));
ALTER TABLE games ADD COLUMN white_left_ms
    /* Milliseconds that White's clock had left when it was last counted. NULL: no clock. */
    INTEGER
    CONSTRAINT games_white_left_positive CHECK (white_left_ms >= 0);
ALTER TABLE games ADD COLUMN black_name_key
    /* Black's name in lower case by the rules of Unicode, to find it by. NULL: the database's
        lower case of it. */
    TEXT;
ALTER TABLE games ADD COLUMN black_invitation_expires_at
    /* When the invitation that opens Black's seat expires. NULL: never, or the seat is not
        open to one. */
    INTEGER;
ALTER TABLE games ADD COLUMN black_begun
    /* Whether Black has completed a turn that stands, as 0 or 1. NULL: its events tell. */
    INTEGER
    CONSTRAINT games_black_begun_known CHECK (black_begun IN (0, 1));
ALTER TABLE games ADD COLUMN black_left_ms
    /* Milliseconds that Black's clock had left when it was last counted. NULL: no clock. */
    INTEGER
    CONSTRAINT games_black_left_positive CHECK (black_left_ms >= 0);
ALTER TABLE games ADD COLUMN time_control
    /* The time for thinking: game and milliseconds of the total, the increment, the delay and
        the first turn; or turn, days, and milliseconds of the first turn. NULL: no clock. */
    TEXT
    CONSTRAINT games_clock_whole CHECK ((time_control IS NULL) = (white_left_ms IS NULL) AND (time_control IS NULL) = (black_left_ms IS NULL));
ALTER TABLE games ADD COLUMN clock_since
    /* Since when the time of the side to act runs. NULL: it stands still. */
    INTEGER;
ALTER TABLE games ADD COLUMN deadline
    /* When the time of the side to act is over. NULL: it stands still. */
    INTEGER
    CONSTRAINT games_deadline_of_a_clock CHECK ((clock_since IS NULL) = (deadline IS NULL) AND (deadline IS NULL OR time_control IS NOT NULL));
ALTER TABLE games ADD COLUMN draw_offer
    /* white or black: whose offer of a draw is open. */
    TEXT
    CONSTRAINT games_draw_offer_known CHECK (draw_offer IN ('white', 'black'));
ALTER TABLE games ADD COLUMN takeback_by
    /* white or black: whose wish to take back is open. */
    TEXT
    CONSTRAINT games_takeback_by_known CHECK (takeback_by IN ('white', 'black'));
ALTER TABLE games ADD COLUMN takeback_to
    /* The revision to which it would be taken back. */
    INTEGER
    CONSTRAINT games_takeback_whole CHECK ((takeback_by IS NULL) = (takeback_to IS NULL) AND takeback_to BETWEEN 1 AND revision);
ALTER TABLE games ADD COLUMN rematch_game
    /* The id of the next game of the same players, which is there once both want it. */
    BLOB
    CONSTRAINT games_rematch_game_is_uuid CHECK (length(rematch_game) = 16);
ALTER TABLE games ADD COLUMN rematch_wanted
    /* white, black or both: who wants the next game. */
    TEXT
    CONSTRAINT games_rematch_whole CHECK ((rematch_game IS NULL) = (rematch_wanted IS NULL) AND rematch_wanted IN ('white', 'black', 'both'));

-- Of games whose clock runs alone.
CREATE INDEX games_deadline_idx ON games (deadline) WHERE deadline IS NOT NULL AND result IS NULL;

-- Public games, newest first: all, those of a variant, those that are on, those of a player, and
-- those of a time.
CREATE INDEX games_public_idx ON games (game_id) WHERE visibility = 'public';
CREATE INDEX games_public_variant_idx ON games (variant, game_id) WHERE visibility = 'public';
CREATE INDEX games_public_on_idx ON games (game_id) WHERE visibility = 'public' AND result IS NULL;
CREATE INDEX games_public_white_idx ON games (coalesce(white_name_key, lower(white_name)), game_id)
    WHERE visibility = 'public';
CREATE INDEX games_public_black_idx ON games (coalesce(black_name_key, lower(black_name)), game_id)
    WHERE visibility = 'public';
CREATE INDEX games_public_created_idx ON games (created_at) WHERE visibility = 'public';

ALTER TABLE events ADD COLUMN white_left_ms
    /* Milliseconds that White's clock had left at that moment. NULL: no clock. */
    INTEGER;
ALTER TABLE events ADD COLUMN black_left_ms
    /* Milliseconds that Black's clock had left at that moment. NULL: no clock. */
    INTEGER;
ALTER TABLE events ADD COLUMN deadline
    /* When the time of the side to act was over from then on. NULL: it stood still. */
    INTEGER;

CREATE TABLE spectators (
    -- How many watch a game on each replica without holding a seat, where somebody does. Each replica
    -- notes it every few seconds; a note that is older no longer counts.

    -- The game.
    game_id  BLOB    NOT NULL,
    -- The id that a replica gave itself when it started.
    replica  BLOB    NOT NULL,
    -- When it was noted.
    noted_at INTEGER NOT NULL,
    -- How many.
    count    INTEGER NOT NULL,
    CONSTRAINT spectators_pkey PRIMARY KEY (game_id, replica),
    CONSTRAINT spectators_game_id_is_uuid CHECK (length(game_id) = 16),
    CONSTRAINT spectators_replica_is_uuid CHECK (length(replica) = 16),
    CONSTRAINT spectators_count_positive CHECK (count >= 1)
) STRICT, WITHOUT ROWID;

CREATE INDEX spectators_replica_idx ON spectators (replica);
