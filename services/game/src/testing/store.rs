//! A real store in a folder of its own, which a test may send away for a while.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use moelle_games::{
    ApplicationStore, Commit, Committed, Creation, Event, Expired, Game, GameId, Hint, Listing,
    Loaded, NewRows, Purgeable, Purged, Receipt, RequestHash, Revision, SecretHash, Store,
    StoreError, WebhookStore,
};
use moelle_store_sqlite::{SqliteOptions, SqliteStore};
use tempfile::TempDir;
use time::OffsetDateTime;
use tokio::sync::{broadcast, watch};

/// Games in a file that goes with the value.
pub(crate) struct TestStore {
    inner: SqliteStore,
    mood: watch::Sender<Mood>,
    /// Calls that wait for the store to come back.
    hanging: AtomicUsize,
    /// Calls for events that will fail.
    events_to_fail: AtomicUsize,
    /// Games that were to be created.
    creations: AtomicUsize,
    /// When receipts were told to be forgotten, and how old they had to be.
    forgotten_before: Mutex<Vec<OffsetDateTime>>,
    _folder: TempDir,
}

/// How the store answers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mood {
    Well,
    Away,
    Hanging,
    Panicking,
}

impl TestStore {
    pub(crate) async fn open() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let url = format!("sqlite://{}/games.sqlite", folder.path().display());
        let inner = SqliteStore::open(&url, SqliteOptions::default()).await;
        Self {
            inner: inner.expect("a file of games"),
            mood: watch::Sender::new(Mood::Well),
            hanging: AtomicUsize::new(0),
            events_to_fail: AtomicUsize::new(0),
            creations: AtomicUsize::new(0),
            forgotten_before: Mutex::default(),
            _folder: folder,
        }
    }

    pub(crate) fn come_back(&self) {
        self.mood.send_replace(Mood::Well);
    }

    pub(crate) fn go_away(&self) {
        self.mood.send_replace(Mood::Away);
    }

    pub(crate) fn hang(&self) {
        self.mood.send_replace(Mood::Hanging);
    }

    pub(crate) fn panic(&self) {
        self.mood.send_replace(Mood::Panicking);
    }

    /// Waits until so many calls hang.
    pub(crate) async fn hanging(&self, calls: usize) {
        while self.hanging.load(Ordering::SeqCst) < calls {
            tokio::task::yield_now().await;
        }
    }

    /// Lets the next calls for events fail.
    pub(crate) fn fail_events(&self, calls: usize) {
        self.events_to_fail.store(calls, Ordering::SeqCst);
    }

    pub(crate) fn forgotten_before(&self) -> Vec<OffsetDateTime> {
        self.forgotten_before
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// How many games were to be created.
    pub(crate) fn creations(&self) -> usize {
        self.creations.load(Ordering::SeqCst)
    }

    /// The store, for a call that somebody waits for.
    async fn asked(&self) -> Result<&SqliteStore, StoreError> {
        let mut mood = self.mood.subscribe();
        let is_hanging = *mood.borrow_and_update() == Mood::Hanging;
        let _waiting = is_hanging.then(|| Waiting::new(&self.hanging));
        let mood = *mood
            .wait_for(|mood| *mood != Mood::Hanging)
            .await
            .expect("the store lives");
        match mood {
            Mood::Away => Err(StoreError::Unavailable("secret-host:5432 is away".into())),
            Mood::Panicking => panic!("the store panics, as it was told to"),
            Mood::Well | Mood::Hanging => Ok(&self.inner),
        }
    }

    /// The store, for what the server does by itself.
    fn by_the_way(&self) -> Result<&SqliteStore, StoreError> {
        match *self.mood.borrow() {
            Mood::Away => Err(StoreError::Unavailable("secret-host:5432 is away".into())),
            _ => Ok(&self.inner),
        }
    }
}

/// Counts a call for as long as it waits.
struct Waiting<'a>(&'a AtomicUsize);

impl<'a> Waiting<'a> {
    fn new(count: &'a AtomicUsize) -> Self {
        count.fetch_add(1, Ordering::SeqCst);
        Self(count)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

#[async_trait]
impl Store for TestStore {
    async fn create(&self, rows: NewRows<'_>) -> Result<Creation, StoreError> {
        self.creations.fetch_add(1, Ordering::SeqCst);
        self.asked().await?.create(rows).await
    }

    async fn creation(&self, request: &RequestHash) -> Result<Option<Receipt>, StoreError> {
        self.asked().await?.creation(request).await
    }

    async fn insert_if_absent(&self, game: &Game, event: &Event) -> Result<(), StoreError> {
        self.asked().await?.insert_if_absent(game, event).await
    }

    async fn load(
        &self,
        game: GameId,
        request: Option<&RequestHash>,
    ) -> Result<Option<Loaded>, StoreError> {
        self.asked().await?.load(game, request).await
    }

    async fn commit(&self, commit: Commit<'_>) -> Result<Committed, StoreError> {
        self.asked().await?.commit(commit).await
    }

    async fn events(
        &self,
        game: &Game,
        after: Revision,
        limit: u32,
    ) -> Result<Vec<Event>, StoreError> {
        let one_less = |calls: usize| calls.checked_sub(1);
        let failing = &self.events_to_fail;
        if failing
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, one_less)
            .is_ok()
        {
            return Err(StoreError::Busy);
        }
        self.asked().await?.events(game, after, limit).await
    }

    async fn was_replaced(&self, game: GameId, token: &SecretHash) -> Result<bool, StoreError> {
        self.asked().await?.was_replaced(game, token).await
    }

    async fn revisions(&self, games: &[GameId]) -> Result<Vec<Hint>, StoreError> {
        self.by_the_way()?.revisions(games).await
    }

    async fn list(&self, listing: Listing<'_>) -> Result<Vec<Game>, StoreError> {
        self.asked().await?.list(listing).await
    }

    async fn due(&self, now: OffsetDateTime, limit: u32) -> Result<Vec<GameId>, StoreError> {
        self.by_the_way()?.due(now, limit).await
    }

    async fn forget_receipts(&self, before: OffsetDateTime) -> Result<u64, StoreError> {
        self.forgotten_before
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(before);
        self.by_the_way()?.forget_receipts(before).await
    }

    async fn purge(&self, expired: &Expired) -> Result<Purged, StoreError> {
        self.by_the_way()?.purge(expired).await
    }

    async fn purgeable(&self, expired: &Expired) -> Result<Purgeable, StoreError> {
        self.by_the_way()?.purgeable(expired).await
    }

    async fn note_spectators(
        &self,
        replica: uuid::Uuid,
        counts: &[(GameId, u32)],
        now: OffsetDateTime,
    ) -> Result<(), StoreError> {
        self.by_the_way()?
            .note_spectators(replica, counts, now)
            .await
    }

    async fn spectators(&self, game: GameId, since: OffsetDateTime) -> Result<u32, StoreError> {
        self.asked().await?.spectators(game, since).await
    }

    fn applications(&self) -> &dyn ApplicationStore {
        &self.inner
    }

    fn webhooks(&self) -> &dyn WebhookStore {
        &self.inner
    }

    fn announce(&self, hint: Hint) {
        self.inner.announce(hint);
    }

    fn hints(&self) -> broadcast::Receiver<Hint> {
        self.inner.hints()
    }

    async fn check(&self) -> Result<(), StoreError> {
        self.asked().await?.check().await
    }
}
