-- Webhooks of applications, and the outbox of what they are told.
--
-- Everything here is new, so that the release before works on; it tells webhooks nothing of the changes
-- that it stores.

CREATE TABLE webhooks (
    -- Where applications are told of their games.

    -- The id, a UUID of version 7.
    webhook_id     BLOB    NOT NULL,
    -- The application whose it is.
    application_id BLOB    NOT NULL,
    -- When it was registered.
    created_at     INTEGER NOT NULL,
    -- Until when messages are signed with the key before too. NULL: it was never replaced.
    old_key_until  INTEGER,
    -- What it is told, added together: 1 your_turn, 2 offer, 4 finished. Later releases add more.
    kinds          INTEGER NOT NULL,
    -- Whether it is told anything.
    enabled        INTEGER NOT NULL,
    -- Where messages go.
    url            TEXT    NOT NULL,
    -- What messages are signed with, as it is: whoever reads this can sign.
    key            BLOB    NOT NULL,
    -- The key before.
    old_key        BLOB,
    CONSTRAINT webhooks_pkey PRIMARY KEY (webhook_id),
    CONSTRAINT webhooks_application_id_fkey FOREIGN KEY (application_id)
        REFERENCES applications (application_id),
    CONSTRAINT webhooks_webhook_id_is_uuid CHECK (length(webhook_id) = 16),
    CONSTRAINT webhooks_kinds_known CHECK (kinds BETWEEN 1 AND 255),
    CONSTRAINT webhooks_enabled_is_bool CHECK (enabled IN (0, 1)),
    CONSTRAINT webhooks_key_is_256_bits CHECK (length(key) = 32),
    CONSTRAINT webhooks_old_key_is_256_bits CHECK (length(old_key) = 32),
    CONSTRAINT webhooks_old_key_whole CHECK ((old_key IS NULL) = (old_key_until IS NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX webhooks_application_idx ON webhooks (application_id);

CREATE TABLE deliveries (
    -- The outbox: one row a change and a webhook that is told of it, stored together with the change.

    -- The game.
    game_id        BLOB    NOT NULL,
    -- The revision that is told of. What is told stands in events.
    revision       INTEGER NOT NULL,
    -- The webhook that is told.
    webhook_id     BLOB    NOT NULL,
    -- The application whose the game and the webhook are.
    application_id BLOB    NOT NULL,
    -- When the change happened.
    created_at     INTEGER NOT NULL,
    -- Since when it has been due: since the change, or since it was last sent again. A day later it is
    -- given up.
    due_since      INTEGER NOT NULL,
    -- When it is tried next, or until when somebody is trying. NULL: it is settled.
    next_at        INTEGER,
    -- When it was delivered or given up.
    settled_at     INTEGER,
    -- Who tried last: who is not this any more settles nothing.
    lease          BLOB,
    -- How often it was tried.
    tries          INTEGER NOT NULL DEFAULT 0,
    -- The status of the last answer, where that was no success.
    status         INTEGER,
    -- your_turn, offer or finished. Later releases add more.
    kind           TEXT    NOT NULL,
    -- pending, delivered or dead. Of a game and a webhook only the first that is pending is tried.
    state          TEXT    NOT NULL DEFAULT 'pending',
    -- Why the last try failed, in one of few words.
    failure        TEXT,
    CONSTRAINT deliveries_pkey PRIMARY KEY (game_id, revision, webhook_id),
    CONSTRAINT deliveries_state_known CHECK (state IN ('pending', 'delivered', 'dead')),
    CONSTRAINT deliveries_pending_is_due CHECK ((state = 'pending') = (next_at IS NOT NULL)),
    CONSTRAINT deliveries_settled_once CHECK ((state = 'pending') = (settled_at IS NULL)),
    CONSTRAINT deliveries_tries_positive CHECK (tries >= 0),
    CONSTRAINT deliveries_game_fkey FOREIGN KEY (game_id) REFERENCES games (game_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- What waits for a webhook; what an application looks at, all and what is dead; what is forgotten.
-- What waits in one game is found by the key: such statements ask for `next_at`, which keeps them from the
-- first of these.
CREATE INDEX deliveries_next_idx ON deliveries (webhook_id, next_at) WHERE state = 'pending';
CREATE INDEX deliveries_listed_idx
    ON deliveries (application_id, created_at, game_id, revision, webhook_id);
CREATE INDEX deliveries_dead_idx
    ON deliveries (application_id, created_at, game_id, revision, webhook_id)
    WHERE state = 'dead';
CREATE INDEX deliveries_settled_idx ON deliveries (settled_at) WHERE state <> 'pending';
