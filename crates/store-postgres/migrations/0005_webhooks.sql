-- Webhooks of applications, and the outbox of what they are told.
--
-- Everything here is new, so that the release before works on; it tells webhooks nothing of the changes
-- that it stores.

CREATE TABLE webhooks (
    webhook_id     uuid        NOT NULL,
    application_id uuid        NOT NULL,
    created_at     timestamptz NOT NULL,
    old_key_until  timestamptz,
    kinds          smallint    NOT NULL,
    enabled        boolean     NOT NULL,
    url            text        NOT NULL,
    key            bytea       NOT NULL,
    old_key        bytea,
    CONSTRAINT webhooks_pkey PRIMARY KEY (webhook_id),
    CONSTRAINT webhooks_kinds_known CHECK (kinds BETWEEN 1 AND 255),
    CONSTRAINT webhooks_key_is_256_bits CHECK (octet_length(key) = 32),
    CONSTRAINT webhooks_old_key_is_256_bits CHECK (octet_length(old_key) = 32),
    CONSTRAINT webhooks_old_key_whole CHECK ((old_key IS NULL) = (old_key_until IS NULL))
);

CREATE INDEX webhooks_application_idx ON webhooks (application_id);

COMMENT ON TABLE webhooks IS 'Where applications are told of their games.';
COMMENT ON COLUMN webhooks.webhook_id IS 'The id, a UUID of version 7.';
COMMENT ON COLUMN webhooks.application_id IS 'The application whose it is.';
COMMENT ON COLUMN webhooks.created_at IS 'When it was registered.';
COMMENT ON COLUMN webhooks.old_key_until IS 'Until when messages are signed with the key before too. Null: it was never replaced.';
COMMENT ON COLUMN webhooks.kinds IS 'What it is told, added together: 1 your_turn, 2 offer, 4 finished. Later releases add more.';
COMMENT ON COLUMN webhooks.enabled IS 'Whether it is told anything.';
COMMENT ON COLUMN webhooks.url IS 'Where messages go.';
COMMENT ON COLUMN webhooks.key IS 'What messages are signed with, as it is: whoever reads this can sign.';
COMMENT ON COLUMN webhooks.old_key IS 'The key before.';

CREATE TABLE deliveries (
    game_id        uuid        NOT NULL,
    revision       bigint      NOT NULL,
    webhook_id     uuid        NOT NULL,
    application_id uuid        NOT NULL,
    created_at     timestamptz NOT NULL,
    due_since      timestamptz NOT NULL,
    next_at        timestamptz,
    settled_at     timestamptz,
    lease          uuid,
    tries          integer     NOT NULL DEFAULT 0,
    status         smallint,
    kind           text        NOT NULL,
    state          text        NOT NULL DEFAULT 'pending',
    failure        text,
    CONSTRAINT deliveries_pkey PRIMARY KEY (game_id, revision, webhook_id),
    CONSTRAINT deliveries_state_known CHECK (state IN ('pending', 'delivered', 'dead')),
    CONSTRAINT deliveries_pending_is_due CHECK ((state = 'pending') = (next_at IS NOT NULL)),
    CONSTRAINT deliveries_settled_once CHECK ((state = 'pending') = (settled_at IS NULL)),
    CONSTRAINT deliveries_tries_positive CHECK (tries >= 0)
);

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

COMMENT ON TABLE deliveries IS 'The outbox: one row a change and a webhook that is told of it, stored by the statement that stores the change.';
COMMENT ON COLUMN deliveries.game_id IS 'The game.';
COMMENT ON COLUMN deliveries.revision IS 'The revision that is told of. What is told stands in events.';
COMMENT ON COLUMN deliveries.webhook_id IS 'The webhook that is told.';
COMMENT ON COLUMN deliveries.application_id IS 'The application whose the game and the webhook are.';
COMMENT ON COLUMN deliveries.created_at IS 'When the change happened.';
COMMENT ON COLUMN deliveries.due_since IS 'Since when it has been due: since the change, or since it was last sent again. A day later it is given up.';
COMMENT ON COLUMN deliveries.next_at IS 'When it is tried next, or until when somebody is trying. Null: it is settled.';
COMMENT ON COLUMN deliveries.settled_at IS 'When it was delivered or given up.';
COMMENT ON COLUMN deliveries.lease IS 'Who tried last: who is not this any more settles nothing.';
COMMENT ON COLUMN deliveries.tries IS 'How often it was tried.';
COMMENT ON COLUMN deliveries.status IS 'The status of the last answer, where that was no success.';
COMMENT ON COLUMN deliveries.kind IS 'your_turn, offer or finished. Later releases add more.';
COMMENT ON COLUMN deliveries.state IS 'pending, delivered or dead. Of a game and a webhook only the first that is pending is tried.';
COMMENT ON COLUMN deliveries.failure IS 'Why the last try failed, in one of few words.';
