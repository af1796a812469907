//! Requests that are dropped at any moment, as those of clients that went away are.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use futures::future::join_all;
use moelle_games::contract::table::{
    Seated, assert_history, call, encode, games_over, request, seated,
};
use moelle_games::{Credentials, Games, Reply, Store};
use moelle_rules::Side;
use moelle_store_postgres::PostgresOptions;
use moelle_store_postgres::testing::TestDatabase;

use crate::support::{TURNS, ask, idle_in_transaction, open_with, revision_seen};

/// Requests that are dropped.
const DROPPED: u64 = 6_000;
/// Clients that go away again and again, side by side.
const CLIENTS: u64 = 4;
/// The longest that a client stays, in microseconds.
const STAY_MAX: u64 = 10_000;
/// Turns that are played in peace afterwards.
const CLEAN: usize = 100;

/// A moment of up to ten milliseconds, another one for each request.
fn moment(n: u64) -> Duration {
    let mixed = n.wrapping_mul(6_364_136_223_846_793_005).rotate_left(32);
    Duration::from_micros(mixed % STAY_MAX)
}

/// A request of a client that may go away: most kinds of statement are on the way.
async fn visit(games: &Games, game: &Seated, n: u64) -> bool {
    let (side, turn) = (Side::White, TURNS[0]);
    match n % 6 {
        0 => {
            seated(games).await;
        }
        1 => drop(games.get(game.id, &Credentials::default()).await),
        2 => {
            let all = moelle_games::Revision::NONE;
            let none = Credentials::default();
            drop(games.events(game.id, all, 100, &none).await);
        }
        3 => drop(games.store().revisions(&[game.id]).await),
        4 => {
            let played = ask(games, game, side, turn, request(b"")).await;
            return matches!(played, Ok(Reply::Done(_)));
        }
        _ => {
            let credentials = game.credentials(side);
            let played = games.play(call(game.id), turn, &credentials, &encode).await;
            return matches!(played, Ok(Reply::Done(_)));
        }
    }
    false
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn dropped_requests_spoil_no_session_and_lose_no_acknowledged_turn() {
    let database = TestDatabase::migrated().await;
    let options = PostgresOptions {
        connections_max: 2,
        ..PostgresOptions::default()
    };
    let store = open_with(database.url(), options);
    let games = games_over(Arc::clone(&store) as Arc<dyn Store>);
    let mut session = database.session().await;

    let acknowledged = AtomicU64::new(0);
    let dropped = AtomicU64::new(0);
    let clients = (0..CLIENTS).map(async |client| {
        for n in (client..DROPPED).step_by(usize::try_from(CLIENTS).expect("few")) {
            let game = seated(&games).await;
            match tokio::time::timeout(moment(n), visit(&games, &game, n)).await {
                Ok(was_played) => {
                    if was_played {
                        acknowledged.fetch_add(1, Ordering::Relaxed);
                        let stored = assert_history(&*store, game.id).await;
                        assert_eq!(
                            stored.revision().number(),
                            2,
                            "an acknowledged turn is gone"
                        );
                    }
                }
                Err(_) => {
                    dropped.fetch_add(1, Ordering::Relaxed);
                }
            }
        }
    });
    let start = Instant::now();
    join_all(clients).await;
    let (dropped, acknowledged) = (dropped.into_inner(), acknowledged.into_inner());
    println!(
        "{dropped} requests were dropped and {acknowledged} turns acknowledged in {:?}",
        start.elapsed()
    );
    assert!(dropped > DROPPED / 10, "only {dropped} were dropped");
    assert!(acknowledged > 0, "none came through");
    assert_eq!(idle_in_transaction(&mut session).await, 0);

    for _ in 0..=CLEAN / TURNS.len() {
        let game = seated(&games).await;
        for (n, (turn, revision)) in TURNS.into_iter().zip(2..).enumerate() {
            let played = ask(&games, &game, Side::ALL[n % 2], turn, request(b"")).await;
            assert!(matches!(played, Ok(Reply::Done(_))), "{played:?}");
            assert_eq!(revision_seen(&mut session, &game).await, revision);
        }
        assert_history(&*store, game.id).await;
    }
    assert_eq!(idle_in_transaction(&mut session).await, 0);
    assert!(store.pool_use().open <= 2, "{:?}", store.pool_use());
}
