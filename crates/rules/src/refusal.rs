//! Why a turn is refused.

use thiserror::Error;

use crate::action::Action;
use crate::point::PointName;
use crate::words::words;

words! {
    /// Why a turn is refused, in the order in which the reasons are looked for.
    Refusal, "refusal" {
        /// The text is no turn.
        BadNotation = "bad_notation",
        /// A point is not on this board.
        UnknownPoint = "unknown_point",
        /// The game has ended.
        GameOver = "game_over",
        /// A removal is owed and the action is none.
        RemovalOwed = "removal_owed",
        /// The action is a removal and none is owed.
        NoRemovalOwed = "no_removal_owed",
        /// The point of a removal is empty.
        NothingToRemove = "nothing_to_remove",
        /// The man to be removed is the side's own.
        OwnMan = "own_man",
        /// The man to be removed is protected by a mill.
        ManInMill = "man_in_mill",
        /// A placement without a man in hand.
        NoneInHand = "none_in_hand",
        /// A movement while men are in hand.
        MenInHand = "men_in_hand",
        /// The starting point of a movement is empty.
        NoManThere = "no_man_there",
        /// The man that is to move is the opponent's.
        NotYourMan = "not_your_man",
        /// The target is taken.
        PointOccupied = "point_occupied",
        /// The target is not a neighbour, and the man may go to neighbours only.
        NotAdjacent = "not_adjacent",
    }
}

/// A turn that is refused, and where. A refused turn changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[error("{refusal} (action {action}{})", at(*point))]
pub struct IllegalTurn {
    /// Why.
    pub refusal: Refusal,
    /// The number of the action that is refused, from 0.
    pub action: usize,
    /// The point that it is about; none for text that is no turn.
    pub point: Option<PointName>,
}

impl IllegalTurn {
    pub(crate) const BAD_NOTATION: Self = Self {
        refusal: Refusal::BadNotation,
        action: 0,
        point: None,
    };
}

/// An action that is refused. A refused action changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[error("{refusal} at {point}")]
pub struct IllegalAction {
    /// Why.
    pub refusal: Refusal,
    /// The point that it is about.
    pub point: PointName,
}

impl IllegalAction {
    /// The refusal of an action in a game that has ended.
    #[cold]
    pub(crate) fn game_over(action: Action) -> Self {
        Self {
            refusal: Refusal::GameOver,
            point: action.first_point().name(),
        }
    }

    /// The refusal of a turn of which this is the action of this number.
    #[must_use]
    pub const fn in_turn(self, action: usize) -> IllegalTurn {
        IllegalTurn {
            refusal: self.refusal,
            action,
            point: Some(self.point),
        }
    }
}

fn at(point: Option<PointName>) -> String {
    point.map(|point| format!(", {point}")).unwrap_or_default()
}
