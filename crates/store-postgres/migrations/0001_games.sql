-- Games, what happened to them, and the receipts that make retries safe.
--
-- Every key begins with the id of a game, and every statement of play touches one game, so that the
-- tables can be distributed by `game_id`. `creations` is the exception: creating is deduplicated
-- before there is a game.
--
-- Columns of fixed width stand first: no space is lost to alignment. Events and receipts have no
-- foreign key: they are inserted only by the statement that changes their game's row, and checking it
-- again costs a tenth of the turns.

CREATE TABLE games (
    game_id          uuid        NOT NULL,
    revision         bigint      NOT NULL,
    quiet_since      bigint      NOT NULL,
    created_at       timestamptz NOT NULL,
    updated_at       timestamptz NOT NULL,
    variant          text,
    rules            text        NOT NULL,
    visibility       text        NOT NULL,
    owner_token      bytea       NOT NULL,
    white_name       text,
    white_token      bytea,
    white_invitation bytea,
    black_name       text,
    black_token      bytea,
    black_invitation bytea,
    start            text        NOT NULL,
    position         text        NOT NULL,
    last_turn        text,
    result           text,
    termination      text,
    CONSTRAINT games_pkey PRIMARY KEY (game_id),
    CONSTRAINT games_revision_positive CHECK (revision >= 1),
    CONSTRAINT games_quiet_since_past CHECK (quiet_since BETWEEN 1 AND revision),
    CONSTRAINT games_updated_after_created CHECK (updated_at >= created_at),
    CONSTRAINT games_visibility_known CHECK (visibility IN ('public', 'unlisted', 'private')),
    CONSTRAINT games_owner_token_is_sha256 CHECK (octet_length(owner_token) = 32),
    CONSTRAINT games_white_token_is_sha256 CHECK (octet_length(white_token) = 32),
    CONSTRAINT games_white_invitation_is_sha256 CHECK (octet_length(white_invitation) = 32),
    CONSTRAINT games_black_token_is_sha256 CHECK (octet_length(black_token) = 32),
    CONSTRAINT games_black_invitation_is_sha256 CHECK (octet_length(black_invitation) = 32),
    CONSTRAINT games_result_known CHECK (result IN ('1-0', '0-1', '1/2-1/2', '*')),
    CONSTRAINT games_outcome_whole CHECK ((result IS NULL) = (termination IS NULL))
)
-- A change rewrites the row and touches no index, so it stays on its page if there is room.
WITH (fillfactor = 70);

COMMENT ON TABLE games IS 'A game as it stands now: one row a game, rewritten by every change.';
COMMENT ON COLUMN games.game_id IS 'The id, a UUID of version 7: it tells the millisecond of creation.';
COMMENT ON COLUMN games.revision IS 'How many changes the game has seen, 1 for its creation. A change is stored only over the revision that it was decided on.';
COMMENT ON COLUMN games.quiet_since IS 'The revision of the last placement or removal, or of the creation. Positions from there on may be repeated.';
COMMENT ON COLUMN games.created_at IS 'When it was created.';
COMMENT ON COLUMN games.updated_at IS 'When it last changed. Not indexed on purpose: it is written with every change.';
COMMENT ON COLUMN games.variant IS 'The name of the variant that it was chosen as. Null: a whole rule set of the application''s own.';
COMMENT ON COLUMN games.rules IS 'A line field=value for each field of the rule set that differs from the variant; every field where there is no variant.';
COMMENT ON COLUMN games.visibility IS 'Who may see it: public (and listed), unlisted, or private.';
COMMENT ON COLUMN games.owner_token IS 'SHA-256 of the owner''s token.';
COMMENT ON COLUMN games.white_name IS 'What White''s player is called.';
COMMENT ON COLUMN games.white_token IS 'SHA-256 of the token of White''s seat, once it is taken.';
COMMENT ON COLUMN games.white_invitation IS 'SHA-256 of the invitation that opens White''s seat, or that it was taken with.';
COMMENT ON COLUMN games.black_name IS 'What Black''s player is called.';
COMMENT ON COLUMN games.black_token IS 'SHA-256 of the token of Black''s seat, once it is taken.';
COMMENT ON COLUMN games.black_invitation IS 'SHA-256 of the invitation that opens Black''s seat, or that it was taken with.';
COMMENT ON COLUMN games.start IS 'The position that it started from, as text.';
COMMENT ON COLUMN games.position IS 'The position that it stands at, as text.';
COMMENT ON COLUMN games.last_turn IS 'The last turn, or as much of it as has been played. Null before the first.';
COMMENT ON COLUMN games.result IS '1-0, 0-1, 1/2-1/2, or * for none, once it has ended.';
COMMENT ON COLUMN games.termination IS 'How it ended, in the word of the rules, once it has.';

CREATE TABLE events (
    game_id      uuid        NOT NULL,
    revision     bigint      NOT NULL,
    at           timestamptz NOT NULL,
    position_key bigint,
    occurrences  smallint,
    kind         text        NOT NULL,
    side         text,
    detail       text,
    position     text        NOT NULL,
    result       text,
    termination  text,
    CONSTRAINT events_pkey PRIMARY KEY (game_id, revision),
    CONSTRAINT events_revision_positive CHECK (revision >= 1),
    CONSTRAINT events_occurrences_positive CHECK (occurrences >= 1),
    CONSTRAINT events_side_known CHECK (side IN ('white', 'black')),
    CONSTRAINT events_result_known CHECK (result IN ('1-0', '0-1', '1/2-1/2', '*')),
    CONSTRAINT events_outcome_whole CHECK ((result IS NULL) = (termination IS NULL))
);

COMMENT ON TABLE events IS 'What happened to a game: one row a change, never rewritten.';
COMMENT ON COLUMN events.game_id IS 'The game.';
COMMENT ON COLUMN events.revision IS 'The revision that the event made.';
COMMENT ON COLUMN events.at IS 'When it happened.';
COMMENT ON COLUMN events.position_key IS 'The key of the position where the event made it occur: equal keys in one game since its last placement or removal are equal positions.';
COMMENT ON COLUMN events.occurrences IS 'How often the position had occurred. Null between the actions of a turn.';
COMMENT ON COLUMN events.kind IS 'created, seat_taken, turn_played or resigned. Later releases add more, so no constraint names them.';
COMMENT ON COLUMN events.side IS 'white or black, where a side did it.';
COMMENT ON COLUMN events.detail IS 'The turn, or the name of who took a seat.';
COMMENT ON COLUMN events.position IS 'The position after it, as text.';
COMMENT ON COLUMN events.result IS 'The result, if the event ended the game.';
COMMENT ON COLUMN events.termination IS 'How the game ended, if the event ended it.';

CREATE TABLE receipts (
    game_id      uuid        NOT NULL,
    at           timestamptz NOT NULL,
    request_hash bytea       NOT NULL,
    body_hash    bytea       NOT NULL,
    answer       bytea       NOT NULL,
    CONSTRAINT receipts_pkey PRIMARY KEY (game_id, request_hash),
    CONSTRAINT receipts_request_hash_is_sha256 CHECK (octet_length(request_hash) = 32),
    CONSTRAINT receipts_body_hash_is_sha256 CHECK (octet_length(body_hash) = 32)
);

CREATE INDEX receipts_at_idx ON receipts (at);

COMMENT ON TABLE receipts IS 'Answers that were given, so that a repeated request gets the same one. Forgotten after a day.';
COMMENT ON COLUMN receipts.game_id IS 'The game.';
COMMENT ON COLUMN receipts.at IS 'When the answer was given.';
COMMENT ON COLUMN receipts.request_hash IS 'SHA-256 over the request''s id and the token or invitation that it came with.';
COMMENT ON COLUMN receipts.body_hash IS 'SHA-256 of what was asked for: the same id with another body is refused.';
COMMENT ON COLUMN receipts.answer IS 'The bytes of the answer. Those that hold tokens are sealed under a key that is stored nowhere.';

CREATE TABLE creations (
    game_id      uuid        NOT NULL,
    at           timestamptz NOT NULL,
    request_hash bytea       NOT NULL,
    body_hash    bytea       NOT NULL,
    answer       bytea       NOT NULL,
    CONSTRAINT creations_pkey PRIMARY KEY (request_hash),
    CONSTRAINT creations_request_hash_is_sha256 CHECK (octet_length(request_hash) = 32),
    CONSTRAINT creations_body_hash_is_sha256 CHECK (octet_length(body_hash) = 32)
);

CREATE INDEX creations_at_idx ON creations (at);

COMMENT ON TABLE creations IS 'Answers to requests that created a game, so that a repeated one creates no second. Forgotten after a day.';
COMMENT ON COLUMN creations.game_id IS 'The game that was created.';
COMMENT ON COLUMN creations.at IS 'When it was created.';
COMMENT ON COLUMN creations.request_hash IS 'SHA-256 over the request''s id.';
COMMENT ON COLUMN creations.body_hash IS 'SHA-256 of what was asked for: the same id with another body is refused.';
COMMENT ON COLUMN creations.answer IS 'The bytes of the answer, sealed under a key that is stored nowhere, for they hold tokens.';
