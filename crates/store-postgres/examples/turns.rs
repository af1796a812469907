//! Turns a second: with nobody watching, with every game watched on the replica where it is played,
//! and on another.
//!
//! The three are measured in turn, in one run, for a disk's flush time changes with what was written
//! just before. It uses `TEST_DATABASE_URL`, or a server of its own:
//!
//! ```text
//! cargo run --release -p moelle-store-postgres --example turns
//! ```

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use futures::future::join_all;
use moelle_games::contract::table::{Seated, games_over, play, seated};
use moelle_games::{Credentials, Games, Store, WatchItem};
use moelle_rules::Side;
use moelle_store_postgres::testing::TestDatabase;
use moelle_store_postgres::{PostgresOptions, PostgresStore};

/// Games that are played side by side.
const TABLES: usize = 16;
/// Watchers of each game, where it is watched. Each begins by reading the game, which weighs more here
/// than in games that last longer than twelve turns.
const WATCHERS: usize = 1;
/// How long the first, uncounted stretch is.
const WARM_UP: Duration = Duration::from_secs(10);
/// How long each counted one is.
const STRETCH: Duration = Duration::from_secs(5);
/// Rounds of three stretches.
const ROUNDS: usize = 5;
/// Turns of a game in which nobody closes a mill.
const TURNS: [&str; 12] = [
    "d6", "f4", "d2", "b4", "a7", "g7", "a1", "g1", "c5", "e5", "c3", "e3",
];

#[tokio::main]
async fn main() {
    let database = TestDatabase::migrated().await;
    let open = || {
        let store = PostgresStore::connect(database.url(), PostgresOptions::default());
        games_over(Arc::new(store.expect("a URL")) as Arc<dyn Store>)
    };
    let (playing, elsewhere) = (open(), open());
    stretch(&playing, None, WARM_UP).await;
    let mut sums = [0.0; 3];
    for _ in 0..ROUNDS {
        let watching = [None, Some(&*playing), Some(&*elsewhere)];
        for (sum, watching) in sums.iter_mut().zip(watching) {
            let turns = stretch(&playing, watching, STRETCH).await;
            print!("{turns:8.0}");
            *sum += turns;
        }
        println!(" turns a second: alone, watched here, watched elsewhere");
    }
    let [alone, here, elsewhere] = sums;
    println!("watched here / alone: {:.3}", here / alone);
    println!("watched elsewhere / alone: {:.3}", elsewhere / alone);
}

/// Plays for a while, and gives the turns a second.
async fn stretch(playing: &Games, watching: Option<&Games>, length: Duration) -> f64 {
    let is_over = AtomicBool::new(false);
    let (turns, seen) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let start = Instant::now();
    let tables = join_all((0..TABLES).map(async |_| {
        while !is_over.load(Ordering::Relaxed) {
            let game = seated(playing).await;
            let play = async {
                for (n, turn) in TURNS.into_iter().enumerate() {
                    play(playing, &game, Side::ALL[n % 2], turn).await;
                    turns.fetch_add(1, Ordering::Relaxed);
                }
            };
            match watching {
                Some(games) => {
                    let watchers = (0..WATCHERS).map(|_| watch(games, &game));
                    let (seen_here, ()) = tokio::join!(join_all(watchers), play);
                    seen.fetch_add(seen_here.iter().sum(), Ordering::Relaxed);
                }
                None => play.await,
            }
        }
    }));
    let clock = async {
        tokio::time::sleep(length).await;
        is_over.store(true, Ordering::Relaxed);
    };
    tokio::join!(tables, clock);
    let turns = turns.into_inner();
    if watching.is_some() {
        assert_eq!(seen.into_inner(), turns * WATCHERS, "an event was not seen");
    }
    let turns = u32::try_from(turns).expect("fewer than that");
    f64::from(turns) / start.elapsed().as_secs_f64()
}

/// Watches a game until its last turn, and gives how many turns were seen.
async fn watch(games: &Games, game: &Seated) -> usize {
    let watch = games.watch(game.id, None, &Credentials::default()).await;
    let mut watch = watch.expect("the game is there");
    let mut seen = 0;
    while seen < TURNS.len() {
        match watch.next().await.expect("the store answers") {
            WatchItem::Event(_) => seen += 1,
            WatchItem::Snapshot { game, .. } => {
                seen = usize::try_from(game.revision().number() - 1).expect("few");
            }
            WatchItem::Over | WatchItem::Revoked => break,
        }
    }
    seen
}
