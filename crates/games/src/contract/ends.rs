//! Ends of games are told once each.

use std::sync::{Arc, Mutex};

use moelle_rules::{Record, Side, Termination};
use time::Duration;

use super::Replicas;
use super::flags::{FALL, at, begun};
use super::table::{call, done, encode, encode_created};
use crate::{Credentials, GRACE, GameError, ImportGame, SeatChoice, Visibility};

/// Whoever ends a game or finds its fall, the end is told once; what follows is none.
pub async fn each_end_is_told_once(replicas: &dyn Replicas) {
    let ends = Arc::new(Mutex::new(Vec::new()));
    let telling = async |since_start| {
        let (games, ends) = (at(replicas, since_start).await, Arc::clone(&ends));
        games.tell_ends(move |game| {
            let outcome = game.outcome().expect("an end");
            let mut ends = ends.lock().expect("no panic");
            ends.push((game.id(), outcome.termination));
        });
        games
    };
    let early = telling(FALL - Duration::MILLISECOND).await;
    let late = telling(FALL + GRACE).await;
    let other = telling(FALL + GRACE).await;
    let mut expected = Vec::new();

    // By a change, and by a watcher.
    let found = begun(&**early.store()).await;
    let white = found.credentials(Side::White);
    let played = late.play(call(found.id), "d2", &white, &encode).await;
    assert!(matches!(played, Err(GameError::GameOver)), "{played:?}");
    let watched = begun(&**early.store()).await;
    let nobody = Credentials::default();
    let watching = [
        late.watch(watched.id, None, &nobody).await,
        other.watch(watched.id, None, &nobody).await,
    ];
    assert!(watching.iter().all(Result::is_ok));
    // By sweepers.
    let swept = begun(&**early.store()).await;
    let (one, two) = tokio::join!(late.sweep(), other.sweep());
    assert_eq!(one.expect("an answer") + two.expect("an answer"), 1);
    expected.extend([found.id, watched.id, swept.id].map(|id| (id, Termination::Timeout)));
    // By a player; a rematch and a new token are no end.
    let resigned = begun(&**early.store()).await;
    let white = resigned.credentials(Side::White);
    done(early.resign(call(resigned.id), &white, &encode).await);
    done(
        early
            .offer_rematch(call(resigned.id), &white, &encode)
            .await,
    );
    expected.push((resigned.id, Termination::Resignation));
    // By a record, and by a position that stands at its end.
    let created = |reply| done::<crate::Created>(reply).game.id();
    for (record, termination) in [
        (
            "[Variant \"three\"]\n1. b2 a3 2. b1 c1 3. b3 1-0",
            Termination::Mill,
        ),
        (
            "[Result \"0-1\"]\n[Termination \"resignation\"]\n1. d6 f4 0-1",
            Termination::Resignation,
        ),
    ] {
        let import = ImportGame {
            record: Record::parse(record).expect("a record"),
            seat: SeatChoice::None,
            visibility: Visibility::Public,
            application: None,
            request: None,
        };
        let id = created(early.import(import, &encode_created).await);
        expected.push((id, termination));
    }
    assert_eq!(*ends.lock().expect("no panic"), expected);
}
