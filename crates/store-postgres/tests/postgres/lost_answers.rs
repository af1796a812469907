//! The answer to a change is lost, or its request, or the server falls silent.

use std::sync::Arc;
use std::time::{Duration, Instant};

use futures::future::join_all;
use moelle_games::contract::table::{after, assert_history, receipt, unstored};
use moelle_games::{Commit, Committed, Creation, Event, Game, NewRows, Receipt, Store, StoreError};
use moelle_store_postgres::testing::TestDatabase;
use moelle_store_postgres::{PostgresOptions, PostgresStore};

use crate::proxy::{Fault, Proxy};
use crate::support::open_with;

struct Line {
    database: TestDatabase,
    proxy: Proxy,
    store: Arc<PostgresStore>,
}

impl Line {
    /// A store that speaks to its database over a line that can be disturbed.
    async fn open(connections_max: u32) -> Self {
        let database = TestDatabase::migrated().await;
        let proxy = Proxy::start(database.url()).await;
        let options = PostgresOptions {
            connections_max,
            statement_timeout: Duration::from_secs(1),
            ..PostgresOptions::default()
        };
        let store = open_with(proxy.url(), options);
        Self {
            database,
            proxy,
            store,
        }
    }

    /// A game that is stored, by a session that has prepared every statement and now rests.
    async fn game(&self) -> Game {
        let (game, event) = unstored();
        create(&self.store, &game, &event, None)
            .await
            .expect("stored");
        let (game, event) = after(&game, "d6");
        let committed = commit(&self.store, &game, &event, None).await;
        assert_eq!(committed.expect("stored"), Committed::Yes);
        self.rest().await;
        game
    }

    async fn rest(&self) {
        let start = Instant::now();
        while self.store.pool_use().idle < self.store.pool_use().open {
            assert!(
                start.elapsed() < Duration::from_secs(5),
                "a session does not rest"
            );
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// What another store says, over a line that nobody disturbs.
    async fn history(&self, game: &Game) -> Game {
        let store = open_with(self.database.url(), PostgresOptions::default());
        assert_history(&*store, game.id()).await
    }
}

async fn create(
    store: &PostgresStore,
    game: &Game,
    event: &Event,
    receipt: Option<&Receipt>,
) -> Result<Creation, StoreError> {
    let rows = NewRows {
        game,
        events: std::slice::from_ref(event),
        receipt,
    };
    store.create(rows).await
}

async fn commit(
    store: &PostgresStore,
    game: &Game,
    event: &Event,
    receipt: Option<&Receipt>,
) -> Result<Committed, StoreError> {
    let commit = Commit {
        game,
        event,
        receipt,
        not_after: None,
    };
    store.commit(commit).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_change_with_a_receipt_survives_a_lost_answer_and_a_lost_request() {
    for fault in [Fault::LoseAnswer, Fault::LoseRequest] {
        let line = Line::open(1).await;
        let game = line.game().await;
        let (changed, event) = after(&game, "f4");
        let receipt = receipt(b"answer", event.at);
        line.proxy.arm(fault);
        let committed = commit(&line.store, &changed, &event, Some(&receipt)).await;
        assert_eq!(committed.expect("an answer"), Committed::Yes, "{fault:?}");
        assert_eq!(line.proxy.disturbed(), 1, "{fault:?}");
        assert_eq!(line.history(&game).await.revision(), changed.revision());
        // Somebody else's change at that revision is none of ours.
        let other = moelle_games::contract::table::receipt(b"other", event.at);
        line.rest().await;
        line.proxy.arm(fault);
        let committed = commit(&line.store, &changed, &event, Some(&other)).await;
        assert_eq!(
            committed.expect("an answer"),
            Committed::LostRace,
            "{fault:?}"
        );
        assert_eq!(line.proxy.disturbed(), 2, "{fault:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_change_without_a_receipt_is_said_to_be_unsure() {
    for (fault, is_stored) in [(Fault::LoseAnswer, true), (Fault::LoseRequest, false)] {
        let line = Line::open(1).await;
        let game = line.game().await;
        let (changed, event) = after(&game, "f4");
        line.proxy.arm(fault);
        let committed = commit(&line.store, &changed, &event, None).await;
        assert!(
            matches!(committed, Err(StoreError::Unavailable(_))),
            "{committed:?}"
        );
        assert_eq!(line.proxy.disturbed(), 1, "{fault:?}");
        let stored = line.history(&game).await;
        assert_eq!(
            stored.revision() == changed.revision(),
            is_stored,
            "{fault:?}"
        );
        // The store is none the worse.
        let again = commit(&line.store, &changed, &event, None).await;
        let expected = if is_stored {
            Committed::LostRace
        } else {
            Committed::Yes
        };
        assert_eq!(again.expect("an answer"), expected, "{fault:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_creation_with_a_receipt_survives_a_lost_answer_and_a_lost_request() {
    for fault in [Fault::LoseAnswer, Fault::LoseRequest] {
        let line = Line::open(1).await;
        line.game().await;
        let (game, event) = unstored();
        let receipt = receipt(b"answer", event.at);
        line.proxy.arm(fault);
        let creation = create(&line.store, &game, &event, Some(&receipt)).await;
        assert_eq!(creation.expect("an answer"), Creation::Created, "{fault:?}");
        assert_eq!(line.proxy.disturbed(), 1, "{fault:?}");
        line.history(&game).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_silent_server_holds_no_call_and_no_place_in_the_pool_for_ever() {
    let line = Line::open(3).await;
    let game = line.game().await;
    let reads = join_all((0..3).map(|_| line.store.load(game.id(), None))).await;
    assert!(reads.iter().all(Result::is_ok));
    line.rest().await;

    line.proxy.be_silent(true);
    // Callers that wait are told; callers that go away leave nothing behind.
    let start = Instant::now();
    let waited = line.store.load(game.id(), None).await;
    assert!(
        matches!(waited, Err(StoreError::Unavailable(_) | StoreError::Busy)),
        "{waited:?}"
    );
    assert!(
        start.elapsed() < Duration::from_secs(8),
        "{:?}",
        start.elapsed()
    );
    for _ in 0..6 {
        let gone = line.store.load(game.id(), None);
        let gone = tokio::time::timeout(Duration::from_millis(50), gone).await;
        assert!(gone.is_err());
    }
    line.proxy.be_silent(false);

    let start = Instant::now();
    while let Err(error) = line.store.load(game.id(), None).await {
        assert!(
            matches!(error, StoreError::Unavailable(_) | StoreError::Busy),
            "{error:?}"
        );
        assert!(
            start.elapsed() < Duration::from_secs(15),
            "the pool is stuck"
        );
    }
    let reads = join_all((0..50).map(|_| line.store.load(game.id(), None))).await;
    assert!(reads.iter().all(Result::is_ok));
}
