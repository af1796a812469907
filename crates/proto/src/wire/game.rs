//! Stored games, as everybody who may see them sees them.

use moelle_games::{Game, GameStatus, PlayerName, Seat, Visibility};
use moelle_rules::Side;
use moelle_words::Language;
use prost_types::Timestamp;
use time::OffsetDateTime;

use crate::v1;
use crate::wire::identity::identity;
use crate::wire::position::{Standing, state};
use crate::wire::time_control::clock_state;

/// A game, in a language, its clocks as they are at `now` by the clock of the games. It holds no
/// secret. Its spectators are not counted.
#[must_use]
pub fn game(game: &Game, now: OffsetDateTime, language: Language) -> v1::Game {
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
        clock: game
            .left_at(now)
            .zip(game.clock())
            .map(|(left, clock)| clock_state(clock.control(), left, game.deadline(), now)),
        offers: Some(offers(game)),
        spectators: None,
    }
}

fn offers(game: &Game) -> v1::Offers {
    let rematch = game.rematch();
    let agreed = rematch.filter(moelle_games::Rematch::is_agreed);
    let wanted_by = [Side::White, Side::Black]
        .into_iter()
        .find(|side| agreed.is_none() && rematch.is_some_and(|rematch| rematch.wanted[*side]));
    v1::Offers {
        draw: side(game.draw_offer()),
        takeback: side(game.takeback().map(|wish| wish.by)),
        rematch: side(wanted_by),
        rematch_game_id: agreed
            .map(|rematch| rematch.game.to_string())
            .unwrap_or_default(),
    }
}

fn side(side: Option<Side>) -> i32 {
    side.map_or(v1::Side::Unspecified, v1::Side::from).into()
}

fn seat(seat: &Seat) -> v1::Seat {
    v1::Seat {
        name: written(seat.name()),
        taken: seat.is_taken(),
        invitation_expires_at: seat.expires_at().map(timestamp),
    }
}

pub(super) fn written(name: Option<&PlayerName>) -> String {
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
