//! Clocks, and the fall of flags.

use moelle_games::{Ids, Pace, StoredGame, SystemIds};
use moelle_rules::{GameResult, Side, Termination};
use time::Duration;

use crate::played::{Played, START, at};

#[test]
fn a_flag_falls_once_at_its_deadline_whoever_finds_it() {
    let pace = Pace::Game {
        total_ms: 60_000,
        increment_ms: 0,
        delay_ms: 0,
    };
    let mut played = Played::new(Some(pace));
    played.play(&["a1", "g7"]);
    let deadline = played.game.deadline().expect("the clock runs");
    assert_eq!(deadline, at(62));
    assert!(played.game.fallen(at(61)).is_none());
    let (early, _) = played.game.fallen(at(62)).expect("over");
    let (late, event) = played.game.fallen(at(9_999)).expect("over");
    assert_eq!(StoredGame::from(&early), StoredGame::from(&late));
    assert_eq!(event.at, deadline);
    let outcome = late.outcome().expect("an end");
    assert_eq!(
        (outcome.result, outcome.termination),
        (GameResult::BlackWins, Termination::Timeout)
    );
    assert_eq!(late.deadline(), None);
    assert_eq!(
        late.clock().expect("a clock").left()[Side::White],
        Duration::ZERO
    );
}

#[test]
fn a_first_turn_that_is_not_made_in_time_aborts_the_game() {
    let played = Played::new(Some(Pace::Turn { days: 1 }));
    let (aborted, _) = played.game.fallen(at(86_400)).expect("over");
    let outcome = aborted.outcome().expect("an end");
    assert_eq!(
        (outcome.result, outcome.termination),
        (GameResult::NoResult, Termination::Aborted)
    );
}

#[test]
fn a_takeback_restores_the_clocks_of_its_revision() {
    let pace = Pace::Game {
        total_ms: 60_000,
        increment_ms: 0,
        delay_ms: 0,
    };
    let mut played = Played::new(Some(pace));
    played.play(&["a1", "g7", "d1"]);
    let before = played.game.clock().expect("a clock").left();
    played.now = at(40);
    played.play(&["g4", "d7"]);
    assert_ne!(played.game.clock().expect("a clock").left(), before);
    played.take_back(Side::Black);
    let clock = played.game.clock().expect("a clock");
    assert_eq!((clock.left(), clock.since()), (before, Some(played.now)));
}

#[test]
fn the_clocks_stand_still_after_the_end() {
    let pace = Pace::Game {
        total_ms: 60_000,
        increment_ms: 0,
        delay_ms: 0,
    };
    let mut played = Played::new(Some(pace));
    played.play(&["a1", "g7"]);
    played.take(played.game.resign(Side::Black, at(12)));
    let clock = played.game.clock().expect("a clock");
    assert_eq!(
        (clock.since(), clock.left()[Side::White]),
        (None, Duration::seconds(50))
    );
    assert!(played.game.fallen(at(9_999)).is_none());
}

#[test]
fn the_clocks_of_a_rematch_wait_for_its_first_turn() {
    let pace = Pace::Game {
        total_ms: 60_000,
        increment_ms: 0,
        delay_ms: 0,
    };
    let mut played = Played::new(Some(pace));
    played.take(played.game.resign(Side::White, START));
    for side in [Side::White, Side::Black] {
        let id = SystemIds.game_id(START);
        played.take(played.game.want_rematch(side, id, START));
        let Some((game, event)) = played.game.next_game(START) else {
            continue;
        };
        assert_eq!((game.deadline(), event.deadline), (None, None));
        let (game, _) = game.play(Side::White, "a1", at(9_999)).expect("legal");
        assert_eq!(game.deadline(), Some(at(9_999 + 120)));
        return;
    }
    panic!("both want it");
}
