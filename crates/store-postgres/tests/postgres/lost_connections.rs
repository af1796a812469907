//! Connections that are cut while turns are played.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures::future::join_all;
use moelle_games::contract::table::{
    assert_history, call, encode, games_over, play, request, resign, seated, unstored,
};
use moelle_games::{Credentials, Event, Hint, Reply, Revision, Store, WatchItem};
use moelle_rules::Side;
use moelle_store_postgres::testing::TestDatabase;

use crate::support::{TURNS, ask, is_away, one_store, open, seated_somehow, terminate};

/// Longer than anything here takes.
const HANGS: Duration = Duration::from_mins(1);
/// Sessions of the hints, and those of play, by their names.
const HINTS: &str = "moelle-hints";
const PLAY: &str = "moelle";

/// Cuts the connections of this name every few milliseconds while `work` goes on. Gives how many.
async fn while_cutting<T>(
    database: &TestDatabase,
    name: &str,
    every: Duration,
    work: impl Future<Output = T>,
) -> (T, i64) {
    let is_done = AtomicBool::new(false);
    let mut session = database.session().await;
    let cutting = async {
        let mut cut = 0;
        while !is_done.load(Ordering::Relaxed) {
            cut += terminate(&mut session, name).await;
            tokio::time::sleep(every).await;
        }
        cut
    };
    let work = async {
        let output = tokio::time::timeout(HANGS, work).await.expect("a hang");
        is_done.store(true, Ordering::Relaxed);
        output
    };
    tokio::join!(work, cutting)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn watchers_see_every_event_though_the_connections_of_the_hints_are_cut() {
    let (database, _, games) = one_store().await;
    let watching = games_over(open(database.url()) as Arc<dyn Store>);
    let tables = join_all((0..6).map(async |_| {
        let game = seated(&games).await;
        let mut watch = watching
            .watch(game.id, Some(Revision::FIRST), &Credentials::default())
            .await
            .expect("the game");
        let seen = async {
            let mut events: Vec<Event> = Vec::new();
            loop {
                match watch.next().await.expect("the store answers") {
                    WatchItem::Event(event) => events.push(Event::clone(&event)),
                    WatchItem::Over => return events,
                    other => panic!("{other:?}"),
                }
            }
        };
        let played = async {
            for (n, turn) in TURNS.into_iter().enumerate() {
                play(&games, &game, Side::ALL[n % 2], turn).await;
                tokio::time::sleep(Duration::from_millis(60)).await;
            }
            resign(&games, &game, Side::White).await;
        };
        let (events, ()) = tokio::join!(seen, played);
        let revisions: Vec<u64> = events.iter().map(|event| event.revision.number()).collect();
        assert_eq!(revisions, (2..=14).collect::<Vec<_>>());
    }));
    let (_, cut) = while_cutting(&database, HINTS, Duration::from_millis(100), tables).await;
    println!("{cut} connections of the hints were cut");
    assert!(cut >= 4, "{cut}");

    // And then hints are heard again, by connections that nobody cuts.
    let (from, to) = (games.store(), watching.store());
    let mut heard = to.hints();
    let hint = Hint {
        game: unstored().0.id(),
        revision: Revision::FIRST,
    };
    let again = async {
        loop {
            from.announce(hint);
            match tokio::time::timeout(Duration::from_millis(100), heard.recv()).await {
                Ok(Ok(other)) if other == hint => return,
                _ => {}
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(10), again)
        .await
        .expect("hints are not heard again");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_turn_with_a_request_id_is_stored_once_though_connections_are_cut() {
    let (database, store, games) = one_store().await;
    let tables = join_all((0..8).map(async |_| {
        let game = seated_somehow(&games).await;
        let mut failed = 0;
        for (n, turn) in TURNS.into_iter().enumerate() {
            let request = request(turn.as_bytes());
            loop {
                match ask(&games, &game, Side::ALL[n % 2], turn, request).await {
                    Ok(Reply::Done(_) | Reply::Repeated(_)) => break,
                    Err(error) => {
                        assert!(is_away(&error), "{error:?}");
                        failed += 1;
                    }
                }
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        (game, failed)
    }));
    let (played, cut) = while_cutting(&database, PLAY, Duration::from_millis(15), tables).await;
    let failed: i32 = played.iter().map(|(_, failed)| failed).sum();
    println!("{cut} connections were cut; {failed} answers of 96 were that it failed");
    assert!(cut >= 10, "{cut}");
    for (game, _) in &played {
        let stored = assert_history(&*store, game.id).await;
        assert_eq!(stored.revision().number(), 13);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reads_do_not_notice_that_connections_are_cut() {
    let (database, _, games) = one_store().await;
    let game = seated(&games).await;
    let reads = async {
        for _ in 0..300 {
            let read = games.get(game.id, &Credentials::default()).await;
            read.expect("a read is tried again");
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    let ((), cut) = while_cutting(&database, PLAY, Duration::from_millis(50), reads).await;
    assert!(cut >= 5, "{cut}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_turn_without_a_request_id_is_stored_or_said_to_have_failed() {
    let (database, store, games) = one_store().await;
    let plays = async {
        let mut acknowledged = Vec::new();
        for _ in 0..60 {
            let game = seated_somehow(&games).await;
            let white = game.credentials(Side::White);
            let was_played = match games.play(call(game.id), "d6", &white, &encode).await {
                Ok(Reply::Done(_)) => true,
                Ok(Reply::Repeated(_)) => panic!("it has no request id"),
                Err(error) => {
                    assert!(is_away(&error), "{error:?}");
                    false
                }
            };
            acknowledged.push((game, was_played));
        }
        acknowledged
    };
    let (games, cut) =
        while_cutting(&database, PLAY, Duration::from_millis(30), Box::pin(plays)).await;
    let acknowledged = games.iter().filter(|(_, was_played)| *was_played).count();
    println!("{acknowledged} turns of 60 were acknowledged over {cut} cuts");
    assert!(acknowledged > 8 && cut >= 10, "{acknowledged} {cut}");
    for (game, was_played) in games {
        let stored = assert_history(&*store, game.id).await;
        assert!(stored.revision().number() == 2 || !was_played);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_one_lost_connection_no_other_dead_one_is_used() {
    let (database, store, games) = one_store().await;
    let game = seated(&games).await;
    let max = store.pool_use().max;
    while store.pool_use().open < max {
        let id = std::iter::repeat_n(game.id, 50);
        join_all(id.map(|id| store.load(id, None))).await;
    }
    let mut session = database.session().await;
    assert_eq!(terminate(&mut session, PLAY).await, i64::from(max));
    store
        .load(game.id, None)
        .await
        .expect("a read is tried again");
    // A turn without a request id is not, and yet it does not fail.
    play(&games, &game, Side::White, "d6").await;
    assert_history(&*store, game.id).await;
}
