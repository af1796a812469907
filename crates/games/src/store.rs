//! What the games need of a store.

use std::sync::Arc;

use async_trait::async_trait;
use time::OffsetDateTime;
use tokio::sync::broadcast;
use uuid::Uuid;

use crate::{
    ApplicationId, ApplicationStore, Event, Expired, Game, GameFilter, GameId, GamePlace,
    Purgeable, Purged, Receipt, RequestHash, Revision, SecretHash, StoreError, WebhookStore,
};

/// A game as it was read.
#[derive(Debug)]
pub struct Loaded {
    /// The game.
    pub game: Game,
    /// The receipt of the request that was asked for, if it has been answered before.
    pub receipt: Option<Receipt>,
    /// When, by the clock of the store.
    pub at: OffsetDateTime,
}

/// One change to store: the game after it, its event, and the receipt of the request that asked
/// for it.
#[derive(Debug)]
pub struct Commit<'a> {
    /// The game after the change; its revision is one more than that of the stored row.
    pub game: &'a Game,
    /// The event of the change; its revision is the game's.
    pub event: &'a Event,
    /// The receipt, where the caller gave the request an id.
    pub receipt: Option<&'a Receipt>,
    /// By when it must be stored, by the clock of the store that [`Loaded::at`] tells. Later it is
    /// not. `None`: whenever.
    pub not_after: Option<OffsetDateTime>,
}

/// A new game to store: the game as it stands, its events from the first on, one a revision, and
/// the receipt of the request that asked for it.
#[derive(Debug)]
pub struct NewRows<'a> {
    /// The game.
    pub game: &'a Game,
    /// Its events, the creation first.
    pub events: &'a [Event],
    /// The receipt, where the caller gave the request an id.
    pub receipt: Option<&'a Receipt>,
}

/// What became of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Committed {
    /// It is stored.
    Yes,
    /// The game had changed since it was read, or is gone, or it was too late; nothing is stored.
    LostRace,
}

/// What became of a new game.
#[derive(Debug, PartialEq, Eq)]
pub enum Creation {
    /// It is stored.
    Created,
    /// A request with this hash was answered before; nothing is stored.
    Repeated(Receipt),
}

/// Which games are listed.
#[derive(Debug, Clone, Copy)]
pub struct Listing<'a> {
    /// What they must be.
    pub filter: &'a GameFilter,
    /// The application whose games they are, of every visibility. `None`: public games of anybody.
    pub application: Option<ApplicationId>,
    /// Those that come after this place alone.
    pub after: Option<GamePlace>,
    /// Games whose deadline is at this time or before count as finished, though the fall is not
    /// stored yet.
    pub fallen_by: OffsetDateTime,
    /// How many, at most.
    pub limit: u32,
}

/// A hint that a game has reached a revision. It may be lost, late or repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hint {
    /// The game.
    pub game: GameId,
    /// The revision.
    pub revision: Revision,
}

/// Where games are kept, and the applications that they belong to.
///
/// Every call is safe to drop at any moment: it has then happened as a whole or not at all, and the
/// next call is none the worse. Answers are of the latest committed state.
#[async_trait]
pub trait Store: Send + Sync + 'static {
    /// Stores a new game with its events, unless the receipt's request was answered before.
    ///
    /// # Errors
    ///
    /// Those of the store.
    async fn create(&self, rows: NewRows<'_>) -> Result<Creation, StoreError>;

    /// Reads the receipt of a request that created a game, if it was answered before.
    ///
    /// # Errors
    ///
    /// Those of the store.
    async fn creation(&self, request: &RequestHash) -> Result<Option<Receipt>, StoreError>;

    /// Stores a new game with its first event, unless there is a game with its id already.
    ///
    /// # Errors
    ///
    /// Those of the store.
    async fn insert_if_absent(&self, game: &Game, event: &Event) -> Result<(), StoreError>;

    /// Reads a game, and the receipt of `request` in the same moment. `None`: no such game.
    ///
    /// # Errors
    ///
    /// Those of the store.
    async fn load(
        &self,
        game: GameId,
        request: Option<&RequestHash>,
    ) -> Result<Option<Loaded>, StoreError>;

    /// Stores a change in one statement, if the game is still at the revision before it and it is not
    /// too late.
    ///
    /// Where the event takes back to an earlier revision, the events after that one lose their
    /// position keys: their positions no longer count as having occurred.
    ///
    /// # Errors
    ///
    /// Those of the store. After [`StoreError::Unavailable`] the change may have been stored.
    async fn commit(&self, commit: Commit<'_>) -> Result<Committed, StoreError>;

    /// Reads the events after a revision, oldest first, `limit` at most. The game's rules are those
    /// of `game`, which must have been loaded before. No event: there are none, or no such game.
    ///
    /// # Errors
    ///
    /// Those of the store.
    async fn events(
        &self,
        game: &Game,
        after: Revision,
        limit: u32,
    ) -> Result<Vec<Event>, StoreError>;

    /// Reads the events of many games, each after a revision of its own, as [`Store::events`] does,
    /// `limit` at most of each. There is an answer for each, in the same order.
    ///
    /// # Errors
    ///
    /// Those of the store.
    async fn events_of_many(
        &self,
        games: &[(Arc<Game>, Revision)],
        limit: u32,
    ) -> Result<Vec<Vec<Event>>, StoreError> {
        let mut all = Vec::with_capacity(games.len());
        for (game, after) in games {
            all.push(self.events(game, *after, limit).await?);
        }
        Ok(all)
    }

    /// Whether a token was a seat's of the game until it was replaced.
    ///
    /// # Errors
    ///
    /// Those of the store.
    async fn was_replaced(&self, game: GameId, token: &SecretHash) -> Result<bool, StoreError>;

    /// Reads the revisions of many games; a game that is gone is left out.
    ///
    /// # Errors
    ///
    /// Those of the store.
    async fn revisions(&self, games: &[GameId]) -> Result<Vec<Hint>, StoreError>;

    /// Lists games, those created last first.
    ///
    /// # Errors
    ///
    /// Those of the store.
    async fn list(&self, listing: Listing<'_>) -> Result<Vec<Game>, StoreError>;

    /// Finds games whose deadline has passed at `now`, `limit` at most, the longest due first.
    ///
    /// # Errors
    ///
    /// Those of the store.
    async fn due(&self, now: OffsetDateTime, limit: u32) -> Result<Vec<GameId>, StoreError>;

    /// Forgets receipts given before `before`, in batches, and says how many.
    ///
    /// # Errors
    ///
    /// Those of the store.
    async fn forget_receipts(&self, before: OffsetDateTime) -> Result<u64, StoreError>;

    /// Forgets one batch of the games that are kept no longer, with their events, receipts, spectators
    /// and deliveries, and says how many. None: there is nothing left to forget.
    ///
    /// A game whose clock runs is kept, and so is one that webhooks are still to be told of, one that is
    /// the rematch of a game that is there, and one whose agreed rematch is not there yet.
    ///
    /// # Errors
    ///
    /// Those of the store.
    async fn purge(&self, expired: &Expired) -> Result<Purged, StoreError>;

    /// What [`Store::purge`] would forget in all its batches, but for games that are kept until another
    /// is gone.
    ///
    /// # Errors
    ///
    /// Those of the store.
    async fn purgeable(&self, expired: &Expired) -> Result<Purgeable, StoreError>;

    /// Notes how many spectators a replica has, for games where that is more than none; what it
    /// noted before is forgotten.
    ///
    /// # Errors
    ///
    /// Those of the store.
    async fn note_spectators(
        &self,
        replica: Uuid,
        counts: &[(GameId, u32)],
        now: OffsetDateTime,
    ) -> Result<(), StoreError>;

    /// How many spectators all replicas together noted for a game since a time.
    ///
    /// # Errors
    ///
    /// Those of the store.
    async fn spectators(&self, game: GameId, since: OffsetDateTime) -> Result<u32, StoreError>;

    /// Where the applications and their keys are kept: in the same database.
    fn applications(&self) -> &dyn ApplicationStore;

    /// Where webhooks and the outbox are kept: in the same database. With each change that somebody
    /// waits for ([`NoticeKind::of`](crate::NoticeKind::of)) a store stores what is to be delivered,
    /// in the same statement.
    fn webhooks(&self) -> &dyn WebhookStore;

    /// Tells the watchers of every replica that a game has reached a revision. Never waits.
    fn announce(&self, hint: Hint);

    /// Hears what replicas announce, this one included.
    fn hints(&self) -> broadcast::Receiver<Hint>;

    /// Whether the store answers now.
    ///
    /// # Errors
    ///
    /// Those of the store.
    async fn check(&self) -> Result<(), StoreError>;
}
