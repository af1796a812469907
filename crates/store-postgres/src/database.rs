//! The pool of sessions, and how statements run on it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use moelle_games::{StatementKind, StoreMeter, Trip};
use sqlx::pool::PoolConnection;
use sqlx::postgres::PgPoolOptions;
use sqlx::{Connection, PgConnection, PgPool, Postgres};
use tokio::sync::Semaphore;
use tracing::{Instrument, Span};

use crate::error::{Failure, Kind};
use crate::options::{ConnectUrl, PostgresOptions};
use crate::session::Session;
use crate::span::{Peer, statement_span, statement_span_in};

/// Pauses before a statement is tried again after a lost connection.
pub(crate) const PAUSES: [Duration; 4] = [
    Duration::from_millis(20),
    Duration::from_millis(100),
    Duration::from_millis(400),
    Duration::from_millis(800),
];
/// How long after the server's own limit an answer is waited for.
const GRACE: Duration = Duration::from_secs(2);
/// How long an idle session is trusted without a test.
const TRUSTED_IDLE: Duration = Duration::from_secs(30);
/// How long a session may take to answer a test.
const TEST_WITHIN: Duration = Duration::from_secs(1);

/// One statement. What it writes is written as a whole or not at all.
pub(crate) trait Statement: Sync {
    /// What it gives.
    type Output: Send;
    /// Its SQL word.
    const OPERATION: &'static str;
    /// The table that it is about.
    const TABLE: &'static str;
    /// Whether it is asked again and again and mostly finds nothing.
    const IS_POLL: bool = false;

    /// Runs it.
    fn run(
        &self,
        connection: &mut PgConnection,
    ) -> impl Future<Output = Result<Self::Output, sqlx::Error>> + Send;
}

/// The database, as the store speaks to it.
pub(crate) struct Database {
    pool: PgPool,
    address: Arc<str>,
    peer: Peer,
    meter: Arc<dyn StoreMeter>,
    acquire_timeout: Duration,
    answer_within: Duration,
    trust: Arc<Trust>,
    is_reachable: AtomicBool,
    /// Whoever holds it opens a session for later calls.
    opening: Arc<Semaphore>,
}

/// Since when sessions are under suspicion.
#[derive(Default)]
struct Trust {
    lost_at: Mutex<Option<Instant>>,
}

impl Database {
    /// A database that nothing is asked of yet.
    pub(crate) fn lazy(
        url: &ConnectUrl,
        options: PostgresOptions,
        meter: Arc<dyn StoreMeter>,
    ) -> Self {
        let trust = Arc::new(Trust::default());
        let tested = Arc::clone(&trust);
        let pool = PgPoolOptions::new()
            .max_connections(options.connections_max)
            // Calls wait less: see `acquire`.
            .acquire_timeout(options.open_timeout.max(options.acquire_timeout))
            .test_before_acquire(false)
            .before_acquire(move |connection, session| {
                let must_test = tested.must_test(session.idle_for);
                Box::pin(async move { Ok(!must_test || answers(connection).await) })
            })
            .connect_lazy_with(options.session(url, "moelle"));
        Self {
            pool,
            address: url.address().into(),
            peer: url.peer(),
            meter,
            acquire_timeout: options.acquire_timeout,
            answer_within: options.statement_timeout + GRACE,
            trust,
            is_reachable: AtomicBool::new(true),
            opening: Arc::new(Semaphore::new(1)),
        }
    }

    pub(crate) fn pool(&self) -> &PgPool {
        &self.pool
    }

    pub(crate) fn address(&self) -> &Arc<str> {
        &self.address
    }

    /// Whether the server was there when it was last heard of.
    pub(crate) fn is_reachable(&self) -> bool {
        self.is_reachable.load(Ordering::Relaxed)
    }

    /// Notes whether the server is there. `true`: that is news.
    pub(crate) fn note_reachable(&self, is_reachable: bool) -> bool {
        if !is_reachable {
            self.trust.doubt();
        }
        self.is_reachable.swap(is_reachable, Ordering::Relaxed) != is_reachable
    }

    /// Runs a statement that changes nothing, again and again if the connection is lost.
    pub(crate) async fn read<S: Statement>(&self, statement: &S) -> Result<S::Output, Failure> {
        for pause in PAUSES {
            match self.once(statement).await {
                Err(failure) if failure.kind == Kind::Lost => tokio::time::sleep(pause).await,
                result => return result,
            }
        }
        self.once(statement).await
    }

    /// Runs a statement once.
    pub(crate) async fn once<S: Statement>(&self, statement: &S) -> Result<S::Output, Failure> {
        let mut trip = self.begin(StatementKind {
            operation: S::OPERATION,
            table: S::TABLE,
            is_poll: S::IS_POLL,
        });
        let span = trip.span();
        let result = self.run(statement, &mut trip).instrument(span).await;
        trip.end(result.as_ref().err().map(|failure| failure.kind.name()));
        result
    }

    /// A statement that sets out now.
    pub(crate) fn begin(&self, statement: StatementKind) -> Trip<'_> {
        let span = statement_span(&self.peer, statement);
        Trip::begin(&*self.meter, statement, span)
    }

    /// The same in the name of another span than that which runs now.
    pub(crate) fn begin_in(&self, parent: &Span, statement: StatementKind) -> Trip<'_> {
        let span = statement_span_in(parent, &self.peer, statement);
        Trip::begin(&*self.meter, statement, span)
    }

    pub(crate) fn meter(&self) -> &dyn StoreMeter {
        &*self.meter
    }

    async fn run<S: Statement>(
        &self,
        statement: &S,
        trip: &mut Trip<'_>,
    ) -> Result<S::Output, Failure> {
        let mut session = self.session().await?;
        trip.connected();
        let answer =
            tokio::time::timeout(self.answer_within, statement.run(session.connection())).await;
        let Ok(answer) = answer else {
            self.trust.doubt();
            session.close();
            return Err(Failure::silent(&self.address, true));
        };
        let answer = answer.map_err(|error| Failure::sent(&self.address, error));
        match &answer {
            Err(failure) if failure.kind == Kind::Lost => {
                self.trust.doubt();
                session.close();
            }
            _ => session.give_back(),
        }
        answer
    }

    async fn session(&self) -> Result<Session, Failure> {
        match self.acquire().await {
            Ok(connection) => Ok(Session::new(connection)),
            // The pool keeps trying while the server refuses, and then only says that time is up.
            Err(sqlx::Error::PoolTimedOut) if !self.is_reachable() => {
                Err(Failure::silent(&self.address, false))
            }
            Err(error) => Err(Failure::unsent(&self.address, error)),
        }
    }

    /// A session, within the time that a call waits for one.
    async fn acquire(&self) -> Result<PoolConnection<Postgres>, sqlx::Error> {
        let acquired = tokio::time::timeout(self.acquire_timeout, self.pool.acquire()).await;
        acquired.unwrap_or_else(|_| {
            self.open_for_later();
            Err(sqlx::Error::PoolTimedOut)
        })
    }

    /// Lets one session be opened that no call waits for.
    ///
    /// A call that gives up takes the session with it that was being opened for it. Where opening
    /// takes longer than calls wait, as on a server whose sessions all come back at once, no call
    /// would ever get one.
    fn open_for_later(&self) {
        if self.pool.size() >= self.pool.options().get_max_connections() {
            return;
        }
        let Ok(permit) = Arc::clone(&self.opening).try_acquire_owned() else {
            return;
        };
        let pool = self.pool.clone();
        tokio::spawn(async move {
            // Given back at once; where it fails, calls say so.
            drop(pool.acquire().await);
            drop(permit);
        });
    }
}

impl Trust {
    /// A connection was lost: those that idled meanwhile may be dead too.
    fn doubt(&self) {
        *self.lock() = Some(Instant::now());
    }

    fn must_test(&self, idle_for: Duration) -> bool {
        idle_for > TRUSTED_IDLE
            || self
                .lock()
                .is_some_and(|lost_at| lost_at.elapsed() < idle_for)
    }

    fn lock(&self) -> MutexGuard<'_, Option<Instant>> {
        self.lost_at.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a session is alive. A silent one counts as dead.
async fn answers(connection: &mut PgConnection) -> bool {
    matches!(
        tokio::time::timeout(TEST_WITHIN, connection.ping()).await,
        Ok(Ok(()))
    )
}
