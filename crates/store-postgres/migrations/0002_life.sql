-- The life of a game beside the board: time, offers, rematches, spectators; and finding public games.
--
-- Everything here is added and may be null, so that the release before works on. What that release
-- writes is read well: where a column is null there is no clock, no offer and no expiry, whether a
-- side has begun is found in its events, and the key of a name is made of the name. It does not
-- move clocks or end offers of games that a later release began: play those when it is gone.
--
-- The indexes are built in the transaction of the migration, which holds up changes meanwhile:
-- building them beside it would wait for the other replicas that wait for their turn to migrate.

ALTER TABLE games
    ADD COLUMN white_invitation_expires_at timestamptz,
    ADD COLUMN black_invitation_expires_at timestamptz,
    ADD COLUMN clock_since timestamptz,
    ADD COLUMN deadline timestamptz,
    ADD COLUMN white_left_ms bigint,
    ADD COLUMN black_left_ms bigint,
    ADD COLUMN takeback_to bigint,
    ADD COLUMN rematch_game uuid,
    ADD COLUMN white_begun boolean,
    ADD COLUMN black_begun boolean,
    ADD COLUMN white_name_key text,
    ADD COLUMN black_name_key text,
    ADD COLUMN time_control text,
    ADD COLUMN draw_offer text,
    ADD COLUMN takeback_by text,
    ADD COLUMN rematch_wanted text,
    ADD CONSTRAINT games_clock_whole CHECK (
        (time_control IS NULL) = (white_left_ms IS NULL)
        AND (time_control IS NULL) = (black_left_ms IS NULL)
    ),
    ADD CONSTRAINT games_clock_runs_to_a_deadline CHECK ((clock_since IS NULL) = (deadline IS NULL)),
    ADD CONSTRAINT games_deadline_of_a_clock CHECK (deadline IS NULL OR time_control IS NOT NULL),
    ADD CONSTRAINT games_white_left_positive CHECK (white_left_ms >= 0),
    ADD CONSTRAINT games_black_left_positive CHECK (black_left_ms >= 0),
    ADD CONSTRAINT games_draw_offer_known CHECK (draw_offer IN ('white', 'black')),
    ADD CONSTRAINT games_takeback_by_known CHECK (takeback_by IN ('white', 'black')),
    ADD CONSTRAINT games_takeback_whole CHECK ((takeback_by IS NULL) = (takeback_to IS NULL)),
    ADD CONSTRAINT games_takeback_past CHECK (takeback_to BETWEEN 1 AND revision),
    ADD CONSTRAINT games_rematch_wanted_known CHECK (rematch_wanted IN ('white', 'black', 'both')),
    ADD CONSTRAINT games_rematch_whole CHECK ((rematch_game IS NULL) = (rematch_wanted IS NULL));

COMMENT ON COLUMN games.white_invitation_expires_at IS 'When the invitation that opens White''s seat expires. Null: never, or the seat is not open to one.';
COMMENT ON COLUMN games.black_invitation_expires_at IS 'When the invitation that opens Black''s seat expires. Null: never, or the seat is not open to one.';
COMMENT ON COLUMN games.time_control IS 'The time for thinking: game and milliseconds of the total, the increment, the delay and the first turn; or turn, days, and milliseconds of the first turn. Null: no clock.';
COMMENT ON COLUMN games.clock_since IS 'Since when the time of the side to act runs. Null: it stands still.';
COMMENT ON COLUMN games.deadline IS 'When the time of the side to act is over. Null: it stands still.';
COMMENT ON COLUMN games.white_left_ms IS 'Milliseconds that White''s clock had left when it was last counted. Null: no clock.';
COMMENT ON COLUMN games.black_left_ms IS 'Milliseconds that Black''s clock had left when it was last counted. Null: no clock.';
COMMENT ON COLUMN games.white_begun IS 'Whether White has completed a turn that stands. Null: its events tell.';
COMMENT ON COLUMN games.black_begun IS 'Whether Black has completed a turn that stands. Null: its events tell.';
COMMENT ON COLUMN games.white_name_key IS 'White''s name in lower case by the rules of Unicode, to find it by. Null: the database''s lower case of it.';
COMMENT ON COLUMN games.black_name_key IS 'Black''s name in lower case by the rules of Unicode, to find it by. Null: the database''s lower case of it.';
COMMENT ON COLUMN games.draw_offer IS 'white or black: whose offer of a draw is open.';
COMMENT ON COLUMN games.takeback_by IS 'white or black: whose wish to take back is open.';
COMMENT ON COLUMN games.takeback_to IS 'The revision to which it would be taken back.';
COMMENT ON COLUMN games.rematch_game IS 'The id of the next game of the same players, which is there once both want it.';
COMMENT ON COLUMN games.rematch_wanted IS 'white, black or both: who wants the next game.';

-- Of games whose clock runs alone; the only index that a turn touches before the end.
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

ALTER TABLE events
    ADD COLUMN white_left_ms bigint,
    ADD COLUMN black_left_ms bigint,
    ADD COLUMN deadline timestamptz,
    ADD CONSTRAINT events_clock_whole CHECK ((white_left_ms IS NULL) = (black_left_ms IS NULL));

COMMENT ON TABLE events IS 'What happened to a game: one row a change, never rewritten but for the keys of positions that were taken back.';
COMMENT ON COLUMN events.position_key IS 'The key of the position where the event made it occur: equal keys in one game since its last placement or removal are equal positions. Null once it was taken back.';
COMMENT ON COLUMN events.kind IS 'What happened: created, turn_played, draw_offered and so on. Later releases add more, so no constraint names them.';
COMMENT ON COLUMN events.detail IS 'The turn; the name of who took a seat; accepted or declined; the revision taken back to; the id of the next game.';
COMMENT ON COLUMN events.white_left_ms IS 'Milliseconds that White''s clock had left at that moment. Null: no clock.';
COMMENT ON COLUMN events.black_left_ms IS 'Milliseconds that Black''s clock had left at that moment. Null: no clock.';
COMMENT ON COLUMN events.deadline IS 'When the time of the side to act was over from then on. Null: it stood still.';

CREATE TABLE spectators (
    game_id  uuid        NOT NULL,
    replica  uuid        NOT NULL,
    noted_at timestamptz NOT NULL,
    count    integer     NOT NULL,
    CONSTRAINT spectators_pkey PRIMARY KEY (game_id, replica),
    CONSTRAINT spectators_count_positive CHECK (count >= 1)
)
-- Every note rewrites its row and touches no index.
WITH (fillfactor = 50);

CREATE INDEX spectators_replica_idx ON spectators (replica);

COMMENT ON TABLE spectators IS 'How many watch a game on each replica without holding a seat, where somebody does. Each replica notes it every few seconds; a note that is older no longer counts.';
COMMENT ON COLUMN spectators.game_id IS 'The game.';
COMMENT ON COLUMN spectators.replica IS 'The id that a replica gave itself when it started.';
COMMENT ON COLUMN spectators.noted_at IS 'When it was noted.';
COMMENT ON COLUMN spectators.count IS 'How many.';
