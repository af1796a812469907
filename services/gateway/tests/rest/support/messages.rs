//! Messages as a game service sends them.

use moelle_proto::v1;
use prost_types::Timestamp;

/// The id of every game here.
pub(crate) const ID: &str = "1BqkzVJm2xXQnS7TjGzR9a";
/// The id of another game.
pub(crate) const OTHER_ID: &str = "1BqkzVJm2xXQnS7TjGzR9b";
/// The position of every state here.
pub(crate) const START: &str = "3/3/3/6/3/3/3 w 9,9 0 0 0";
/// The digest of every rule set here.
pub(crate) const DIGEST: &str = "4247136de339c1170a811de5ba4acea5fc73736c08a34ee90293ec116e316bc8";

pub(crate) fn mill(points: [&str; 3]) -> v1::Mill {
    v1::Mill {
        points: points.map(str::to_owned).to_vec(),
    }
}

pub(crate) fn identity() -> v1::RuleSetIdentity {
    v1::RuleSetIdentity {
        variant: "nine".to_owned(),
        digest: DIGEST.to_owned(),
    }
}

pub(crate) fn state() -> v1::PositionState {
    let flying = |reason: v1::FlyingReason| v1::Flying {
        flies: false,
        reason: reason.into(),
    };
    v1::PositionState {
        position: START.to_owned(),
        side: v1::Side::White.into(),
        phase: v1::Phase::Placing.into(),
        mills: Some(v1::Mills {
            white: vec![mill(["a7", "d7", "g7"])],
            black: vec![],
        }),
        occurrences_max: 3,
        quiet_plies_max: 100,
        flying: Some(v1::FlyingBySide {
            white: Some(flying(v1::FlyingReason::MenInHand)),
            black: Some(flying(v1::FlyingReason::TooManyMen)),
        }),
        ..v1::PositionState::default()
    }
}

pub(crate) fn outcome() -> v1::Outcome {
    v1::Outcome {
        result: v1::GameResult::WhiteWins.into(),
        termination: v1::Termination::TooFewMen.into(),
        message: "Black has too few men.".to_owned(),
    }
}

pub(crate) fn rules() -> v1::RuleSet {
    v1::RuleSet {
        board: Some(v1::Board::Square24.into()),
        men: Some(9),
        mill: Some(v1::MillRule::Capture.into()),
        capture_while_placing: Some(true),
        removable: Some(v1::Removable::OutsideMillsFirst.into()),
        removals_per_turn: Some(v1::RemovalsPerTurn::One.into()),
        move_while_placing: Some(false),
        movement: Some(v1::Movement::Adjacent.into()),
        fly_at: Some(3),
        min_men: Some(3),
        blocked: Some(v1::BlockedRule::Loses.into()),
        board_full: Some(v1::BoardFullRule::Draw.into()),
        repetition: Some(3),
        quiet_plies: Some(100),
    }
}

pub(crate) fn geometry() -> v1::BoardGeometry {
    v1::BoardGeometry {
        board: v1::Board::Square24.into(),
        width: 7,
        points: vec![v1::BoardPoint {
            name: "a7".to_owned(),
            x: 0,
            y: 6,
        }],
        lines: vec![mill(["a7", "d7", "g7"])],
        links: vec![v1::Link {
            points: vec!["a7".to_owned(), "b6".to_owned()],
        }],
        name: "Three squares".to_owned(),
    }
}

pub(crate) fn variant() -> v1::Variant {
    v1::Variant {
        id: "nine".to_owned(),
        name: "Nine men's morris".to_owned(),
        rules: Some(rules()),
        digest: DIGEST.to_owned(),
        geometry: Some(geometry()),
        options: vec![
            v1::OfferedOption {
                field: "fly_at".to_owned(),
                values: vec!["3".to_owned(), "0".to_owned()],
                name: "Flying".to_owned(),
                ..v1::OfferedOption::default()
            },
            v1::OfferedOption {
                field: "quiet_plies".to_owned(),
                min: 10,
                max: 1000,
                name: "Quiet plies".to_owned(),
                ..v1::OfferedOption::default()
            },
        ],
        rules_in_words: vec![v1::RuleSentence {
            topic: "men".to_owned(),
            text: "Each side has nine men.".to_owned(),
        }],
        history: "Old.".to_owned(),
        start: START.to_owned(),
    }
}

pub(crate) fn game(revision: u64) -> v1::Game {
    let seat = |name: &str, taken| {
        Some(v1::Seat {
            name: name.to_owned(),
            taken,
            invitation_expires_at: None,
        })
    };
    let at = Some(Timestamp {
        seconds: 1_772_366_400,
        nanos: 0,
    });
    v1::Game {
        id: ID.to_owned(),
        revision,
        identity: Some(identity()),
        rules: Some(rules()),
        status: v1::GameStatus::Running.into(),
        state: Some(state()),
        start: START.to_owned(),
        seats: Some(v1::Seats {
            white: seat("Ada", true),
            black: seat("", false),
        }),
        visibility: v1::Visibility::Unlisted.into(),
        created_at: at,
        updated_at: at,
        last_turn: String::new(),
        clock: None,
        offers: None,
        spectators: None,
    }
}

/// A time of the day at which everything here happens, seconds and milliseconds after noon.
pub(crate) fn after_noon(seconds: i64, millis: i32) -> Timestamp {
    Timestamp {
        seconds: 1_772_366_400 + seconds,
        nanos: millis * 1_000_000,
    }
}

/// Clocks of five minutes each, white's running.
pub(crate) fn clock() -> v1::ClockState {
    v1::ClockState {
        control: Some(v1::TimeControl {
            pace: Some(v1::time_control::Pace::Total(v1::TotalTime {
                total_ms: 300_000,
                increment_ms: 3_000,
                delay_ms: 0,
            })),
            first_turn_ms: 120_000,
        }),
        white_ms: 295_000,
        black_ms: 300_000,
        deadline: Some(after_noon(295, 0)),
        server_time: Some(after_noon(0, 500)),
    }
}

/// A game in which everything is there that may be absent.
pub(crate) fn full_game(revision: u64) -> v1::Game {
    let mut game = game(revision);
    if let Some(black) = game.seats.as_mut().and_then(|seats| seats.black.as_mut()) {
        black.invitation_expires_at = Some(after_noon(3600, 0));
    }
    game.clock = Some(clock());
    game.offers = Some(v1::Offers {
        draw: v1::Side::Black.into(),
        takeback: v1::Side::White.into(),
        rematch: v1::Side::Black.into(),
        rematch_game_id: OTHER_ID.to_owned(),
    });
    game.spectators = Some(3);
    game
}

pub(crate) fn finished_game(revision: u64) -> v1::Game {
    let mut game = game(revision);
    game.status = v1::GameStatus::Finished.into();
    game.state = Some(v1::PositionState {
        outcome: Some(outcome()),
        ..state()
    });
    game
}

pub(crate) fn event(revision: u64, change: v1::game_event::Change) -> v1::GameEvent {
    v1::GameEvent {
        revision,
        at: Some(Timestamp {
            seconds: 1_772_366_400,
            nanos: 0,
        }),
        state: Some(state()),
        change: Some(change),
        clock: None,
    }
}

pub(crate) fn played(revision: u64) -> v1::GameEvent {
    event(
        revision,
        v1::game_event::Change::TurnPlayed(v1::TurnPlayed {
            side: v1::Side::White.into(),
            turn: "d6".to_owned(),
            closed_mills: vec![],
        }),
    )
}
