//! More calls than sessions.

use std::time::{Duration, Instant};

use futures::future::join_all;
use moelle_games::contract::table::{after, assert_history, play, seated, store_new, unstored};
use moelle_games::{Commit, Committed, Game, GameId, Store, StoreError};
use moelle_rules::Side;
use moelle_store_postgres::testing::TestDatabase;
use moelle_store_postgres::{PostgresOptions, PostgresStore};
use sqlx::Connection;

use crate::proxy::Proxy;
use crate::support::{idle_in_transaction, one_store, open, open_with};

/// Parallel calls.
const CALLS: usize = 200;
/// Longer than any call may take.
const HANGS: Duration = Duration::from_secs(20);

fn tight() -> PostgresOptions {
    PostgresOptions {
        connections_max: 5,
        acquire_timeout: Duration::from_millis(500),
        statement_timeout: Duration::from_secs(1),
        ..PostgresOptions::default()
    }
}

/// The game, from a store that may say to come back.
async fn read_at_last(store: &dyn Store, game: GameId) -> Game {
    loop {
        match store.load(game, None).await {
            Ok(loaded) => return loaded.expect("the game is stored").game,
            Err(StoreError::Busy) => {}
            Err(error) => panic!("{error:?}"),
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn more_calls_than_sessions_are_served_or_told_to_come_back() {
    let database = TestDatabase::migrated().await;
    let store = open_with(database.url(), tight());
    let (game, event) = unstored();
    store_new(&*open(database.url()), &game, &[event], None).await;

    // Somebody holds the game's row, so that every change of it has to wait.
    let mut holder = database.session().await;
    sqlx::raw_sql("BEGIN; SELECT FROM games FOR UPDATE")
        .execute(&mut holder)
        .await
        .expect("a lock");
    let (changed, event) = after(&game, "d6");
    let commit = || Commit {
        game: &changed,
        event: &event,
        receipt: None,
        not_after: None,
    };
    let start = Instant::now();
    let calls = join_all((0..CALLS).map(|_| store.commit(commit())));
    let results = tokio::time::timeout(HANGS, calls).await.expect("a hang");
    for result in results {
        assert!(matches!(result, Err(StoreError::Busy)), "{result:?}");
    }
    println!(
        "{CALLS} calls were told to come back within {:?}",
        start.elapsed()
    );

    // It lets go, and all is well at once: one change is stored, the others are late.
    holder.close().await.expect("closed");
    let calls = join_all((0..CALLS).map(|_| store.commit(commit())));
    let results = tokio::time::timeout(HANGS, calls).await.expect("a hang");
    let mut stored = 0;
    for result in results {
        match result {
            Ok(Committed::Yes) => stored += 1,
            Ok(Committed::LostRace) | Err(StoreError::Busy) => {}
            Err(error) => panic!("{error:?}"),
        }
    }
    assert_eq!(stored, 1);
    let pool = store.pool_use();
    assert!(pool.open <= pool.max && pool.max == 5, "{pool:?}");
    // Every read is served, sooner or later as the machine allows.
    let reads = join_all((0..CALLS).map(|_| read_at_last(&*store, game.id())));
    let games = tokio::time::timeout(HANGS, reads).await.expect("a hang");
    assert!(
        games
            .iter()
            .all(|game| game.revision() == changed.revision())
    );
    assert_history(&*store, game.id()).await;
    let mut session = database.session().await;
    assert_eq!(idle_in_transaction(&mut session).await, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_away_is_named_within_a_second_without_the_password() {
    let url = "postgres://ada:canary@127.0.0.1:1/moelle";
    let store = PostgresStore::connect(url, PostgresOptions::default()).expect("a URL");
    let start = Instant::now();
    let error = store.check().await.expect_err("nobody is there");
    assert!(
        start.elapsed() < Duration::from_millis(1_500),
        "{:?}",
        start.elapsed()
    );
    let StoreError::Unavailable(cause) = &error else {
        panic!("{error:?}");
    };
    assert!(cause.to_string().contains("127.0.0.1:1"), "{cause}");
    assert!(
        !format!("{error} {error:?}").contains("canary"),
        "{error:?}"
    );

    let error = store.revisions(&[]).await.expect_err("nobody is there");
    assert!(matches!(error, StoreError::Unavailable(_)), "{error:?}");
    assert!(
        start.elapsed() < Duration::from_secs(6),
        "{:?}",
        start.elapsed()
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_closed_store_has_no_sessions_and_calls_are_told_so() {
    let (database, store, games) = one_store().await;
    let game = seated(&games).await;
    play(&games, &game, Side::White, "d6").await;
    let start = Instant::now();
    store.close().await;
    assert!(
        start.elapsed() < Duration::from_secs(4),
        "{:?}",
        start.elapsed()
    );
    let error = store.check().await.expect_err("it is closed");
    assert!(matches!(error, StoreError::Unavailable(_)), "{error:?}");

    let mut session = database.session().await;
    let mut left = -1_i64;
    for _ in 0..100 {
        left = sqlx::query_scalar(
            "SELECT count(*) FROM pg_stat_activity
             WHERE datname = current_database() AND application_name LIKE 'moelle%'",
        )
        .fetch_one(&mut session)
        .await
        .expect("an answer");
        if left == 0 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(left, 0, "sessions are left open");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_last_hints_are_sent_before_a_store_is_closed() {
    let (database, store, games) = one_store().await;
    let other = crate::support::open(database.url());
    let mut heard = other.hints();
    let game = seated(&games).await;
    // The other hears for sure once it has heard anything.
    let heard_any = async {
        loop {
            store.announce(moelle_games::Hint {
                game: game.id,
                revision: moelle_games::Revision::FIRST,
            });
            let hint = tokio::time::timeout(Duration::from_millis(100), heard.recv()).await;
            if hint.is_ok() {
                return;
            }
        }
    };
    tokio::time::timeout(HANGS, heard_any)
        .await
        .expect("nothing is heard");
    play(&games, &game, Side::White, "d6").await;
    store.close().await;
    let heard_last = async { while heard.recv().await.expect("a hint").revision.number() != 2 {} };
    tokio::time::timeout(Duration::from_secs(2), heard_last)
        .await
        .expect("the last hint is lost");
}

/// A server whose sessions open more slowly than a call waits, as after a start with many clients.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_session_that_opens_too_late_for_its_call_is_there_for_the_next() {
    let database = TestDatabase::migrated().await;
    let proxy = Proxy::start(database.url()).await;
    proxy.hesitate(Duration::from_secs(1));
    let (game, _) = unstored();
    let store = open_with(proxy.url(), tight());
    let first = store.load(game.id(), None).await;
    assert!(
        matches!(first, Err(StoreError::Busy | StoreError::Unavailable(_))),
        "{first:?}"
    );
    let start = Instant::now();
    while store.load(game.id(), None).await.is_err() {
        assert!(start.elapsed() < HANGS, "no session ever opens");
    }
}
