//! Stored games and their events, as everybody who may see them sees them.

use moelle_games::{Change, Event, Game, GameStatus, PlayerName, Seat, Visibility};
use moelle_words::Language;
use prost_types::Timestamp;
use time::OffsetDateTime;

use crate::v1;
use crate::v1::game_event;
use crate::wire::identity::identity;
use crate::wire::position::{Standing, state};
use crate::wire::turn::mills;

/// A game, in a language. It holds no secret.
#[must_use]
pub fn game(game: &Game, language: Language) -> v1::Game {
    let standing = Standing {
        position: game.position(),
        outcome: game.outcome(),
        occurrences: game.occurrences(),
    };
    v1::Game {
        id: game.id().to_string(),
        revision: game.revision().number(),
        identity: Some(identity(game.variant(), &game.rules())),
        rules: Some(v1::RuleSet::from(&game.rules())),
        status: v1::GameStatus::from(game.status()).into(),
        state: Some(state(standing, language)),
        start: game.start().to_string(),
        seats: Some(v1::Seats {
            white: Some(seat(&game.seats().white)),
            black: Some(seat(&game.seats().black)),
        }),
        visibility: v1::Visibility::from(game.visibility()).into(),
        created_at: Some(timestamp(game.created_at())),
        updated_at: Some(timestamp(game.updated_at())),
        last_turn: game
            .last_turn()
            .map(ToString::to_string)
            .unwrap_or_default(),
    }
}

/// An event of a game, in a language.
#[must_use]
pub fn event(event: &Event, language: Language) -> v1::GameEvent {
    let standing = Standing {
        position: &event.position,
        outcome: event.outcome,
        occurrences: event.occurrences,
    };
    let change = match &event.change {
        Change::Created => game_event::Change::Created(v1::GameCreated {}),
        Change::SeatTaken { side, name } => game_event::Change::SeatTaken(v1::SeatTaken {
            side: v1::Side::from(*side).into(),
            name: written(name.as_ref()),
        }),
        Change::TurnPlayed { side, turn } => game_event::Change::TurnPlayed(v1::TurnPlayed {
            side: v1::Side::from(*side).into(),
            turn: turn.to_string(),
            closed_mills: mills(event.closed_mills()),
        }),
        Change::Resigned { side } => game_event::Change::Resigned(v1::GameResigned {
            side: v1::Side::from(*side).into(),
        }),
    };
    v1::GameEvent {
        revision: event.revision.number(),
        at: Some(timestamp(event.at)),
        state: Some(state(standing, language)),
        change: Some(change),
    }
}

fn seat(seat: &Seat) -> v1::Seat {
    v1::Seat {
        name: written(seat.name()),
        taken: seat.is_taken(),
    }
}

fn written(name: Option<&PlayerName>) -> String {
    name.map(ToString::to_string).unwrap_or_default()
}

/// A moment in time.
#[must_use]
pub fn timestamp(at: OffsetDateTime) -> Timestamp {
    Timestamp {
        seconds: at.unix_timestamp(),
        nanos: i32::try_from(at.nanosecond()).unwrap_or(0),
    }
}

impl From<GameStatus> for v1::GameStatus {
    fn from(status: GameStatus) -> Self {
        match status {
            GameStatus::Waiting => Self::Waiting,
            GameStatus::Running => Self::Running,
            GameStatus::Finished => Self::Finished,
        }
    }
}

impl From<Visibility> for v1::Visibility {
    fn from(visibility: Visibility) -> Self {
        match visibility {
            Visibility::Public => Self::Public,
            Visibility::Unlisted => Self::Unlisted,
            Visibility::Private => Self::Private,
        }
    }
}
