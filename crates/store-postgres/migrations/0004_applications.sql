-- Applications, their keys, and which application a game belongs to.
--
-- Everything here is added and may be null, so that the release before works on. What that release
-- creates belongs to no application, a rematch of an application's game too. As before, the indexes are
-- built in the transaction of the migration, which holds up changes meanwhile.

CREATE TABLE applications (
    application_id    uuid        NOT NULL,
    created_at        timestamptz NOT NULL,
    running_games_max bigint,
    games_per_day_max bigint,
    game_events_max   bigint,
    keys_max          bigint,
    name              text        NOT NULL,
    CONSTRAINT applications_pkey PRIMARY KEY (application_id),
    CONSTRAINT applications_name_unique UNIQUE (name),
    CONSTRAINT applications_running_games_max_positive CHECK (running_games_max >= 0),
    CONSTRAINT applications_games_per_day_max_positive CHECK (games_per_day_max >= 0),
    CONSTRAINT applications_game_events_max_positive CHECK (game_events_max >= 1),
    CONSTRAINT applications_keys_max_positive CHECK (keys_max >= 1)
);

COMMENT ON TABLE applications IS 'Who creates games with a key.';
COMMENT ON COLUMN applications.application_id IS 'The id, a UUID of version 7.';
COMMENT ON COLUMN applications.created_at IS 'When it was made.';
COMMENT ON COLUMN applications.running_games_max IS 'How many of its games may not have ended; 0: as many as may come. Null: as the service is set.';
COMMENT ON COLUMN applications.games_per_day_max IS 'How many games it may create within 24 hours; 0: as many as may come. Null: as the service is set.';
COMMENT ON COLUMN applications.game_events_max IS 'How many events each of its games may have before it can only be played to its end. Null: as the service is set.';
COMMENT ON COLUMN applications.keys_max IS 'How many keys that work it may have. Null: as the service is set.';
COMMENT ON COLUMN applications.name IS 'What its operators call it.';

CREATE TABLE api_keys (
    key_id         uuid        NOT NULL,
    application_id uuid        NOT NULL,
    created_at     timestamptz NOT NULL,
    expires_at     timestamptz,
    revoked_at     timestamptz,
    hash           bytea       NOT NULL,
    name           text        NOT NULL,
    CONSTRAINT api_keys_pkey PRIMARY KEY (key_id),
    CONSTRAINT api_keys_hash_unique UNIQUE (hash),
    CONSTRAINT api_keys_application_id_fkey FOREIGN KEY (application_id) REFERENCES applications,
    CONSTRAINT api_keys_hash_is_sha256 CHECK (octet_length(hash) = 32)
);

CREATE INDEX api_keys_application_idx ON api_keys (application_id);

COMMENT ON TABLE api_keys IS 'The keys that applications call with. None is ever deleted, so that its refusal can say why.';
COMMENT ON COLUMN api_keys.key_id IS 'The id, a UUID of version 7.';
COMMENT ON COLUMN api_keys.application_id IS 'Whose it is.';
COMMENT ON COLUMN api_keys.created_at IS 'When it was made.';
COMMENT ON COLUMN api_keys.expires_at IS 'From when on it works no more. Null: it does not expire.';
COMMENT ON COLUMN api_keys.revoked_at IS 'When it was revoked, if it was.';
COMMENT ON COLUMN api_keys.hash IS 'SHA-256 of the key, which is stored nowhere.';
COMMENT ON COLUMN api_keys.name IS 'What its operators call it.';

ALTER TABLE games ADD COLUMN application_id uuid;

COMMENT ON COLUMN games.application_id IS 'The application that it belongs to. Null: none.';

-- The games of an application, newest first: all, and those that have not ended. No turn touches them
-- before the end.
CREATE INDEX games_application_idx ON games (application_id, created_at, game_id)
    WHERE application_id IS NOT NULL;
CREATE INDEX games_application_on_idx ON games (application_id, created_at, game_id)
    WHERE application_id IS NOT NULL AND result IS NULL;
