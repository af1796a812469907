//! Hearing what other replicas announce.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};

use moelle_games::Hint;
use sqlx::postgres::{PgConnectOptions, PgListener};
use sqlx::{Connection, PgConnection, PgPool};
use tokio::sync::broadcast;
use tokio::time::{MissedTickBehavior, interval, timeout};

use super::payload::unpack;
use crate::database::Database;

/// The channel of the notifications; `notify.sql` names it too.
const CHANNEL: &str = "moelle_games";
/// The pause before the connection is made anew.
const PAUSE: Duration = Duration::from_millis(500);
/// How long connecting may take.
const CONNECT_WITHIN: Duration = Duration::from_secs(5);
/// How often a connection on which nothing is heard is tested.
const TEST_EVERY: Duration = Duration::from_secs(15);
/// How long it may take to answer a test.
const ANSWER_WITHIN: Duration = Duration::from_secs(5);
/// How often the log says that the database is still away.
const SAY_EVERY: Duration = Duration::from_secs(10);

/// The task that listens. As its connection is always open, it is also the first to know that the
/// database went away or came back.
pub(super) struct Listener {
    pub(super) pool: PgPool,
    pub(super) session: PgConnectOptions,
    pub(super) database: Arc<Database>,
    pub(super) heard: broadcast::Sender<Hint>,
}

impl Listener {
    /// Listens for ever, over as many connections as it takes.
    pub(super) async fn run(self) {
        let mut said: Option<Instant> = None;
        loop {
            let Err(error) = self.listen().await;
            let is_news = self.database.note_reachable(false);
            if is_news || said.is_none_or(|said| said.elapsed() > SAY_EVERY) {
                tracing::warn!(
                    address = %self.database.address(),
                    %error,
                    "PostgreSQL at {} does not answer",
                    self.database.address(),
                );
                said = Some(Instant::now());
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Listens on one connection until it is lost.
    async fn listen(&self) -> Result<Infallible, sqlx::Error> {
        let mut listener = self.connect().await?;
        if self.database.note_reachable(true) {
            tracing::info!(
                address = %self.database.address(),
                "PostgreSQL at {} answers",
                self.database.address(),
            );
        }
        let mut tests = interval(TEST_EVERY);
        tests.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                heard = listener.try_recv() => match heard? {
                    Some(notification) => self.hear(notification.payload()),
                    None => return Err(lost()),
                },
                _ = tests.tick() => test(&mut listener).await?,
            }
        }
    }

    async fn connect(&self) -> Result<PgListener, sqlx::Error> {
        // A pool keeps its reasons to itself, so the first knock is made without one.
        let knock = PgConnection::connect_with(&self.session);
        timeout(CONNECT_WITHIN, knock)
            .await
            .map_err(|_| silent())??
            .close()
            .await?;
        let mut listener = PgListener::connect_with(&self.pool).await?;
        // What was announced while the connection was down is looked for by the watchers
        // themselves; it must not be hidden by a connection that comes back by itself.
        listener.eager_reconnect(false);
        listener.listen(CHANNEL).await?;
        Ok(listener)
    }

    fn hear(&self, payload: &str) {
        for hint in unpack(payload) {
            // Nobody may be listening here, and that is no error.
            let _ = self.heard.send(hint);
        }
    }
}

/// Asks for a sign of life.
async fn test(listener: &mut PgListener) -> Result<(), sqlx::Error> {
    timeout(
        ANSWER_WITHIN,
        sqlx::query_file!("queries/ping.sql").fetch_all(listener),
    )
    .await
    .map_err(|_| silent())??;
    Ok(())
}

fn silent() -> sqlx::Error {
    sqlx::Error::Io(std::io::ErrorKind::TimedOut.into())
}

fn lost() -> sqlx::Error {
    sqlx::Error::Io(std::io::ErrorKind::ConnectionAborted.into())
}
