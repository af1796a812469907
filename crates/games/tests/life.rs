//! The life of a game beside the board: offers, takebacks, rematches, time and seats.

use moelle_games::{
    Change, Event, Game, GameError, GameId, GameStatus, History, Ids, NewGame, Pace, Seat, Secret,
    StoredEvent, StoredGame, SystemIds, TimeControl, Visibility,
};
use moelle_rules::{BySide, GameResult, Position, Side, Termination, Variant};
use time::{Duration, OffsetDateTime};

const START: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;

fn at(seconds: i64) -> OffsetDateTime {
    START + Duration::seconds(seconds)
}

fn secret(byte: u8) -> Secret {
    Secret::from_bytes([byte; 32])
}

/// A game of nine between two who sit, followed event by event.
struct Played {
    game: Game,
    history: History,
    now: OffsetDateTime,
}

impl Played {
    fn new(control: Option<Pace>) -> Self {
        let variant = Variant::find("nine").expect("nine is offered");
        let (game, event) = Game::create(NewGame {
            id: SystemIds.game_id(START),
            variant: Some(variant),
            start: Position::start(variant.rules(), Side::White),
            visibility: Visibility::Unlisted,
            owner: secret(1).hash(),
            seats: BySide {
                white: Seat::taken(None, secret(2).hash(), None),
                black: Seat::taken(None, secret(3).hash(), None),
            },
            time_control: control.map(|pace| TimeControl::agree(pace, None).expect("in range")),
            now: START,
        });
        let mut history = History::default();
        history.push(&event);
        Self {
            game,
            history,
            now: START,
        }
    }

    fn take(&mut self, changed: Result<(Game, Event), GameError>) {
        let (game, event) = changed.expect("allowed");
        assert_eq!(event.revision.number(), self.game.revision().number() + 1);
        let row = StoredEvent::from(&event);
        assert_eq!(row.into_event(&game).expect("a row"), event);
        let mut row = StoredGame::from(&game);
        let earlier = self.history.at(event.revision);
        row.position_keys = earlier
            .into_iter()
            .flat_map(|earlier| earlier.position_keys)
            .map(|key| key.to_u64().cast_signed())
            .collect();
        assert_eq!(
            StoredGame::from(&Game::try_from(row.clone()).expect("a row")),
            StoredGame {
                position_keys: Vec::new(),
                ..row
            }
        );
        self.history.push(&event);
        self.game = game;
    }

    fn play(&mut self, turns: &[&str]) {
        for turn in turns {
            self.now += Duration::seconds(1);
            let side = self.game.position().side();
            self.take(self.game.play(side, turn, self.now));
        }
    }

    fn take_back(&mut self, side: Side) {
        let to = self.history.before_last_turn_of(side).expect("a turn");
        self.take(self.game.request_takeback(side, to, self.now));
        let wish = self.game.takeback_for(!side).expect("a wish");
        let earlier = self.history.at(wish.to);
        self.take(self.game.answer_takeback(!side, earlier, self.now));
    }
}

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
    let step = played
        .game
        .want_rematch(Side::White, id(1), START)
        .expect("over");
    assert!(step.new.is_none(), "one alone makes no rematch");
    played.take(Ok((step.game, step.event)));
    assert!(matches!(
        played.game.want_rematch(Side::White, id(2), START),
        Err(GameError::AlreadyOffered)
    ));
    let step = played
        .game
        .want_rematch(Side::Black, id(3), START)
        .expect("over");
    let new = step.new.expect("both want it");
    assert_eq!((new.0.id(), new.0.status()), (id(1), GameStatus::Running));
    assert_eq!(new.0.seat_of(&secret(2).hash()), Some(Side::Black));
    assert_eq!(new.0.seat_of(&secret(3).hash()), Some(Side::White));
    assert_eq!(
        step.event.change,
        Change::RematchWanted {
            side: Side::Black,
            game: Some(id(1))
        }
    );
}

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
fn a_lost_seat_gets_another_token_and_an_open_one_another_invitation() {
    let mut played = Played::new(None);
    played.take(played.game.reissue(Side::White, secret(9).hash(), START));
    assert_eq!(played.game.seat_of(&secret(2).hash()), None);
    assert_eq!(played.game.seat_of(&secret(9).hash()), Some(Side::White));
    let taken = played
        .game
        .invite(Side::White, secret(8).hash(), at(1), START);
    assert!(matches!(taken, Err(GameError::SeatTaken)));
}

#[test]
fn an_invitation_is_revoked_made_anew_and_expires() {
    let mut played = Played::new(None);
    let variant = Variant::find("nine").expect("nine is offered");
    let (game, event) = Game::create(NewGame {
        id: SystemIds.game_id(START),
        variant: Some(variant),
        start: Position::start(variant.rules(), Side::White),
        visibility: Visibility::Unlisted,
        owner: secret(1).hash(),
        seats: BySide {
            white: Seat::taken(None, secret(2).hash(), None),
            black: Seat::open(None, secret(3).hash(), Some(at(50))),
        },
        time_control: None,
        now: START,
    });
    played.game = game;
    played.history = History::default();
    played.history.push(&event);
    let join =
        |game: &Game, byte: u8, now| game.join(&secret(byte).hash(), secret(4).hash(), None, now);
    assert!(matches!(
        join(&played.game, 3, at(50)),
        Err(GameError::InvitationExpired)
    ));
    played.take(played.game.revoke_invitation(Side::Black, START));
    assert!(matches!(
        join(&played.game, 3, START),
        Err(GameError::InvitationUnknown)
    ));
    let again = played.game.revoke_invitation(Side::Black, START);
    assert!(matches!(again, Err(GameError::NothingToRevoke)));
    played.take(
        played
            .game
            .invite(Side::Black, secret(5).hash(), at(50), START),
    );
    let (game, side, _) = join(&played.game, 5, at(49)).expect("open");
    assert_eq!((side, game.status()), (Side::Black, GameStatus::Running));
}

#[test]
fn a_takeback_in_a_game_that_starts_inside_a_turn_goes_to_its_start() {
    let variant = Variant::find("nine").expect("nine is offered");
    let start = Position::parse(variant.rules(), "www/3/3/6/3/3/b2 w 6,8 1 0 5");
    let mut played = Played::new(None);
    let (game, event) = Game::create(NewGame {
        id: SystemIds.game_id(START),
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
        let step = played.game.want_rematch(side, id, START).expect("over");
        played.take(Ok((step.game, step.event)));
        let Some((game, event)) = step.new.map(|new| *new) else {
            continue;
        };
        assert_eq!((game.deadline(), event.deadline), (None, None));
        let (game, _) = game.play(Side::White, "a1", at(9_999)).expect("legal");
        assert_eq!(game.deadline(), Some(at(9_999 + 120)));
        return;
    }
    panic!("both want it");
}
