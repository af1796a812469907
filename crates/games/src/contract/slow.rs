//! A store that changes reach late.

use std::sync::Arc;

use async_trait::async_trait;
use time::{Duration, OffsetDateTime};
use tokio::sync::broadcast;
use uuid::Uuid;

use super::table::Standing;
use crate::{
    ApplicationStore, Commit, Committed, Creation, Event, Expired, Game, GameId, Hint, Listing,
    Loaded, NewRows, Purgeable, Purged, Receipt, RequestHash, Revision, SecretHash, Store,
    StoreError, WebhookStore,
};

/// Lets so much time pass between a read and the change that follows it, by the clock of the games and
/// by the store's.
pub(super) struct Slow {
    inner: Arc<dyn Store>,
    clock: Arc<Standing>,
    by: Duration,
}

impl Slow {
    pub(super) fn new(inner: Arc<dyn Store>, clock: Arc<Standing>, by: Duration) -> Self {
        Self { inner, clock, by }
    }
}

#[async_trait]
impl Store for Slow {
    async fn load(
        &self,
        game: GameId,
        request: Option<&RequestHash>,
    ) -> Result<Option<Loaded>, StoreError> {
        let loaded = self.inner.load(game, request).await?;
        Ok(loaded.map(|loaded| Loaded {
            at: loaded.at - self.by,
            ..loaded
        }))
    }

    async fn commit(&self, commit: Commit<'_>) -> Result<Committed, StoreError> {
        self.clock.advance(self.by);
        self.inner.commit(commit).await
    }

    async fn create(&self, rows: NewRows<'_>) -> Result<Creation, StoreError> {
        self.inner.create(rows).await
    }

    async fn creation(&self, request: &RequestHash) -> Result<Option<Receipt>, StoreError> {
        self.inner.creation(request).await
    }

    async fn insert_if_absent(&self, game: &Game, event: &Event) -> Result<(), StoreError> {
        self.inner.insert_if_absent(game, event).await
    }

    async fn events(
        &self,
        game: &Game,
        after: Revision,
        limit: u32,
    ) -> Result<Vec<Event>, StoreError> {
        self.inner.events(game, after, limit).await
    }

    async fn was_replaced(&self, game: GameId, token: &SecretHash) -> Result<bool, StoreError> {
        self.inner.was_replaced(game, token).await
    }

    async fn revisions(&self, games: &[GameId]) -> Result<Vec<Hint>, StoreError> {
        self.inner.revisions(games).await
    }

    async fn list(&self, listing: Listing<'_>) -> Result<Vec<Game>, StoreError> {
        self.inner.list(listing).await
    }

    async fn due(&self, now: OffsetDateTime, limit: u32) -> Result<Vec<GameId>, StoreError> {
        self.inner.due(now, limit).await
    }

    async fn forget_receipts(&self, before: OffsetDateTime) -> Result<u64, StoreError> {
        self.inner.forget_receipts(before).await
    }

    async fn purge(&self, expired: &Expired) -> Result<Purged, StoreError> {
        self.inner.purge(expired).await
    }

    async fn purgeable(&self, expired: &Expired) -> Result<Purgeable, StoreError> {
        self.inner.purgeable(expired).await
    }

    async fn note_spectators(
        &self,
        replica: Uuid,
        counts: &[(GameId, u32)],
        now: OffsetDateTime,
    ) -> Result<(), StoreError> {
        self.inner.note_spectators(replica, counts, now).await
    }

    async fn spectators(&self, game: GameId, since: OffsetDateTime) -> Result<u32, StoreError> {
        self.inner.spectators(game, since).await
    }

    fn applications(&self) -> &dyn ApplicationStore {
        self.inner.applications()
    }

    fn webhooks(&self) -> &dyn WebhookStore {
        self.inner.webhooks()
    }

    fn announce(&self, hint: Hint) {
        self.inner.announce(hint);
    }

    fn hints(&self) -> broadcast::Receiver<Hint> {
        self.inner.hints()
    }

    async fn check(&self) -> Result<(), StoreError> {
        self.inner.check().await
    }
}
