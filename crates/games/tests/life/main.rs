//! The life of a game beside the board: offers, takebacks, rematches, time and seats.

mod clocks;
mod played;
mod seats;

use moelle_games::{
    Change, Game, GameError, GameId, GameStatus, History, Ids, NewGame, SystemIds, Visibility,
};
use moelle_rules::{BySide, GameResult, Position, Side, Termination, Variant};

use crate::played::{Played, START, secret};

#[test]
fn a_draw_is_offered_declined_offered_again_and_agreed() {
    let mut played = Played::new(None);
    let (white, black) = (Side::White, Side::Black);
    assert!(matches!(
        played.game.answer_draw(black, true, START),
        Err(GameError::NothingToAnswer)
    ));
    played.take(played.game.offer_draw(white, START));
    assert!(matches!(
        played.game.offer_draw(white, START),
        Err(GameError::AlreadyOffered)
    ));
    assert!(matches!(
        played.game.answer_draw(white, true, START),
        Err(GameError::NothingToAnswer)
    ));
    played.take(played.game.answer_draw(black, false, START));
    assert_eq!(played.game.draw_offer(), None);
    played.take(played.game.offer_draw(black, START));
    played.take(played.game.offer_draw(white, START));
    let outcome = played.game.outcome().expect("an end");
    assert_eq!(
        (outcome.result, outcome.termination),
        (GameResult::Draw, Termination::Agreement)
    );
}

#[test]
fn an_offer_lapses_when_the_opponent_plays_and_not_when_its_maker_does() {
    let mut played = Played::new(None);
    played.take(played.game.offer_draw(Side::White, START));
    played.play(&["a1"]);
    assert_eq!(played.game.draw_offer(), Some(Side::White));
    played.play(&["g7"]);
    assert_eq!(played.game.draw_offer(), None);
}

#[test]
fn a_takeback_goes_to_before_the_requesters_last_turn() {
    let mut played = Played::new(None);
    assert_eq!(played.history.before_last_turn_of(Side::White), None);
    played.play(&["a1", "g7", "d1", "g4"]);
    let before: Vec<String> = ["a1 g7", "a1"].map(str::to_owned).to_vec();
    played.take_back(Side::White);
    assert_eq!(
        played.game.position().to_string(),
        "2b/3/3/6/3/3/w2 w 8,8 0 0 2",
        "{before:?}"
    );
    assert_eq!(
        played.game.last_turn().map(ToString::to_string).as_deref(),
        Some("g7")
    );
    played.take_back(Side::Black);
    assert_eq!(
        played.game.position().to_string(),
        "3/3/3/6/3/3/w2 b 8,9 0 0 1"
    );
    assert_eq!(
        played.game.has_begun(),
        BySide {
            white: true,
            black: false
        }
    );
    played.play(&["a4"]);
    assert_eq!(played.history.turns().len(), 2);
}

#[test]
fn a_takeback_undoes_a_turn_that_was_sent_in_parts() {
    let mut played = Played::new(None);
    played.play(&["a1", "g7", "d1", "g4", "g1"]);
    assert_eq!(played.game.position().owed(), 1);
    let before = "2b/3/3/5b/3/3/ww1 w 7,7 0 0 4";
    played.take_back(Side::White);
    assert_eq!(played.game.position().to_string(), before);
    played.play(&["g1", "xg7"]);
    played.take_back(Side::White);
    assert_eq!(played.game.position().to_string(), before);
}

#[test]
fn positions_that_were_taken_back_do_not_count_as_having_occurred() {
    let variant = Variant::find("nine").expect("nine is offered");
    let start = Position::parse(variant.rules(), "www/bb1/3/w4b/3/b2/b2 w 0,0 0 0 30");
    let mut played = Played::new(None);
    let (game, event) = Game::create(NewGame {
        id: SystemIds.game_id(START),
        application: None,
        variant: Some(variant),
        start: start.expect("a position"),
        visibility: Visibility::Unlisted,
        owner: secret(1).hash(),
        seats: played.game.seats().clone(),
        time_control: None,
        now: START,
    });
    played.game = game;
    played.history = History::default();
    played.history.push(&event);
    played.play(&["a4-b4", "g4-f4", "b4-a4", "f4-g4"]);
    assert_eq!(played.game.occurrences(), Some(2));
    played.take_back(Side::Black);
    played.play(&["f4-g4"]);
    assert_eq!(played.game.occurrences(), Some(2));
    played.play(&["a4-b4", "g4-f4", "b4-a4", "f4-g4"]);
    assert_eq!(
        played.game.outcome().map(|end| end.termination),
        Some(Termination::Repetition)
    );
}

#[test]
fn a_takeback_that_is_declined_or_lapses_changes_nothing_on_the_board() {
    let mut played = Played::new(None);
    played.play(&["a1", "g7"]);
    let position = *played.game.position();
    let to = played
        .history
        .before_last_turn_of(Side::White)
        .expect("a turn");
    played.take(played.game.request_takeback(Side::White, to, START));
    assert!(matches!(
        played.game.takeback_for(Side::White),
        Err(GameError::NothingToAnswer)
    ));
    played.take(played.game.answer_takeback(Side::Black, None, START));
    assert_eq!(
        (*played.game.position(), played.game.takeback()),
        (position, None)
    );
    played.take(played.game.request_takeback(Side::White, to, START));
    played.play(&["d1"]);
    assert!(matches!(
        played.game.takeback_for(Side::Black),
        Err(GameError::NothingToAnswer)
    ));
}

#[test]
fn a_game_is_aborted_before_both_have_begun_and_not_after() {
    let mut played = Played::new(None);
    played.play(&["a1"]);
    let (aborted, _) = played.game.abort(Side::Black, START).expect("allowed");
    let outcome = aborted.outcome().expect("an end");
    assert_eq!(
        (outcome.result, outcome.termination),
        (GameResult::NoResult, Termination::Aborted)
    );
    played.play(&["g7"]);
    assert!(matches!(
        played.game.abort(Side::White, START),
        Err(GameError::TooLateToAbort)
    ));
}

#[test]
fn a_rematch_is_one_new_game_with_the_colours_swapped() {
    let mut played = Played::new(None);
    let id = |byte: u8| GameId::from_uuid(uuid::Uuid::from_bytes([byte; 16]));
    assert!(matches!(
        played.game.want_rematch(Side::White, id(1), START),
        Err(GameError::GameNotOver)
    ));
    played.take(played.game.resign(Side::White, START));
    played.take(played.game.want_rematch(Side::White, id(1), START));
    assert!(
        played.game.next_game(START).is_none(),
        "one alone makes no rematch"
    );
    assert!(matches!(
        played.game.want_rematch(Side::White, id(2), START),
        Err(GameError::AlreadyOffered)
    ));
    let agreed = played.game.want_rematch(Side::Black, id(3), START);
    let (agreed, event) = agreed.expect("over");
    let new = agreed.next_game(START).expect("both want it");
    assert_eq!((new.0.id(), new.0.status()), (id(1), GameStatus::Running));
    assert_eq!(new.0.seat_of(&secret(2).hash()), Some(Side::Black));
    assert_eq!(new.0.seat_of(&secret(3).hash()), Some(Side::White));
    assert_eq!(
        event.change,
        Change::RematchWanted {
            side: Side::Black,
            game: Some(id(1))
        }
    );
}

#[test]
fn a_takeback_in_a_game_that_starts_inside_a_turn_goes_to_its_start() {
    let variant = Variant::find("nine").expect("nine is offered");
    let start = Position::parse(variant.rules(), "www/3/3/6/3/3/b2 w 6,8 1 0 5");
    let mut played = Played::new(None);
    let (game, event) = Game::create(NewGame {
        id: SystemIds.game_id(START),
        application: None,
        variant: Some(variant),
        start: start.expect("a position"),
        visibility: Visibility::Unlisted,
        owner: secret(1).hash(),
        seats: played.game.seats().clone(),
        time_control: None,
        now: START,
    });
    played.game = game;
    played.history = History::default();
    played.history.push(&event);
    played.play(&["xa1", "g1"]);
    played.take_back(Side::White);
    assert_eq!(played.game.position(), played.game.start());
}
