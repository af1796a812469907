//! Hints: how one replica tells the others that a game has changed.
//!
//! Those who watch on this replica hear of a change at once. The others hear of it by NOTIFY, which
//! is sent for many games together: its commit takes a lock of the whole server, so it must never be
//! a part of the statement that stores a turn. Losing a hint costs a moment and no event.

mod listener;
mod outbox;
mod payload;

use std::sync::Arc;

use moelle_games::Hint;
use sqlx::PgPool;
use sqlx::postgres::PgPoolOptions;
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use self::outbox::Outbox;
use crate::database::Database;
use crate::options::{ConnectUrl, PostgresOptions};

/// Hints that a receiver may be behind before it is told that it has missed some.
const BEHIND_MAX: usize = 4_096;

/// The hints of one replica.
pub(crate) struct Hints {
    heard: broadcast::Sender<Hint>,
    outbox: Arc<Outbox>,
    pool: PgPool,
}

impl Hints {
    /// Starts the two tasks that send and hear hints, each on a session of its own with the server at
    /// `direct`. They stop with `stop`, after what was announced has been sent.
    pub(crate) fn start(
        direct: &ConnectUrl,
        options: PostgresOptions,
        database: &Arc<Database>,
        tasks: &TaskTracker,
        stop: &CancellationToken,
    ) -> Self {
        let session = options
            .session(direct, "moelle-hints")
            .options([("synchronous_commit", "off")]);
        let pool = PgPoolOptions::new()
            .max_connections(2)
            .acquire_timeout(options.acquire_timeout)
            .idle_timeout(None)
            .max_lifetime(None)
            .test_before_acquire(false)
            .connect_lazy_with(session.clone());
        let heard = broadcast::Sender::new(BEHIND_MAX);
        let outbox = Arc::new(Outbox::default());
        tasks.spawn(outbox::send_all(
            Arc::clone(&outbox),
            Arc::clone(database),
            pool.clone(),
            stop.clone(),
        ));
        let listener = listener::Listener {
            pool: pool.clone(),
            session,
            database: Arc::clone(database),
            heard: heard.clone(),
        };
        tasks.spawn(stop.clone().run_until_cancelled_owned(listener.run()));
        Self {
            heard,
            outbox,
            pool,
        }
    }

    /// Tells everybody.
    pub(crate) fn announce(&self, hint: Hint) {
        // Nobody may be listening here, and that is no error.
        let _ = self.heard.send(hint);
        self.outbox.put(hint);
    }

    pub(crate) fn subscribe(&self) -> broadcast::Receiver<Hint> {
        self.heard.subscribe()
    }

    /// Games of which the other replicas are yet to hear.
    pub(crate) fn unannounced(&self) -> usize {
        self.outbox.len()
    }

    pub(crate) fn pool(&self) -> &PgPool {
        &self.pool
    }
}
