//! A change is stored as a whole over the revision that it was decided on, or not at all.

use std::sync::Arc;
use std::time::Instant;

use moelle_rules::{Side, Termination};

use super::Replicas;
use super::table::{
    after, assert_history, assert_same, call, commit, encode, events, games, load, play, receipt,
    seated, store_new, unstored,
};
use crate::{Committed, Creation, GameError, Reply, Store};

/// Rounds of a race.
const ROUNDS: usize = 200;
/// Requests that are dropped.
const DROPPED: u32 = 300;
/// Turns that are played first, to know how long one takes.
const WARM_UP: u32 = 20;

async fn stored_game(store: &dyn Store) -> crate::Game {
    let (game, event) = unstored();
    let creation = store_new(store, &game, &[event], None).await;
    assert_eq!(creation, Creation::Created);
    game
}

/// Of two changes of one revision the second finds it gone, with all that came with it.
pub async fn a_change_at_a_stale_revision_stores_nothing(replicas: &dyn Replicas) {
    let (one, other) = (replicas.replica().await, replicas.replica().await);
    let game = stored_game(&*one).await;
    let (first, second) = (after(&game, "d6"), after(&game, "a7"));
    let given = receipt(b"first", first.1.at);
    let lost = receipt(b"second", second.1.at);
    for (store, (game, event), receipt, expected) in [
        (&one, &first, &given, Committed::Yes),
        (&other, &second, &lost, Committed::LostRace),
        (&one, &second, &lost, Committed::LostRace),
        (&other, &first, &lost, Committed::LostRace),
    ] {
        let committed = commit(&**store, game, event, Some(receipt)).await;
        assert_eq!(committed, expected);
    }
    assert_same(&load(&*other, game.id()).await, &first.0);
    assert_eq!(events(&*other, &game).await.last(), Some(&first.1));
    assert_history(&*other, game.id()).await;
    let loaded = other.load(game.id(), Some(&lost.request)).await;
    let loaded = loaded.expect("the store answers").expect("the game");
    assert_eq!(loaded.receipt, None);
}

/// A game that was never created cannot be changed into being.
pub async fn a_change_of_a_game_that_is_not_there_stores_nothing(replicas: &dyn Replicas) {
    let store = replicas.replica().await;
    let (game, _) = unstored();
    let (game, event) = after(&game, "d6");
    let receipt = receipt(b"answer", event.at);
    let committed = commit(&*store, &game, &event, Some(&receipt)).await;
    assert_eq!(committed, Committed::LostRace);
    let loaded = store.load(game.id(), Some(&receipt.request)).await;
    assert!(loaded.expect("the store answers").is_none());
    assert_eq!(events(&*store, &game).await, []);
}

/// Both players resign and one plays, all at once, on two replicas: a game ends once and for good.
pub async fn resigning_while_turns_are_played_ends_a_game_once(replicas: &dyn Replicas) {
    let (one, other) = (games(replicas).await, games(replicas).await);
    for round in 0..ROUNDS {
        let game = seated(&one).await;
        let white = game.credentials(Side::White);
        let black = game.credentials(Side::Black);
        let (played, by_white, by_black) = tokio::join!(
            one.play(call(game.id), "d6", &white, &encode),
            one.resign(call(game.id), &white, &encode),
            other.resign(call(game.id), &black, &encode),
        );
        assert!(
            matches!(played, Ok(Reply::Done(_)) | Err(GameError::GameOver)),
            "round {round}: {played:?}"
        );
        match (&by_white, &by_black) {
            (Ok(Reply::Done(_)), Err(GameError::GameOver))
            | (Err(GameError::GameOver), Ok(Reply::Done(_))) => {}
            other => panic!("round {round}: {other:?}"),
        }
        let after = assert_history(&**other.store(), game.id).await;
        let outcome = after.outcome().expect("an end");
        assert_eq!(outcome.termination, Termination::Resignation);
    }
}

/// Requests are dropped at any moment: each has then happened as a whole or not at all, and the
/// store works on.
pub async fn a_dropped_request_leaves_no_half_change(replicas: &dyn Replicas) {
    let (games, other) = (games(replicas).await, games(replicas).await);
    let start = Instant::now();
    for _ in 0..WARM_UP {
        let game = seated(&games).await;
        play(&games, &game, Side::White, "d6").await;
    }
    // A creation and a turn take about twice as long as the turn that a request is dropped in.
    let stay_max = start.elapsed() / WARM_UP;
    let mut acknowledged = 0;
    for round in 0..DROPPED {
        let game = seated(&games).await;
        let replica = Arc::clone(&games);
        let credentials = game.credentials(Side::White);
        let id = game.id;
        let request = tokio::spawn(async move {
            let played = replica.play(call(id), "d6", &credentials, &encode).await;
            matches!(played, Ok(Reply::Done(_)))
        });
        tokio::time::sleep(stay_max * (round * 37 % 100) / 100).await;
        request.abort();
        let was_acknowledged = request.await.unwrap_or(false);
        acknowledged += usize::from(was_acknowledged);
        // Settled: who is to act plays on, whether the turn was stored or not.
        let before = load(&**other.store(), game.id).await;
        if before.position().side() == Side::White {
            assert!(
                !was_acknowledged,
                "round {round}: an acknowledged turn is gone"
            );
        }
        let resigned = other
            .resign(call(game.id), &game.credentials(Side::Black), &encode)
            .await;
        assert!(matches!(resigned, Ok(Reply::Done(_))), "{resigned:?}");
        assert_history(&**other.store(), game.id).await;
    }
    assert!(acknowledged > 0, "every request was dropped too early");
    let game = seated(&games).await;
    play(&games, &game, Side::White, "d6").await;
    assert_history(&**other.store(), game.id).await;
}
