-- Games, what happened to them, and the receipts that make retries safe.
--
-- Times are microseconds since 1970-01-01T00:00:00Z. Every key begins with the id of a game, but for
-- `creations`: creating is deduplicated before there is a game. SQLite keeps these texts with the
-- tables, comments included, so they stand inside them. `events` has short rows and lies in the order of
-- its key; the others have long ones.

CREATE TABLE games (
    -- A game as it stands now: one row a game, rewritten by every change.

    -- The id, 16 bytes of a UUID of version 7: it tells the millisecond of creation.
    game_id          BLOB    NOT NULL,
    -- How many changes the game has seen, 1 for its creation. A change is stored only over the
    -- revision that it was decided on.
    revision         INTEGER NOT NULL,
    -- The revision of the last placement or removal, or of the creation. Positions from there on
    -- may be repeated.
    quiet_since      INTEGER NOT NULL,
    -- When it was created.
    created_at       INTEGER NOT NULL,
    -- When it last changed.
    updated_at       INTEGER NOT NULL,
    -- The name of the variant that it was chosen as. NULL: a whole rule set of the application's own.
    variant          TEXT,
    -- A line field=value for each field of the rule set that differs from the variant; every field
    -- where there is no variant.
    rules            TEXT    NOT NULL,
    -- Who may see it: public (and listed), unlisted, or private.
    visibility       TEXT    NOT NULL,
    -- SHA-256 of the owner's token.
    owner_token      BLOB    NOT NULL,
    -- What White's player is called.
    white_name       TEXT,
    -- SHA-256 of the token of White's seat, once it is taken.
    white_token      BLOB,
    -- SHA-256 of the invitation that opens White's seat, or that it was taken with.
    white_invitation BLOB,
    -- What Black's player is called.
    black_name       TEXT,
    -- SHA-256 of the token of Black's seat, once it is taken.
    black_token      BLOB,
    -- SHA-256 of the invitation that opens Black's seat, or that it was taken with.
    black_invitation BLOB,
    -- The position that it started from, as text.
    start            TEXT    NOT NULL,
    -- The position that it stands at, as text.
    position         TEXT    NOT NULL,
    -- The last turn, or as much of it as has been played. NULL before the first.
    last_turn        TEXT,
    -- 1-0, 0-1, 1/2-1/2, or * for none, once it has ended.
    result           TEXT,
    -- How it ended, in the word of the rules, once it has.
    termination      TEXT,
    CONSTRAINT games_pkey PRIMARY KEY (game_id),
    CONSTRAINT games_game_id_is_uuid CHECK (length(game_id) = 16),
    CONSTRAINT games_revision_positive CHECK (revision >= 1),
    CONSTRAINT games_quiet_since_past CHECK (quiet_since BETWEEN 1 AND revision),
    CONSTRAINT games_updated_after_created CHECK (updated_at >= created_at),
    CONSTRAINT games_visibility_known CHECK (visibility IN ('public', 'unlisted', 'private')),
    CONSTRAINT games_owner_token_is_sha256 CHECK (length(owner_token) = 32),
    CONSTRAINT games_white_token_is_sha256 CHECK (length(white_token) = 32),
    CONSTRAINT games_white_invitation_is_sha256 CHECK (length(white_invitation) = 32),
    CONSTRAINT games_black_token_is_sha256 CHECK (length(black_token) = 32),
    CONSTRAINT games_black_invitation_is_sha256 CHECK (length(black_invitation) = 32),
    CONSTRAINT games_result_known CHECK (result IN ('1-0', '0-1', '1/2-1/2', '*')),
    CONSTRAINT games_outcome_whole CHECK ((result IS NULL) = (termination IS NULL))
) STRICT;

CREATE TABLE events (
    -- What happened to a game: one row a change, never rewritten. The rows of a game lie together.

    -- The game.
    game_id      BLOB    NOT NULL,
    -- The revision that the event made.
    revision     INTEGER NOT NULL,
    -- When it happened.
    at           INTEGER NOT NULL,
    -- The key of the position where the event made it occur: equal keys in one game since its last
    -- placement or removal are equal positions.
    position_key INTEGER,
    -- How often the position had occurred. NULL between the actions of a turn.
    occurrences  INTEGER,
    -- created, seat_taken, turn_played or resigned. Later releases add more, so no constraint names
    -- them.
    kind         TEXT    NOT NULL,
    -- white or black, where a side did it.
    side         TEXT,
    -- The turn, or the name of who took a seat.
    detail       TEXT,
    -- The position after it, as text.
    position     TEXT    NOT NULL,
    -- The result, if the event ended the game.
    result       TEXT,
    -- How the game ended, if the event ended it.
    termination  TEXT,
    CONSTRAINT events_pkey PRIMARY KEY (game_id, revision),
    CONSTRAINT events_revision_positive CHECK (revision >= 1),
    CONSTRAINT events_occurrences_positive CHECK (occurrences >= 1),
    CONSTRAINT events_side_known CHECK (side IN ('white', 'black')),
    CONSTRAINT events_result_known CHECK (result IN ('1-0', '0-1', '1/2-1/2', '*')),
    CONSTRAINT events_outcome_whole CHECK ((result IS NULL) = (termination IS NULL)),
    CONSTRAINT events_game_fkey FOREIGN KEY (game_id) REFERENCES games (game_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE receipts (
    -- Answers that were given, so that a repeated request gets the same one. Forgotten after a day.

    -- The game.
    game_id      BLOB    NOT NULL,
    -- When the answer was given.
    at           INTEGER NOT NULL,
    -- SHA-256 over the request's id and the token or invitation that it came with.
    request_hash BLOB    NOT NULL,
    -- SHA-256 of what was asked for: the same id with another body is refused.
    body_hash    BLOB    NOT NULL,
    -- The bytes of the answer. Those that hold tokens are sealed under a key that is stored nowhere.
    answer       BLOB    NOT NULL,
    CONSTRAINT receipts_pkey PRIMARY KEY (game_id, request_hash),
    CONSTRAINT receipts_request_hash_is_sha256 CHECK (length(request_hash) = 32),
    CONSTRAINT receipts_body_hash_is_sha256 CHECK (length(body_hash) = 32),
    CONSTRAINT receipts_game_fkey FOREIGN KEY (game_id) REFERENCES games (game_id) ON DELETE CASCADE
) STRICT;

CREATE INDEX receipts_at_idx ON receipts (at);

CREATE TABLE creations (
    -- Answers to requests that created a game, so that a repeated one creates no second. Forgotten
    -- after a day.

    -- The game that was created.
    game_id      BLOB    NOT NULL,
    -- When it was created.
    at           INTEGER NOT NULL,
    -- SHA-256 over the request's id.
    request_hash BLOB    NOT NULL,
    -- SHA-256 of what was asked for: the same id with another body is refused.
    body_hash    BLOB    NOT NULL,
    -- The bytes of the answer, sealed under a key that is stored nowhere, for they hold tokens.
    answer       BLOB    NOT NULL,
    CONSTRAINT creations_pkey PRIMARY KEY (request_hash),
    CONSTRAINT creations_request_hash_is_sha256 CHECK (length(request_hash) = 32),
    CONSTRAINT creations_body_hash_is_sha256 CHECK (length(body_hash) = 32)
) STRICT;

CREATE INDEX creations_at_idx ON creations (at);
