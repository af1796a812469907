//! Hints and watchers.

use std::sync::Arc;
use std::time::Duration;

use futures::future::join_all;
use moelle_rules::Side;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::timeout;

use super::Replicas;
use super::table::{
    AT_ONCE, Seated, call, done, encode, events, games, load, new_game, play, resign, seated,
    seated_as, unstored,
};
use crate::{
    CreateGame, Credentials, Event, Following, Games, Hint, Revision, SeatChoice, Secret,
    Visibility, Watch, WatchItem, WithSecret,
};

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

/// Watches from the first event on, also for a rematch.
async fn watch_on(games: &Games, game: &Seated, window: Duration) -> Watch {
    let following = Following {
        after: Some(Revision::FIRST),
        rematch_window: Some(window),
        ..Following::default()
    };
    games
        .follow(game.id, following, &Credentials::default())
        .await
        .expect("a game that is there")
}

/// Wants a rematch.
async fn want_rematch(games: &Games, game: &Seated, side: Side) {
    let by = game.credentials(side);
    let wanted = games.offer_rematch(call(game.id), &by, &encode).await;
    done(wanted);
}

/// Replaces the token of a seat.
async fn reissue(games: &Games, game: &Seated, side: Side) -> Secret {
    let encode = |made: &WithSecret<'_>| made.secret.to_string().into_bytes();
    let by = game.credentials(side);
    let reissued = games.reissue(call(game.id), side, &by, &encode).await;
    let (reply, token) = reissued.expect("the seat's own");
    done(Ok(reply));
    token
}

/// The events up to the end of the game.
async fn events_to_the_end(watch: &mut Watch) -> Vec<Event> {
    let mut events = Vec::new();
    loop {
        match next(watch).await {
            WatchItem::Event(event) => events.push(Event::clone(&event)),
            WatchItem::Over => return events,
            other => panic!("{other:?} after the first item"),
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
    let WatchItem::Snapshot {
        game: seen, reset, ..
    } = next(&mut watcher).await
    else {
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
    let WatchItem::Snapshot {
        game: seen, reset, ..
    } = next(&mut watcher).await
    else {
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

/// Each after its own revision, in the order of the list; the same as when they are read one by one.
pub async fn events_of_many_games_are_read_at_once(replicas: &dyn Replicas) {
    let games = games(replicas).await;
    let store = games.store();
    let mut wanted = Vec::new();
    let mut expected = Vec::new();
    for (turns, after) in [(6, 0), (0, 1), (4, 3), (12, 9), (2, 99)] {
        let game = seated(&games).await;
        play_some(&games, &game, &TURNS[..turns]).await;
        let game = Arc::new(load(&**store, game.id).await);
        let after = Revision::from_number(after);
        let alone = store.events(&game, after, 3).await;
        expected.push(alone.expect("the store answers"));
        wanted.push((game, after));
    }
    wanted.push((Arc::new(unstored().0), Revision::NONE));
    expected.push(Vec::new());
    let read = store.events_of_many(&wanted, 3).await;
    assert_eq!(read.expect("the store answers"), expected);
    let none = store.events_of_many(&[], 3).await;
    assert_eq!(none.expect("the store answers"), Vec::<Vec<Event>>::new());
}

/// Also where it stands on another page than the end.
pub async fn what_follows_the_end_is_seen_before_the_watch_is_over(replicas: &dyn Replicas) {
    let games = games(replicas).await;
    let mut game = seated(&games).await;
    resign(&games, &game, Side::White).await;
    for _ in 0..120 {
        game.seats.black = reissue(&games, &game, Side::Black).await;
    }
    want_rematch(&games, &game, Side::White).await;
    let mut watcher = watch(&games, &game, Some(1)).await;
    assert_in_order(&events_to_the_end(&mut watcher).await, 1, 123);
}

/// On the replica where it is agreed and on the other.
pub async fn a_watch_for_a_rematch_goes_on_until_it_is_agreed(replicas: &dyn Replicas) {
    let replicas = [games(replicas).await, games(replicas).await];
    let game = seated(&replicas[0]).await;
    let mut watchers = Vec::new();
    for games in &replicas {
        watchers.push(watch_on(games, &game, Duration::from_mins(10)).await);
    }
    let seeing = join_all(watchers.iter_mut().map(events_to_the_end));
    let (seen, ()) = tokio::join!(seeing, async {
        resign(&replicas[0], &game, Side::White).await;
        want_rematch(&replicas[0], &game, Side::Black).await;
        want_rematch(&replicas[0], &game, Side::White).await;
    });
    for events in seen {
        assert_in_order(&events, 1, 4);
    }
    let mut late = watch_on(&replicas[1], &game, Duration::from_mins(10)).await;
    assert_in_order(&events_to_the_end(&mut late).await, 1, 4);
    let following = Following {
        rematch_window: Some(Duration::from_mins(10)),
        ..Following::default()
    };
    let nobody = Credentials::default();
    let late = replicas[1].follow(game.id, following, &nobody).await;
    let first = next(&mut late.expect("the game")).await;
    assert!(
        matches!(first, WatchItem::Snapshot { is_last: true, .. }),
        "{first:?}"
    );
}

/// The window opens anew with each change.
pub async fn a_watch_for_a_rematch_ends_when_nothing_happens(replicas: &dyn Replicas) {
    let games = games(replicas).await;
    let game = seated(&games).await;
    resign(&games, &game, Side::White).await;
    let mut open = watch_on(&games, &game, Duration::from_hours(1)).await;
    assert!(matches!(next(&mut open).await, WatchItem::Event(_)));
    let nothing = timeout(Duration::from_millis(20), open.next()).await;
    assert!(nothing.is_err(), "{nothing:?}");
    want_rematch(&games, &game, Side::Black).await;
    assert!(matches!(next(&mut open).await, WatchItem::Event(_)));
    let mut closed = watch_on(&games, &game, Duration::from_millis(1)).await;
    assert_in_order(&events_to_the_end(&mut closed).await, 1, 3);
}

/// At once, wherever it watches; the other seat, and who watches a game that is not private, go on.
pub async fn a_seat_that_is_replaced_ends_its_watch_of_a_private_game(replicas: &dyn Replicas) {
    let replicas = [games(replicas).await, games(replicas).await];
    for visibility in [Visibility::Private, Visibility::Unlisted] {
        let game = seated_as(
            &replicas[0],
            CreateGame {
                visibility,
                ..new_game(SeatChoice::Both)
            },
        );
        let mut game = game.await;
        let revision = load(&**replicas[0].store(), game.id).await.revision();
        let following = Following {
            after: Some(revision),
            ..Following::default()
        };
        let watch = async |games: &Games, token: &Secret| {
            let credentials = Credentials {
                token: Some(token.clone()),
                ..Credentials::default()
            };
            let watch = games.follow(game.id, following, &credentials).await;
            watch.expect("the seat's own game")
        };
        let mut replaced = Vec::new();
        let mut kept = Vec::new();
        for games in &replicas {
            replaced.push(watch(games, &game.seats[Side::White]).await);
            kept.push(watch(games, &game.seats[Side::Black]).await);
        }
        let token = reissue(&replicas[0], &game, Side::White).await;
        game.seats.white = token.clone();
        play(&replicas[1], &game, Side::White, "d6").await;
        for watcher in &mut replaced {
            if visibility == Visibility::Private {
                for _ in 0..2 {
                    assert!(matches!(next(watcher).await, WatchItem::Revoked));
                }
                assert_eq!(watcher.seen(), revision);
            } else {
                kept.push(
                    replicas[0]
                        .follow(game.id, following, &Credentials::default())
                        .await
                        .expect("whoever has its id"),
                );
            }
        }
        // The new token's own beginning is no reason to end.
        kept.push(watch(&replicas[1], &token).await);
        for watcher in &mut kept {
            for revision in [revision.next(), revision.next().next()] {
                let WatchItem::Event(event) = next(watcher).await else {
                    panic!("no event {revision}");
                };
                assert_eq!(event.revision, revision);
            }
        }
    }
}
