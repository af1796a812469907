//! The moments around a deadline: what was decided in time counts, and no look is proved wrong.

use std::sync::Arc;

use moelle_rules::Side;
use time::Duration;

use super::Replicas;
use super::flags::{FALL, assert_fallen, at, begun};
use super::slow::Slow;
use super::table::{
    Standing, after, assert_history, assert_same, call, encode, store_new, unstored,
};
use crate::{
    CLOCK_SKEW_MAX, Commit, Committed, Credentials, GameError, GameStatus, Games, Reply, Revision,
    STORED_WITHIN, SystemIds,
};

/// A turn that was decided just before the deadline may be stored a moment after it. A look never shows
/// a fall that such a turn overtakes, though its clock is ahead as far as it may be.
pub async fn a_turn_in_time_is_overtaken_by_no_look(replicas: &dyn Replicas) {
    let stored_by = STORED_WITHIN + CLOCK_SKEW_MAX;
    for (decided, shown) in [
        (Duration::MILLISECOND, Duration::ZERO),
        (Duration::MILLISECOND, stored_by),
        (CLOCK_SKEW_MAX, stored_by),
    ] {
        let plays = at(replicas, FALL - decided).await;
        let looks = at(replicas, FALL + shown).await;
        let game = begun(&**plays.store()).await;
        let seen = looks.get(game.id, &Credentials::default()).await;
        assert_eq!(
            seen.expect("a public game").status(),
            GameStatus::Running,
            "{shown}"
        );
        assert_eq!(
            looks.sweep().await.expect("the store answers"),
            0,
            "{shown}"
        );
        let white = game.credentials(Side::White);
        let played = plays.play(call(game.id), "d2", &white, &encode).await;
        assert!(matches!(played, Ok(Reply::Done(_))), "{played:?}");
        let seen = looks.get(game.id, &Credentials::default()).await;
        let seen = seen.expect("a public game");
        assert_eq!(
            (seen.status(), seen.revision()),
            (GameStatus::Running, Revision::from_number(4))
        );
    }
}

/// What was decided before the deadline and comes to the store when looks may show the fall is not
/// stored: it is decided anew, and the game is over.
pub async fn a_turn_that_is_stored_too_late_is_none(replicas: &dyn Replicas) {
    let clock = Arc::<Standing>::default();
    let late_by = STORED_WITHIN + Duration::seconds(1);
    let slow = Slow::new(replicas.replica().await, Arc::clone(&clock), late_by);
    let games = Games::new(Arc::new(slow), clock.clone(), Arc::new(SystemIds));
    for is_late in [false, true] {
        let early_by = if is_late {
            Duration::MILLISECOND
        } else {
            2 * Duration::SECOND
        };
        clock.put(FALL - early_by);
        let game = begun(&**games.store()).await;
        let white = game.credentials(Side::White);
        let played = games.play(call(game.id), "d2", &white, &encode).await;
        if is_late {
            assert!(matches!(played, Err(GameError::GameOver)), "{played:?}");
            assert_fallen(&games, &game).await;
        } else {
            assert!(matches!(played, Ok(Reply::Done(_))), "{played:?}");
        }
    }
}

/// A change that says by when it must be stored is stored by then or not at all.
pub async fn a_change_is_stored_by_its_time_or_not_at_all(replicas: &dyn Replicas) {
    let store = replicas.replica().await;
    let (game, created) = unstored();
    store_new(&*store, &game, &[created], None).await;
    let loaded = store.load(game.id(), None).await;
    let read_at = loaded.expect("the store answers").expect("a game").at;
    let (changed, event) = after(&game, "d6");
    let commit = async |not_after| {
        let commit = Commit {
            game: &changed,
            event: &event,
            receipt: None,
            not_after: Some(not_after),
        };
        store.commit(commit).await.expect("the store answers")
    };
    let second = Duration::SECOND;
    assert_eq!(commit(read_at - second).await, Committed::LostRace);
    assert_same(&assert_history(&*store, game.id()).await, &game);
    assert_eq!(commit(read_at + 600 * second).await, Committed::Yes);
    assert_same(&assert_history(&*store, game.id()).await, &changed);
}
