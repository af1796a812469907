//! The one place where the store is chosen: by the scheme of the database's address.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use moelle_games::{RoundTrip, Store, StoreMeter};
use moelle_store_postgres::{MigrateError, PostgresOptions, PostgresStore};
use moelle_store_sqlite::{SqliteOptions, SqliteStore};
use moelle_telemetry::{DbSystem, Metrics, PoolUse, Statement};

use crate::config::{DatabaseConfig, StoreKind};

/// How long to wait before a database that is away is asked again.
const ASK_AGAIN: Duration = Duration::from_secs(1);

/// A store that is open, whichever it is.
pub enum OpenStore {
    /// PostgreSQL.
    Postgres(Arc<PostgresStore>),
    /// One SQLite file.
    Sqlite(Arc<SqliteStore>),
}

impl OpenStore {
    /// Opens the store. PostgreSQL may be away: then the store comes when it does.
    ///
    /// # Errors
    ///
    /// The address makes no sense, or the file cannot be opened.
    pub async fn open(config: &DatabaseConfig) -> anyhow::Result<Self> {
        match config.url.kind() {
            StoreKind::Postgres => {
                let options = PostgresOptions {
                    connections_max: config.connections_max,
                    acquire_timeout: config.acquire_timeout,
                    open_timeout: config.open_timeout,
                    statement_timeout: config.statement_timeout,
                    idle_in_transaction_timeout: config.idle_in_transaction_timeout,
                };
                let meter = Arc::new(Meter(DbSystem::Postgresql));
                let (url, direct) = (config.url.expose(), config.direct().expose());
                let store = PostgresStore::connect_metered(url, direct, options, meter)?;
                let store = Arc::new(store);
                observe_postgres(&store);
                Ok(Self::Postgres(store))
            }
            StoreKind::Sqlite => {
                let options = SqliteOptions {
                    readers_max: config.connections_max,
                    acquire_timeout: config.acquire_timeout,
                    busy_timeout: config.statement_timeout,
                };
                let meter = Arc::new(Meter(DbSystem::Sqlite));
                let store = SqliteStore::open_metered(config.url.expose(), options, meter)
                    .await
                    .context("the games cannot be opened")?;
                let store = Arc::new(store);
                observe_sqlite(&store);
                Ok(Self::Sqlite(store))
            }
        }
    }

    /// The store as the games know it.
    #[must_use]
    pub fn games(&self) -> Arc<dyn Store> {
        match self {
            Self::Postgres(store) => store.clone(),
            Self::Sqlite(store) => store.clone(),
        }
    }

    /// Closes the store once the calls in flight are done, within a few seconds.
    pub async fn close(&self) {
        match self {
            Self::Postgres(store) => store.close().await,
            Self::Sqlite(store) => store.close().await,
        }
    }
}

/// Brings the schema of a store up to date. A database that is away is waited for.
///
/// # Errors
///
/// The address makes no sense, or the schema cannot be brought up to date.
pub async fn migrate(config: &DatabaseConfig) -> anyhow::Result<()> {
    match config.url.kind() {
        StoreKind::Postgres => {
            while let Err(error) = moelle_store_postgres::migrate(config.direct().expose()).await {
                if !matches!(error, MigrateError::Unreachable { .. }) {
                    return Err(error.into());
                }
                let error: &dyn std::error::Error = &error;
                tracing::warn!(error, "waiting for the database");
                tokio::time::sleep(ASK_AGAIN).await;
            }
        }
        // Opening the file brings it up to date.
        StoreKind::Sqlite => OpenStore::open(config).await?.close().await,
    }
    tracing::info!(database = %config.url, "the schema is up to date");
    Ok(())
}

/// The pool of connections that play uses.
const POOL: &str = "games";

/// A statement that took as long as this is told of in the log.
const SLOW: Duration = Duration::from_secs(1);

/// Measures what a store does.
struct Meter(DbSystem);

impl StoreMeter for Meter {
    fn round_trip(&self, trip: &RoundTrip) {
        let metrics = Metrics::global();
        metrics.statement(&Statement {
            system: self.0,
            operation: trip.statement.operation,
            collection: trip.statement.table,
            took: trip.took,
            error: trip.failure,
        });
        if let Some(waited) = trip.waited {
            metrics.pool_wait(POOL, waited);
        }
        if trip.took >= SLOW {
            tracing::warn!(
                operation = trip.statement.operation,
                table = trip.statement.table,
                seconds = trip.took.as_secs_f64(),
                "a statement was slow"
            );
        }
    }

    fn announced(&self, lag: Duration) {
        Metrics::global().notifier_lag(lag);
    }
}

/// Reports the sessions and the hints of a store for as long as it lives.
fn observe_postgres(store: &Arc<PostgresStore>) {
    let pool = Arc::downgrade(store);
    Metrics::global().observe_pool(POOL, move || {
        let now = pool.upgrade().map(|store| store.pool_use());
        now.map_or(CLOSED, |now| pool_use(now.open, now.idle, now.max))
    });
    let hints = Arc::downgrade(store);
    Metrics::global().observe_notifier(move || {
        let waiting = hints.upgrade().map_or(0, |store| store.unannounced());
        u64::try_from(waiting).unwrap_or(u64::MAX)
    });
}

/// Reports the connections of a store that read, for as long as it lives.
fn observe_sqlite(store: &Arc<SqliteStore>) {
    let pool = Arc::downgrade(store);
    Metrics::global().observe_pool(POOL, move || {
        let now = pool.upgrade().map(|store| store.pool_use());
        now.map_or(CLOSED, |now| pool_use(now.open, now.idle, now.max))
    });
}

/// The pool of a store that is gone.
const CLOSED: PoolUse = PoolUse {
    idle: 0,
    used: 0,
    max: 0,
};

fn pool_use(open: u32, idle: u32, max: u32) -> PoolUse {
    PoolUse {
        idle: idle.into(),
        used: open.saturating_sub(idle).into(),
        max: max.into(),
    }
}
