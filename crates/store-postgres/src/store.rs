//! The store.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use moelle_games::{
    ApplicationStore, Commit, Committed, Creation, Event, Expired, Game, GameId, Hint, Listing,
    Loaded, NewRows, Purgeable, Purged, Receipt, RequestHash, Revision, SecretHash, Store,
    StoreError, StoreMeter, Unmetered, WebhookStore,
};
use time::OffsetDateTime;
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use uuid::Uuid;

use crate::check::check;
use crate::creations::{Create, InsertIfAbsent, NewGame};
use crate::database::{Database, PAUSES, Statement};
use crate::error::{Failure, Kind};
use crate::hints::Hints;
use crate::options::{ConnectUrl, InvalidUrl, PostgresOptions};
use crate::reads::{
    CreationOf, Due, Events, EventsOfMany, List, Load, PurgeableGames, ReceiptOf, Revisions,
    Spectators, WasReplaced,
};
use crate::writes::{
    ChangedGame, FORGET_MAX, ForgetCreations, ForgetReceipts, NoteSpectators, Purge, Update, number,
};

/// How long closing waits for what is on its way.
const CLOSE_WITHIN: Duration = Duration::from_secs(5);
/// The constraints that a change violates when another was stored first.
const LOST_RACES: [&str; 2] = ["events_pkey", "receipts_pkey"];

/// Games kept in PostgreSQL.
pub struct PostgresStore {
    database: Arc<Database>,
    hints: Hints,
    tasks: TaskTracker,
    stop: CancellationToken,
}

/// How the sessions of a store are used at a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PoolUse {
    /// Open sessions.
    pub open: u32,
    /// Those of them that nobody uses.
    pub idle: u32,
    /// As many as there may be.
    pub max: u32,
}

impl PostgresStore {
    /// A store in the database at `url`. It connects when it is used, so the database may be away;
    /// the log then says so at once, with host and port. Must be called inside a runtime: it starts
    /// the tasks that carry the hints.
    ///
    /// # Errors
    ///
    /// [`InvalidUrl`], which never shows the password.
    pub fn connect(url: &str, options: PostgresOptions) -> Result<Self, InvalidUrl> {
        Self::connect_metered(url, url, options, Arc::new(Unmetered))
    }

    /// The same, with somebody to tell what its work costs, and where a pooler of sessions may stand
    /// at `url`: play goes there. Hints need a session for as long as the store is open, so they go
    /// to the server itself, at `direct`.
    ///
    /// # Errors
    ///
    /// [`InvalidUrl`], which never shows the password.
    pub fn connect_metered(
        url: &str,
        direct: &str,
        options: PostgresOptions,
        meter: Arc<dyn StoreMeter>,
    ) -> Result<Self, InvalidUrl> {
        let (url, direct) = (ConnectUrl::parse(url)?, ConnectUrl::parse(direct)?);
        let database = Arc::new(Database::lazy(&url, options, meter));
        let tasks = TaskTracker::new();
        let stop = CancellationToken::new();
        let hints = Hints::start(&direct, options, &database, &tasks, &stop);
        Ok(Self {
            database,
            hints,
            tasks,
            stop,
        })
    }

    /// Where the server is: host and port, or the path of a socket.
    #[must_use]
    pub fn address(&self) -> &str {
        self.database.address()
    }

    /// How the sessions are used now.
    #[must_use]
    pub fn pool_use(&self) -> PoolUse {
        let pool = self.database.pool();
        PoolUse {
            open: pool.size(),
            idle: u32::try_from(pool.num_idle()).unwrap_or(u32::MAX),
            max: pool.options().get_max_connections(),
        }
    }

    /// Games of which a change is yet to be announced to the other replicas.
    #[must_use]
    pub fn unannounced(&self) -> usize {
        self.hints.unannounced()
    }

    /// Sends the hints that are left and closes every session, once the calls in flight are done,
    /// within a few seconds. Calls after it fail as unavailable.
    pub async fn close(&self) {
        self.stop.cancel();
        self.tasks.close();
        let close = async {
            self.tasks.wait().await;
            self.hints.pool().close().await;
            self.database.pool().close().await;
        };
        if tokio::time::timeout(CLOSE_WITHIN, close).await.is_err() {
            tracing::warn!("the sessions with PostgreSQL were not closed in time");
        }
    }

    pub(crate) fn database(&self) -> &Database {
        &self.database
    }

    /// Stores a change; asks again where a connection was lost, if a receipt can tell afterwards
    /// whether it was stored.
    async fn commit_change(
        &self,
        game: GameId,
        change: &ChangedGame<'_>,
    ) -> Result<Committed, Failure> {
        let mut pauses = PAUSES.into_iter();
        let mut is_unsure = false;
        loop {
            match self.database.once(&Update(change)).await {
                Ok(1..) => return Ok(Committed::Yes),
                Ok(0) => return self.what_became(game, change, is_unsure).await,
                Err(failure) if is_lost_race(&failure) => {
                    return self.what_became(game, change, is_unsure).await;
                }
                Err(failure) => {
                    is_unsure |= failure.sent;
                    self.before_another_try(failure, change.receipt().is_some(), pauses.next())
                        .await?;
                }
            }
        }
    }

    /// What became of a change that found the game at another revision: it may have been stored
    /// itself, by a try whose answer was lost.
    async fn what_became(
        &self,
        game: GameId,
        change: &ChangedGame<'_>,
        is_unsure: bool,
    ) -> Result<Committed, Failure> {
        let Some(ours) = change.receipt().filter(|_| is_unsure) else {
            return Ok(Committed::LostRace);
        };
        let request = &ours.request;
        let stored = self.database.read(&ReceiptOf { game, request }).await?;
        match stored.map(|row| row.into_receipt(request)) {
            Some(receipt) if receipt == *ours => Ok(Committed::Yes),
            _ => Ok(Committed::LostRace),
        }
    }

    /// Stores a new game; the same holds for lost connections.
    async fn create_game(&self, new: &NewGame<'_>) -> Result<Creation, Failure> {
        let mut pauses = PAUSES.into_iter();
        let mut is_unsure = false;
        loop {
            match self.database.once(&Create(new)).await {
                Ok(1..) => return Ok(Creation::Created),
                // A receipt that was forgotten in between is not there any more: then once more.
                Ok(0) => {
                    if let Some(creation) = self.created_before(new, is_unsure).await? {
                        return Ok(creation);
                    }
                }
                Err(failure) => {
                    is_unsure |= failure.sent;
                    self.before_another_try(failure, new.receipt().is_some(), pauses.next())
                        .await?;
                }
            }
        }
    }

    /// What was created by the same request.
    async fn created_before(
        &self,
        new: &NewGame<'_>,
        is_unsure: bool,
    ) -> Result<Option<Creation>, Failure> {
        let Some(ours) = new.receipt() else {
            return Ok(None);
        };
        let request = &ours.request;
        let stored = self.database.read(&CreationOf { request }).await?;
        Ok(stored.map(|row| row.into_receipt(request)).map(|receipt| {
            if is_unsure && receipt == *ours {
                Creation::Created
            } else {
                Creation::Repeated(receipt)
            }
        }))
    }

    /// Waits before another try, where one is in order: nothing was sent, or a receipt will tell.
    async fn before_another_try(
        &self,
        failure: Failure,
        has_receipt: bool,
        pause: Option<Duration>,
    ) -> Result<(), Failure> {
        match pause {
            Some(pause) if failure.kind == Kind::Lost && (!failure.sent || has_receipt) => {
                tokio::time::sleep(pause).await;
                Ok(())
            }
            _ => Err(failure),
        }
    }

    /// Runs a statement that forgets one batch until there is nothing left to forget.
    pub(crate) async fn forget<S: Statement<Output = u64>>(
        &self,
        batch: S,
    ) -> Result<u64, StoreError> {
        let mut forgotten = 0;
        loop {
            let count = self
                .database
                .read(&batch)
                .await
                .map_err(|failure| failure.into_store_error(S::TABLE, None))?;
            forgotten += count;
            if count < u64::from(FORGET_MAX) {
                return Ok(forgotten);
            }
        }
    }
}

impl Drop for PostgresStore {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

#[async_trait]
impl Store for PostgresStore {
    async fn create(&self, rows: NewRows<'_>) -> Result<Creation, StoreError> {
        self.create_game(&NewGame::new(&rows))
            .await
            .map_err(|failure| failure.into_store_error("games", Some(rows.game.id())))
    }

    async fn creation(&self, request: &RequestHash) -> Result<Option<Receipt>, StoreError> {
        let row = self.database.read(&CreationOf { request }).await;
        row.map(|row| row.map(|row| row.into_receipt(request)))
            .map_err(|failure| failure.into_store_error("creations", None))
    }

    async fn insert_if_absent(&self, game: &Game, event: &Event) -> Result<(), StoreError> {
        self.database
            .read(&InsertIfAbsent::new(game, event))
            .await
            .map(drop)
            .map_err(|failure| failure.into_store_error("games", Some(game.id())))
    }

    async fn load(
        &self,
        game: GameId,
        request: Option<&RequestHash>,
    ) -> Result<Option<Loaded>, StoreError> {
        let row = self
            .database
            .read(&Load { game, request })
            .await
            .map_err(|failure| failure.into_store_error("games", Some(game)))?;
        Ok(row.map(|row| row.into_loaded(request)).transpose()?)
    }

    async fn commit(&self, commit: Commit<'_>) -> Result<Committed, StoreError> {
        let game = commit.game.id();
        self.commit_change(game, &ChangedGame::new(&commit))
            .await
            .map_err(|failure| failure.into_store_error("games", Some(game)))
    }

    async fn events(
        &self,
        game: &Game,
        after: Revision,
        limit: u32,
    ) -> Result<Vec<Event>, StoreError> {
        let page = Events {
            game: game.id(),
            after: number(after),
            limit: limit.into(),
        };
        let rows = self
            .database
            .read(&page)
            .await
            .map_err(|failure| failure.into_store_error("events", Some(game.id())))?;
        rows.into_iter()
            .map(|row| Ok(row.into_event(game)?))
            .collect()
    }

    async fn events_of_many(
        &self,
        games: &[(Arc<Game>, Revision)],
        limit: u32,
    ) -> Result<Vec<Vec<Event>>, StoreError> {
        let wanted = EventsOfMany {
            games: games.iter().map(|(game, _)| game.id().as_uuid()).collect(),
            after: games.iter().map(|(_, after)| number(*after)).collect(),
            limit: limit.into(),
        };
        let rows = self
            .database
            .read(&wanted)
            .await
            .map_err(|failure| failure.into_store_error("events", None))?;
        let mut all = vec![Vec::new(); games.len()];
        for (place, row) in rows {
            if let Some(((game, _), events)) = games.get(place).zip(all.get_mut(place)) {
                events.push(row.into_event(game)?);
            }
        }
        Ok(all)
    }

    async fn was_replaced(&self, game: GameId, token: &SecretHash) -> Result<bool, StoreError> {
        self.database
            .read(&WasReplaced { game, token })
            .await
            .map_err(|failure| failure.into_store_error("events", Some(game)))
    }

    async fn revisions(&self, games: &[GameId]) -> Result<Vec<Hint>, StoreError> {
        let wanted = Revisions {
            games: games.iter().map(|game| game.as_uuid()).collect(),
        };
        let rows = self
            .database
            .read(&wanted)
            .await
            .map_err(|failure| failure.into_store_error("games", None))?;
        Ok(rows
            .into_iter()
            .map(|(game, revision)| Hint {
                game: GameId::from_uuid(game),
                revision: Revision::from_number(revision.unsigned_abs()),
            })
            .collect())
    }

    async fn list(&self, listing: Listing<'_>) -> Result<Vec<Game>, StoreError> {
        let rows = self
            .database
            .read(&List(listing.into()))
            .await
            .map_err(|failure| failure.into_store_error("games", None))?;
        rows.into_iter()
            .map(|row| Ok(row.into_loaded(None)?.game))
            .collect()
    }

    async fn due(&self, now: OffsetDateTime, limit: u32) -> Result<Vec<GameId>, StoreError> {
        let limit = limit.into();
        let games = self
            .database
            .read(&Due { now, limit })
            .await
            .map_err(|failure| failure.into_store_error("games", None))?;
        Ok(games.into_iter().map(GameId::from_uuid).collect())
    }

    async fn forget_receipts(&self, before: OffsetDateTime) -> Result<u64, StoreError> {
        let receipts = self.forget(ForgetReceipts { before }).await?;
        let creations = self.forget(ForgetCreations { before }).await?;
        Ok(receipts + creations)
    }

    async fn purge(&self, expired: &Expired) -> Result<Purged, StoreError> {
        let purged = self.database.read(&Purge(expired)).await;
        purged.map_err(|failure| failure.into_store_error("games", None))
    }

    async fn purgeable(&self, expired: &Expired) -> Result<Purgeable, StoreError> {
        let found = self.database.read(&PurgeableGames(expired)).await;
        found.map_err(|failure| failure.into_store_error("games", None))
    }

    async fn note_spectators(
        &self,
        replica: Uuid,
        counts: &[(GameId, u32)],
        now: OffsetDateTime,
    ) -> Result<(), StoreError> {
        self.database
            .read(&NoteSpectators::new(replica, counts, now))
            .await
            .map_err(|failure| failure.into_store_error("spectators", None))
    }

    async fn spectators(&self, game: GameId, since: OffsetDateTime) -> Result<u32, StoreError> {
        let count = self
            .database
            .read(&Spectators { game, since })
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
        self.hints.announce(hint);
    }

    fn hints(&self) -> broadcast::Receiver<Hint> {
        self.hints.subscribe()
    }

    async fn check(&self) -> Result<(), StoreError> {
        check(&self.database).await
    }
}

/// Whether a change failed because another one was stored first.
fn is_lost_race(failure: &Failure) -> bool {
    matches!(&failure.kind, Kind::Constraint(name) if LOST_RACES.contains(&name.as_str()))
}
