//! Events of stored games.

use moelle_games::{Change, Event, Game};
use moelle_rules::Side;
use moelle_words::Language;

use crate::v1;
use crate::v1::game_event::Change as Wire;
use crate::wire::game::{timestamp, written};
use crate::wire::position::{Standing, state};
use crate::wire::time_control::clock_state;
use crate::wire::turn::mills;

/// An event of a game, in a language. The game may be of any revision.
#[must_use]
pub fn event(event: &Event, game: &Game, language: Language) -> v1::GameEvent {
    let standing = Standing {
        position: &event.position,
        outcome: event.outcome,
        occurrences: event.occurrences,
    };
    v1::GameEvent {
        revision: event.revision.number(),
        at: Some(timestamp(event.at)),
        state: Some(state(standing, language)),
        change: Some(change(event)),
        clock: event
            .left
            .zip(game.clock())
            .map(|(left, clock)| clock_state(clock.control(), left, event.deadline, event.at)),
    }
}

fn change(event: &Event) -> Wire {
    match &event.change {
        Change::Created => Wire::Created(v1::GameCreated {}),
        Change::Concluded => Wire::Concluded(v1::GameConcluded {}),
        Change::SeatTaken { side, name } => Wire::SeatTaken(v1::SeatTaken {
            side: wire(*side),
            name: written(name.as_ref()),
        }),
        Change::TurnPlayed { side, turn } => Wire::TurnPlayed(v1::TurnPlayed {
            side: wire(*side),
            turn: turn.to_string(),
            closed_mills: mills(event.closed_mills()),
        }),
        Change::DrawAnswered { side, accepted } => Wire::DrawAnswered(v1::DrawAnswered {
            side: wire(*side),
            accepted: *accepted,
        }),
        Change::TakebackAnswered {
            side,
            taken_back_to,
        } => Wire::TakebackAnswered(v1::TakebackAnswered {
            side: wire(*side),
            accepted: taken_back_to.is_some(),
            taken_back_to: taken_back_to.map_or(0, moelle_games::Revision::number),
        }),
        Change::RematchWanted { side, game } => Wire::RematchWanted(v1::RematchWanted {
            side: wire(*side),
            game_id: game.map(|game| game.to_string()).unwrap_or_default(),
        }),
        Change::Resigned { side } => Wire::Resigned(v1::GameResigned { side: wire(*side) }),
        Change::Aborted { side } => Wire::Aborted(v1::GameAborted { side: wire(*side) }),
        Change::DrawOffered { side } => Wire::DrawOffered(v1::DrawOffered { side: wire(*side) }),
        Change::TakebackRequested { side } => {
            Wire::TakebackRequested(v1::TakebackRequested { side: wire(*side) })
        }
        Change::TimeFell { side } => Wire::TimeFell(v1::TimeFell { side: wire(*side) }),
        Change::InvitationCreated { side } => {
            Wire::InvitationCreated(v1::InvitationCreated { side: wire(*side) })
        }
        Change::InvitationRevoked { side } => {
            Wire::InvitationRevoked(v1::InvitationRevoked { side: wire(*side) })
        }
        Change::SeatReissued { side, .. } => {
            Wire::SeatReissued(v1::SeatReissued { side: wire(*side) })
        }
    }
}

fn wire(side: Side) -> i32 {
    v1::Side::from(side).into()
}
