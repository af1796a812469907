//! Actions: the steps of a turn.

use std::fmt;

use crate::board::BoardKind;
use crate::point::Point;

/// One step of a turn.
///
/// Its text is `d6`, `d6-d5` or `xa7`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// A man from the hand is placed on a point.
    Place(Point),
    /// A man moves, along a line or link or flying.
    Move {
        /// Where it stood.
        from: Point,
        /// Where it goes.
        to: Point,
    },
    /// The opposing man on a point is taken off the board.
    Remove(Point),
}

impl Action {
    /// The first point that the action names.
    #[must_use]
    pub const fn first_point(self) -> Point {
        match self {
            Self::Place(point) | Self::Remove(point) | Self::Move { from: point, .. } => point,
        }
    }

    /// Whether the action names points of this board only.
    #[inline]
    pub(crate) fn is_on(self, board: BoardKind) -> bool {
        match self {
            Self::Place(point) | Self::Remove(point) => point.board_kind() == board,
            Self::Move { from, to } => from.board_kind() == board && to.board_kind() == board,
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(point) => write!(f, "{point}"),
            Self::Move { from, to } => write!(f, "{from}-{to}"),
            Self::Remove(point) => write!(f, "x{point}"),
        }
    }
}
