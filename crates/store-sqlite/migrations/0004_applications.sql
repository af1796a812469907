-- Applications, their keys, and which application a game belongs to.
--
-- Everything here is added and may be NULL, so that the release before works on. What that release
-- creates belongs to no application, a rematch of an application's game too.

CREATE TABLE applications (
    -- Who creates games with a key.

    -- The id, a UUID of version 7.
    application_id    BLOB    NOT NULL,
    -- When it was made.
    created_at        INTEGER NOT NULL,
    -- How many of its games may not have ended; 0: as many as may come. NULL: as the service is set.
    running_games_max INTEGER,
    -- How many games it may create within 24 hours; 0: as many as may come. NULL: as the service is set.
    games_per_day_max INTEGER,
    -- How many events each of its games may have before it can only be played to its end. NULL: as the
    -- service is set.
    game_events_max   INTEGER,
    -- How many keys that work it may have. NULL: as the service is set.
    keys_max          INTEGER,
    -- What its operators call it.
    name              TEXT    NOT NULL,
    CONSTRAINT applications_pkey PRIMARY KEY (application_id),
    CONSTRAINT applications_name_unique UNIQUE (name),
    CONSTRAINT applications_application_id_is_uuid CHECK (length(application_id) = 16),
    CONSTRAINT applications_running_games_max_positive CHECK (running_games_max >= 0),
    CONSTRAINT applications_games_per_day_max_positive CHECK (games_per_day_max >= 0),
    CONSTRAINT applications_game_events_max_positive CHECK (game_events_max >= 1),
    CONSTRAINT applications_keys_max_positive CHECK (keys_max >= 1)
) STRICT, WITHOUT ROWID;

CREATE TABLE api_keys (
    -- The keys that applications call with. None is ever deleted, so that its refusal can say why.

    -- The id, a UUID of version 7.
    key_id         BLOB    NOT NULL,
    -- Whose it is.
    application_id BLOB    NOT NULL,
    -- When it was made.
    created_at     INTEGER NOT NULL,
    -- From when on it works no more. NULL: it does not expire.
    expires_at     INTEGER,
    -- When it was revoked, if it was.
    revoked_at     INTEGER,
    -- SHA-256 of the key, which is stored nowhere.
    hash           BLOB    NOT NULL,
    -- What its operators call it.
    name           TEXT    NOT NULL,
    CONSTRAINT api_keys_pkey PRIMARY KEY (key_id),
    CONSTRAINT api_keys_hash_unique UNIQUE (hash),
    CONSTRAINT api_keys_application_id_fkey FOREIGN KEY (application_id)
        REFERENCES applications (application_id),
    CONSTRAINT api_keys_key_id_is_uuid CHECK (length(key_id) = 16),
    CONSTRAINT api_keys_hash_is_sha256 CHECK (length(hash) = 32)
) STRICT, WITHOUT ROWID;

CREATE INDEX api_keys_application_idx ON api_keys (application_id);

ALTER TABLE games ADD COLUMN application_id
    /* The application that it belongs to. NULL: none. */
    BLOB
    CONSTRAINT games_application_id_is_uuid CHECK (length(application_id) = 16);

-- The games of an application, newest first: all, and those that have not ended.
CREATE INDEX games_application_idx ON games (application_id, created_at, game_id)
    WHERE application_id IS NOT NULL;
CREATE INDEX games_application_on_idx ON games (application_id, created_at, game_id)
    WHERE application_id IS NOT NULL AND result IS NULL;
