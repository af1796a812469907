//! The one place where the store is chosen: by the scheme of the database's address.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use moelle_games::Store;
use moelle_store_postgres::{MigrateError, PostgresOptions, PostgresStore};
use moelle_store_sqlite::{SqliteOptions, SqliteStore};
use moelle_telemetry::{Metrics, PoolUse};

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
                    ..PostgresOptions::default()
                };
                let store = Arc::new(PostgresStore::connect(config.url.expose(), options)?);
                observe(&store);
                Ok(Self::Postgres(store))
            }
            StoreKind::Sqlite => {
                let options = SqliteOptions {
                    readers_max: config.connections_max,
                    ..SqliteOptions::default()
                };
                let store = SqliteStore::open(config.url.expose(), options)
                    .await
                    .context("the games cannot be opened")?;
                Ok(Self::Sqlite(Arc::new(store)))
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
            while let Err(error) = moelle_store_postgres::migrate(config.url.expose()).await {
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

/// Reports the sessions of a store for as long as it lives.
fn observe(store: &Arc<PostgresStore>) {
    let store = Arc::downgrade(store);
    Metrics::global().observe_pool("games", move || match store.upgrade() {
        Some(store) => {
            let now = store.pool_use();
            PoolUse {
                idle: now.idle.into(),
                used: now.open.saturating_sub(now.idle).into(),
                max: now.max.into(),
            }
        }
        None => PoolUse {
            idle: 0,
            used: 0,
            max: 0,
        },
    });
}
