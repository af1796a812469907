//! The store.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use moelle_games::{
    ApplicationStore, Commit, Committed, Creation, Event, Expired, Game, GameId, Hint, Listing,
    Loaded, NewRows, Purgeable, Purged, Receipt, RequestHash, Revision, SecretHash, Store,
    StoreError, StoreMeter, Unmetered, WebhookStore,
};
use sqlx::SqlitePool;
use sqlx::migrate::Migrator;
use sqlx::sqlite::SqlitePoolOptions;
use thiserror::Error;
use time::OffsetDateTime;
use tokio::sync::broadcast;
use uuid::Uuid;

use crate::changes::{
    Create, FORGET_MAX, ForgetCreations, ForgetReceipts, InsertIfAbsent, NoteSpectators, Purge,
    Update, number,
};
use crate::error::Failure;
use crate::options::{FileUrl, InvalidUrl, SqliteOptions};
use crate::reads::Readers;
use crate::writer::{Change, Writer};
use crate::{file, hints};

/// How long closing waits for what is on its way.
const CLOSE_WITHIN: Duration = Duration::from_secs(5);
/// Tries to bring a file up to date that another process is bringing up to date too.
const MIGRATE_TRIES: usize = 5;

/// Games kept in one SQLite file.
pub struct SqliteStore {
    path: PathBuf,
    writer: Writer,
    readers: Readers,
    heard: broadcast::Sender<Hint>,
}

/// How the connections of a store are used at a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PoolUse {
    /// Open connections.
    pub open: u32,
    /// Those of them that nobody uses.
    pub idle: u32,
    /// As many as there may be.
    pub max: u32,
}

/// Why a file could not be opened.
#[derive(Debug, Error)]
pub enum OpenError {
    /// The URL is none.
    #[error(transparent)]
    InvalidUrl(#[from] InvalidUrl),
    /// The file or its folder cannot be made.
    #[error("{path} cannot be made")]
    File {
        /// Its path.
        path: PathBuf,
        /// Why.
        #[source]
        cause: io::Error,
    },
    /// The file is no store of games, or cannot be brought up to date.
    #[error("{path} cannot be used as a store of games")]
    Unusable {
        /// Its path.
        path: PathBuf,
        /// Why.
        #[source]
        cause: sqlx::migrate::MigrateError,
    },
}

impl SqliteStore {
    /// Opens the file at `url`, such as `sqlite:///home/ada/games.sqlite`. It is made where it is
    /// missing, for its owner alone, and brought up to date; one that is newer than this release is
    /// left as it is. Must be called inside a runtime.
    ///
    /// # Errors
    ///
    /// [`OpenError`].
    pub async fn open(url: &str, options: SqliteOptions) -> Result<Self, OpenError> {
        Self::open_metered(url, options, Arc::new(Unmetered)).await
    }

    /// The same, with somebody to tell what its work costs.
    ///
    /// # Errors
    ///
    /// [`OpenError`].
    pub async fn open_metered(
        url: &str,
        options: SqliteOptions,
        meter: Arc<dyn StoreMeter>,
    ) -> Result<Self, OpenError> {
        let url = FileUrl::parse(url)?;
        let prepared = url.path().to_owned();
        let path = tokio::task::spawn_blocking(move || file::prepare(&prepared))
            .await
            .unwrap_or_else(|error| Err(io::Error::other(error)))
            .map_err(|cause| OpenError::File {
                path: url.path().to_owned(),
                cause,
            })?;
        let pool = |connections| {
            SqlitePoolOptions::new()
                .max_connections(connections)
                .acquire_timeout(options.acquire_timeout)
                .test_before_acquire(false)
                .idle_timeout(None)
                .max_lifetime(None)
        };
        let writer = pool(1).connect_lazy_with(url.writer(options));
        migrate(&writer)
            .await
            .map_err(|cause| OpenError::Unusable {
                path: path.clone(),
                cause,
            })?;
        Ok(Self {
            heard: hints::of_file(&path),
            path,
            writer: Writer {
                pool: writer,
                meter: Arc::clone(&meter),
            },
            readers: Readers {
                pool: pool(options.readers_max).connect_lazy_with(url.reader(options)),
                meter,
            },
        })
    }

    /// The full path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How the connections that read are used now. One more writes.
    #[must_use]
    pub fn pool_use(&self) -> PoolUse {
        let pool = &self.readers.pool;
        PoolUse {
            open: pool.size(),
            idle: u32::try_from(pool.num_idle()).unwrap_or(u32::MAX),
            max: pool.options().get_max_connections(),
        }
    }

    /// Closes the file, once the calls in flight are done, within a few seconds. Calls after it
    /// fail as unavailable.
    pub async fn close(&self) {
        let close = async {
            self.readers.pool.close().await;
            self.writer.pool.close().await;
        };
        if tokio::time::timeout(CLOSE_WITHIN, close).await.is_err() {
            tracing::warn!(path = %self.path.display(), "the file was not closed in time");
        }
    }

    pub(crate) const fn readers(&self) -> &Readers {
        &self.readers
    }

    /// Makes a change of what belongs to applications.
    pub(crate) async fn stored<C: Change>(&self, change: C) -> Result<C::Output, StoreError> {
        let done = self.writer.change(change).await;
        done.map_err(|failure| failure.into_store_error(C::TABLE, None))
    }

    /// Runs a change that forgets one batch until there is nothing left to forget.
    pub(crate) async fn forget<C: Change<Output = u64>>(
        &self,
        batch: impl Fn() -> C,
    ) -> Result<u64, StoreError> {
        let mut forgotten = 0;
        loop {
            let count = self
                .writer
                .change(batch())
                .await
                .map_err(|failure| failure.into_store_error(C::TABLE, None))?;
            forgotten += count;
            if count < u64::from(FORGET_MAX) {
                return Ok(forgotten);
            }
        }
    }
}

#[async_trait]
impl Store for SqliteStore {
    async fn create(&self, rows: NewRows<'_>) -> Result<Creation, StoreError> {
        self.writer
            .change(Create::new(&rows))
            .await
            .map_err(|failure| failure.into_store_error("games", Some(rows.game.id())))
    }

    async fn creation(&self, request: &RequestHash) -> Result<Option<Receipt>, StoreError> {
        let receipt = self.readers.creation(request).await;
        receipt.map_err(|failure| failure.into_store_error("creations", None))
    }

    async fn insert_if_absent(&self, game: &Game, event: &Event) -> Result<(), StoreError> {
        self.writer
            .change(InsertIfAbsent::new(game, event))
            .await
            .map_err(|failure| failure.into_store_error("games", Some(game.id())))
    }

    async fn load(
        &self,
        game: GameId,
        request: Option<&RequestHash>,
    ) -> Result<Option<Loaded>, StoreError> {
        let row = self
            .readers
            .load(game, request)
            .await
            .map_err(|failure| failure.into_store_error("games", Some(game)))?;
        Ok(row.map(|row| row.into_loaded(request)).transpose()?)
    }

    async fn commit(&self, commit: Commit<'_>) -> Result<Committed, StoreError> {
        self.writer
            .change(Update::new(&commit))
            .await
            .map_err(|failure| failure.into_store_error("games", Some(commit.game.id())))
    }

    async fn events(
        &self,
        game: &Game,
        after: Revision,
        limit: u32,
    ) -> Result<Vec<Event>, StoreError> {
        let rows = self
            .readers
            .events(game.id(), number(after), limit)
            .await
            .map_err(|failure| failure.into_store_error("events", Some(game.id())))?;
        rows.into_iter()
            .map(|row| Ok(row.into_stored(game.id())?.into_event(game)?))
            .collect()
    }

    async fn was_replaced(&self, game: GameId, token: &SecretHash) -> Result<bool, StoreError> {
        self.readers
            .was_replaced(game, token)
            .await
            .map_err(|failure| failure.into_store_error("events", Some(game)))
    }

    async fn revisions(&self, games: &[GameId]) -> Result<Vec<Hint>, StoreError> {
        self.readers
            .revisions(games)
            .await
            .map_err(|failure| failure.into_store_error("games", None))
    }

    async fn list(&self, listing: Listing<'_>) -> Result<Vec<Game>, StoreError> {
        let rows = self
            .readers
            .list(listing.into())
            .await
            .map_err(|failure| failure.into_store_error("games", None))?;
        rows.into_iter()
            .map(|row| Ok(row.into_loaded(None)?.game))
            .collect()
    }

    async fn due(&self, now: OffsetDateTime, limit: u32) -> Result<Vec<GameId>, StoreError> {
        let games = self
            .readers
            .due(now, limit)
            .await
            .map_err(|failure| failure.into_store_error("games", None))?;
        Ok(games.into_iter().map(GameId::from_uuid).collect())
    }

    async fn forget_receipts(&self, before: OffsetDateTime) -> Result<u64, StoreError> {
        let receipts = self.forget(|| ForgetReceipts { before }).await?;
        let creations = self.forget(|| ForgetCreations { before }).await?;
        Ok(receipts + creations)
    }

    async fn purge(&self, expired: &Expired) -> Result<Purged, StoreError> {
        let purged = self.writer.change(Purge { expired: *expired }).await;
        purged.map_err(|failure| failure.into_store_error("games", None))
    }

    async fn purgeable(&self, expired: &Expired) -> Result<Purgeable, StoreError> {
        let found = self.readers.purgeable(expired).await;
        found.map_err(|failure| failure.into_store_error("games", None))
    }

    async fn note_spectators(
        &self,
        replica: Uuid,
        counts: &[(GameId, u32)],
        now: OffsetDateTime,
    ) -> Result<(), StoreError> {
        let note = NoteSpectators {
            replica,
            counts: counts.to_vec(),
            now,
        };
        self.writer
            .change(note)
            .await
            .map_err(|failure| failure.into_store_error("spectators", None))
    }

    async fn spectators(&self, game: GameId, since: OffsetDateTime) -> Result<u32, StoreError> {
        let count = self
            .readers
            .spectators(game, since)
            .await
            .map_err(|failure| failure.into_store_error("spectators", Some(game)))?;
        Ok(u32::try_from(count).unwrap_or(u32::MAX))
    }

    fn applications(&self) -> &dyn ApplicationStore {
        self
    }

    fn webhooks(&self) -> &dyn WebhookStore {
        self
    }

    fn announce(&self, hint: Hint) {
        // Nobody may be listening, and that is no error.
        let _ = self.heard.send(hint);
    }

    fn hints(&self) -> broadcast::Receiver<Hint> {
        self.heard.subscribe()
    }

    async fn check(&self) -> Result<(), StoreError> {
        self.readers
            .schema_version()
            .await
            .map(drop)
            .map_err(|failure: Failure| failure.into_store_error("_sqlx_migrations", None))
    }
}

/// Brings the file up to date. SQLite has no lock for it as a whole: where another process was
/// faster with a migration, the next try finds it done.
async fn migrate(writer: &SqlitePool) -> Result<(), sqlx::migrate::MigrateError> {
    let mut tries = 1;
    loop {
        match migrator().run(writer).await {
            Err(error) if tries == MIGRATE_TRIES => return Err(error),
            Err(error) => {
                tracing::debug!(%error, tries, "the file could not be brought up to date");
                tries += 1;
            }
            Ok(()) => return Ok(()),
        }
    }
}

/// The migrations of this release. They are only ever added.
fn migrator() -> Migrator {
    let mut migrator = sqlx::migrate!();
    migrator.set_ignore_missing(true);
    migrator
}

#[cfg(test)]
mod tests {
    use sqlx::Row;

    use super::*;

    /// The answer of the connection that writes.
    async fn pragma(store: &SqliteStore, pragma: &'static str) -> String {
        let row = sqlx::query(pragma).fetch_one(&store.writer.pool).await;
        let row = row.expect("an answer");
        let number = row.try_get::<i64, _>(0).map(|number| number.to_string());
        number.unwrap_or_else(|_| row.get(0))
    }

    async fn store() -> (tempfile::TempDir, SqliteStore) {
        let folder = tempfile::TempDir::new().expect("a folder");
        let url = format!("sqlite://{}", folder.path().join("games.sqlite").display());
        let store = SqliteStore::open(&url, SqliteOptions::default()).await;
        (folder, store.expect("a file"))
    }

    #[tokio::test]
    async fn an_acknowledged_change_is_on_the_disk() {
        let (_folder, store) = store().await;
        for (setting, expected) in [
            ("PRAGMA journal_mode", "wal"),
            ("PRAGMA synchronous", "2"),
            ("PRAGMA foreign_keys", "1"),
        ] {
            assert_eq!(pragma(&store, setting).await, expected, "{setting}");
        }
    }

    #[tokio::test]
    async fn those_that_read_cannot_write() {
        let (_folder, store) = store().await;
        let written = sqlx::raw_sql("DELETE FROM games")
            .execute(&store.readers.pool)
            .await;
        assert!(written.is_err());
    }

    #[tokio::test]
    async fn a_full_disk_is_no_mistake_and_harms_nothing() {
        let (_folder, store) = store().await;
        let pages: i64 = pragma(&store, "PRAGMA page_count")
            .await
            .parse()
            .expect("a number");
        sqlx::raw_sql(sqlx::AssertSqlSafe(format!(
            "PRAGMA max_page_count = {pages}"
        )))
        .execute(&store.writer.pool)
        .await
        .expect("a full disk");
        let large = vec![7; 100_000];
        let receipt = moelle_games::contract::table::receipt(
            &large,
            moelle_games::contract::table::start_of_time(),
        );
        let (game, event) = moelle_games::contract::table::unstored();
        let events = [event];
        let rows = || NewRows {
            game: &game,
            events: &events,
            receipt: Some(&receipt),
        };
        let full = store.create(rows()).await;
        assert!(matches!(full, Err(StoreError::Unavailable(_))), "{full:?}");
        let loaded = store.load(game.id(), None).await;
        assert!(loaded.expect("the store answers").is_none());

        sqlx::raw_sql("PRAGMA max_page_count = 1000000")
            .execute(&store.writer.pool)
            .await
            .expect("room");
        let created = store.create(rows()).await;
        assert_eq!(created.expect("the store answers"), Creation::Created);
    }
}
