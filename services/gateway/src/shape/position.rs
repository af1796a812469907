//! Positions and what is to be known of them.

use moelle_proto::v1;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    BadAnswer, FlyingReason, GameResult, Phase, RefusalReason, Side, Termination, present,
};

/// Three men of one side on one line: the names of the points in index order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(example = json!(["c5", "d5", "e5"]))]
pub(crate) struct Mill(pub(crate) Vec<String>);

/// The mills of both sides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Mills {
    /// White's, in index order.
    pub(crate) white: Vec<Mill>,
    /// Black's, in index order.
    pub(crate) black: Vec<Mill>,
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Outcome {
    /// Who won.
    pub(crate) result: GameResult,
    /// How it ended.
    pub(crate) termination: Termination,
    /// The same for people, in the language that the caller accepts.
    pub(crate) message: String,
}

/// A turn that is not allowed. It changes nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Refusal {
    /// Why.
    pub(crate) reason: RefusalReason,
    /// The action of the turn that failed, 0 for the first.
    pub(crate) action: u32,
    /// The point that it is about, in lower case. Null for `bad_notation`.
    #[schema(required)]
    pub(crate) point: Option<String>,
    /// The same for people, in the language that the caller accepts.
    pub(crate) message: String,
}

/// Whether a side flies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Flying {
    /// Whether it does.
    pub(crate) flies: bool,
    /// Why it does or does not.
    pub(crate) reason: FlyingReason,
}

/// Flying for both sides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct FlyingBySide {
    /// White.
    pub(crate) white: Flying,
    /// Black.
    pub(crate) black: Flying,
}

/// A position and what a player wants to know of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PositionState {
    /// The position.
    #[schema(example = "3/3/3/6/3/3/3 w 9,9 0 0 0")]
    pub(crate) position: String,
    /// The side to act.
    pub(crate) side: Side,
    /// The phase of the side to act.
    pub(crate) phase: Phase,
    /// Removals that the side to act owes, 0 between turns.
    pub(crate) removals_owed: u32,
    /// The points of men that may be removed now, in index order. Empty when nothing is owed.
    pub(crate) removable: Vec<String>,
    /// The mills that stand.
    pub(crate) mills: Mills,
    /// The end that the game or position stands at. Null while it is on.
    #[schema(required)]
    pub(crate) outcome: Option<Outcome>,
    /// How often this position has occurred, this time included. Null where there is no history,
    /// and between the actions of a turn.
    #[schema(required)]
    pub(crate) occurrences: Option<u32>,
    /// The occurrences at which the game is drawn; 0: never.
    pub(crate) occurrences_max: u32,
    /// Plies since the last placement or removal.
    pub(crate) quiet_plies: u32,
    /// The quiet plies at which the game is drawn; 0: never.
    pub(crate) quiet_plies_max: u32,
    /// Plies completed since the start.
    pub(crate) ply: u32,
    /// Whether each side flies, and why.
    pub(crate) flying: FlyingBySide,
}

/// The mills of a list of the wire.
pub(crate) fn mills(list: Vec<v1::Mill>) -> Vec<Mill> {
    list.into_iter().map(Mill::from).collect()
}

impl From<v1::Mill> for Mill {
    fn from(mill: v1::Mill) -> Self {
        Self(mill.points)
    }
}

impl From<v1::Mills> for Mills {
    fn from(both: v1::Mills) -> Self {
        Self {
            white: mills(both.white),
            black: mills(both.black),
        }
    }
}

impl TryFrom<v1::Outcome> for Outcome {
    type Error = BadAnswer;

    fn try_from(outcome: v1::Outcome) -> Result<Self, BadAnswer> {
        Ok(Self {
            result: outcome.result.try_into()?,
            termination: outcome.termination.try_into()?,
            message: outcome.message,
        })
    }
}

impl TryFrom<v1::Refusal> for Refusal {
    type Error = BadAnswer;

    fn try_from(refusal: v1::Refusal) -> Result<Self, BadAnswer> {
        Ok(Self {
            reason: refusal.reason.try_into()?,
            action: refusal.action,
            point: refusal.point,
            message: refusal.message,
        })
    }
}

impl TryFrom<v1::Flying> for Flying {
    type Error = BadAnswer;

    fn try_from(flying: v1::Flying) -> Result<Self, BadAnswer> {
        Ok(Self {
            flies: flying.flies,
            reason: flying.reason.try_into()?,
        })
    }
}

impl TryFrom<v1::FlyingBySide> for FlyingBySide {
    type Error = BadAnswer;

    fn try_from(both: v1::FlyingBySide) -> Result<Self, BadAnswer> {
        Ok(Self {
            white: present(both.white, "flying.white")?.try_into()?,
            black: present(both.black, "flying.black")?.try_into()?,
        })
    }
}

impl TryFrom<v1::PositionState> for PositionState {
    type Error = BadAnswer;

    fn try_from(state: v1::PositionState) -> Result<Self, BadAnswer> {
        Ok(Self {
            position: state.position,
            side: state.side.try_into()?,
            phase: state.phase.try_into()?,
            removals_owed: state.removals_owed,
            removable: state.removable,
            mills: present(state.mills, "mills")?.into(),
            outcome: state.outcome.map(Outcome::try_from).transpose()?,
            occurrences: state.occurrences,
            occurrences_max: state.occurrences_max,
            quiet_plies: state.quiet_plies,
            quiet_plies_max: state.quiet_plies_max,
            ply: state.ply,
            flying: present(state.flying, "flying")?.try_into()?,
        })
    }
}
