//! The server stops and starts again.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use futures::future::join_all;
use moelle_games::contract::table::{assert_history, games_over, request, seated};
use moelle_games::{Credentials, Store, StoreError};
use moelle_rules::Side;
use moelle_store_postgres::migrate;
use moelle_store_postgres::testing::{Cluster, TestDatabase};

use crate::support::{
    TURNS, ask, idle_in_transaction, is_away, open, seated_somehow, until_it_answers,
};

async fn migrated_on(cluster: &Cluster) -> TestDatabase {
    let database = TestDatabase::empty_on(cluster.url()).await;
    migrate(database.url()).await.expect("migrated");
    database
}

/// Works with the server on a thread where waiting for it harms nobody.
async fn on(cluster: &Arc<Cluster>, work: fn(&Cluster)) {
    let cluster = Arc::clone(cluster);
    tokio::task::spawn_blocking(move || work(&cluster))
        .await
        .expect("the server obeys");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restart_under_load_loses_no_turn_and_fails_no_read() {
    let cluster = Arc::new(Cluster::start());
    let database = migrated_on(&cluster).await;
    let store = open(database.url());
    let games = games_over(Arc::clone(&store) as Arc<dyn Store>);
    let is_over = AtomicBool::new(false);
    let (failed, played) = (AtomicUsize::new(0), AtomicUsize::new(0));

    let tables = join_all((0..8).map(async |_| {
        let mut finished = Vec::new();
        while !is_over.load(Ordering::Relaxed) {
            let game = seated_somehow(&games).await;
            for (n, turn) in TURNS.into_iter().enumerate() {
                let request = request(turn.as_bytes());
                while let Err(error) = ask(&games, &game, Side::ALL[n % 2], turn, request).await {
                    assert!(is_away(&error), "{error:?}");
                    failed.fetch_add(1, Ordering::Relaxed);
                }
                played.fetch_add(1, Ordering::Relaxed);
                let read = games.get(game.id, &Credentials::default()).await;
                let read = read.expect("a read is tried again");
                assert_eq!(read.revision().number(), u64::try_from(n).expect("few") + 2);
            }
            finished.push(game.id);
        }
        finished
    }));
    let restarts = async {
        for _ in 0..3 {
            tokio::time::sleep(Duration::from_millis(700)).await;
            on(&cluster, Cluster::stop).await;
            on(&cluster, Cluster::start_again).await;
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
        is_over.store(true, Ordering::Relaxed);
    };
    let (finished, ()) = tokio::join!(tables, restarts);
    println!("{played:?} turns over three restarts; {failed:?} were answered that they failed");
    for id in finished.into_iter().flatten() {
        let stored = assert_history(&*store, id).await;
        assert_eq!(stored.revision().number(), 13);
    }
    let mut session = database.session().await;
    assert_eq!(idle_in_transaction(&mut session).await, 0);
    assert!(until_it_answers(&*store).await < Duration::from_secs(2));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_may_start_before_its_server() {
    let cluster = Arc::new(Cluster::start());
    let database = migrated_on(&cluster).await;
    on(&cluster, Cluster::stop).await;

    let store = open(database.url());
    let error = store.check().await.expect_err("nobody is there");
    assert!(matches!(error, StoreError::Unavailable(_)), "{error:?}");

    on(&cluster, Cluster::start_again).await;
    let waited = until_it_answers(&*store).await;
    assert!(waited < Duration::from_secs(2), "{waited:?}");
    let games = games_over(Arc::clone(&store) as Arc<dyn Store>);
    let game = seated(&games).await;
    assert_history(&*store, game.id).await;
}
