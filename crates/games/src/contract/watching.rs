//! Hints and watchers.

use std::time::Duration;

use futures::future::join_all;
use moelle_rules::Side;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::timeout;

use super::Replicas;
use super::table::{AT_ONCE, Seated, events, games, load, play, resign, seated, unstored};
use crate::{Credentials, Event, Games, Hint, Revision, Watch, WatchItem};

/// Turns of a game in which nobody closes a mill.
const TURNS: [&str; 12] = [
    "d6", "f4", "d2", "b4", "a7", "g7", "a1", "g1", "c5", "e5", "c3", "e3",
];

/// What comes next.
async fn next(watch: &mut Watch) -> WatchItem {
    timeout(AT_ONCE, watch.next())
        .await
        .expect("nothing comes")
        .expect("the store answers")
}

async fn watch(games: &Games, game: &Seated, after: Option<u64>) -> Watch {
    let after = after.map(Revision::from_number);
    games
        .watch(game.id, after, &Credentials::default())
        .await
        .expect("a game that is there")
}

/// Plays the first turns.
async fn play_some(games: &Games, game: &Seated, turns: &[&str]) {
    for (turn, side) in turns.iter().zip(Side::ALL.iter().copied().cycle()) {
        play(games, game, side, turn).await;
    }
}

/// The events up to the end of the game.
async fn events_to_the_end(watch: &mut Watch) -> Vec<Event> {
    let mut events = Vec::new();
    loop {
        match next(watch).await {
            WatchItem::Event(event) => events.push(*event),
            WatchItem::Over => return events,
            WatchItem::Snapshot { .. } => panic!("a snapshot after the first item"),
        }
    }
}

fn assert_in_order(events: &[Event], after: u64, last: u64) {
    let revisions: Vec<u64> = events.iter().map(|event| event.revision.number()).collect();
    assert_eq!(revisions, (after + 1..=last).collect::<Vec<_>>());
}

/// At once where they are announced, and soon on the others. One may be lost, so it is repeated.
pub async fn hints_reach_every_replica(replicas: &dyn Replicas) {
    let stores = [replicas.replica().await, replicas.replica().await];
    for (from, to) in [(0, 1), (1, 0)] {
        let hint = Hint {
            game: unstored().0.id(),
            revision: Revision::from_number(7),
        };
        let (mut here, mut there) = (stores[from].hints(), stores[to].hints());
        stores[from].announce(hint);
        assert_eq!(here.try_recv().expect("a hint"), hint);
        let heard = async {
            loop {
                match timeout(Duration::from_millis(200), there.recv()).await {
                    Ok(Ok(heard)) if heard == hint => return,
                    Ok(Err(RecvError::Closed)) => panic!("the store hears no more"),
                    Ok(_) => {}
                    Err(_) => stores[from].announce(hint),
                }
            }
        };
        timeout(AT_ONCE, heard).await.expect("nothing is heard");
    }
}

/// From the first look to the end, while both play.
pub async fn a_watcher_sees_the_game_and_then_every_event_once(replicas: &dyn Replicas) {
    let games = games(replicas).await;
    let game = seated(&games).await;
    play_some(&games, &game, &TURNS[..2]).await;
    let mut watcher = watch(&games, &game, None).await;
    let WatchItem::Snapshot { game: seen, reset } = next(&mut watcher).await else {
        panic!("no snapshot");
    };
    assert!(!reset);
    assert_eq!(seen.revision(), Revision::from_number(3));
    let (seen, ()) = tokio::join!(events_to_the_end(&mut watcher), async {
        for (turn, side) in TURNS[2..].iter().zip(Side::ALL.iter().copied().cycle()) {
            play(&games, &game, side, turn).await;
        }
        resign(&games, &game, Side::Black).await;
    });
    assert_in_order(&seen, 3, 14);
    let stored = load(&**games.store(), game.id).await;
    assert_eq!(events(&**games.store(), &stored).await[3..], seen[..]);
    assert!(matches!(next(&mut watcher).await, WatchItem::Over));

    let mut late = watch(&games, &game, None).await;
    assert!(matches!(
        next(&mut late).await,
        WatchItem::Snapshot { reset: false, .. }
    ));
    assert!(matches!(next(&mut late).await, WatchItem::Over));
}

/// After a revision that it knows, exactly what it has missed.
pub async fn a_watcher_resumes_where_it_was(replicas: &dyn Replicas) {
    let (one, other) = (games(replicas).await, games(replicas).await);
    let game = seated(&one).await;
    play_some(&one, &game, &TURNS[..6]).await;
    for after in 0..=7 {
        let mut watcher = watch(&other, &game, Some(after)).await;
        for revision in after + 1..=7 {
            let WatchItem::Event(event) = next(&mut watcher).await else {
                panic!("no event {revision} after {after}");
            };
            assert_eq!(event.revision.number(), revision);
        }
        let nothing = timeout(Duration::from_millis(20), watcher.next()).await;
        assert!(nothing.is_err(), "{nothing:?}");
        assert_eq!(watcher.seen().number(), 7);
    }
    let mut waiting = watch(&other, &game, Some(7)).await;
    let (seen, _) = tokio::join!(
        events_to_the_end(&mut waiting),
        resign(&one, &game, Side::White)
    );
    assert_in_order(&seen, 7, 8);
    let mut done = watch(&other, &game, Some(8)).await;
    assert!(matches!(next(&mut done).await, WatchItem::Over));
    let mut last = watch(&other, &game, Some(7)).await;
    assert_in_order(&events_to_the_end(&mut last).await, 7, 8);
}

/// A revision that the game has not reached is answered with the game as it is.
pub async fn a_watcher_from_the_future_starts_anew(replicas: &dyn Replicas) {
    let games = games(replicas).await;
    let game = seated(&games).await;
    let mut watcher = watch(&games, &game, Some(9)).await;
    let WatchItem::Snapshot { game: seen, reset } = next(&mut watcher).await else {
        panic!("no snapshot");
    };
    assert!(reset);
    assert_eq!(seen.revision(), Revision::FIRST);
    play(&games, &game, Side::White, "d6").await;
    let WatchItem::Event(event) = next(&mut watcher).await else {
        panic!("no event");
    };
    assert_eq!(event.revision.number(), 2);
}

/// Many games at once, each watched on both replicas while White plays on one and Black on the
/// other.
pub async fn watchers_on_every_replica_see_every_event(replicas: &dyn Replicas) {
    let replicas = [games(replicas).await, games(replicas).await];
    let last = TURNS.len() as u64 + 2;
    let tables = (0..8).map(async |_| {
        let game = seated(&replicas[0]).await;
        let mut watchers = Vec::new();
        for games in replicas.iter().cycle().take(4) {
            watchers.push(watch(games, &game, Some(1)).await);
        }
        let seeing = join_all(watchers.iter_mut().map(events_to_the_end));
        let (seen, ()) = tokio::join!(seeing, async {
            for (n, turn) in TURNS.iter().enumerate() {
                play(&replicas[n % 2], &game, Side::ALL[n % 2], turn).await;
            }
            resign(&replicas[0], &game, Side::White).await;
        });
        for events in &seen {
            assert_in_order(events, 1, last);
            assert_eq!(events, &seen[0]);
        }
    });
    join_all(tables).await;
}
