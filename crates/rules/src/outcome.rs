//! How games end.

use crate::side::Side;
use crate::words::words;

words! {
    /// Who has won.
    GameResult, "result" {
        /// White.
        WhiteWins = "1-0",
        /// Black.
        BlackWins = "0-1",
        /// Nobody: a draw.
        Draw = "1/2-1/2",
        /// Nobody: the game has no result, or none yet.
        NoResult = "*",
    }
}

impl GameResult {
    /// The result of a game that this side has won.
    #[must_use]
    pub const fn win(side: Side) -> Self {
        match side {
            Side::White => Self::WhiteWins,
            Side::Black => Self::BlackWins,
        }
    }

    /// The side that has won, if one has.
    #[must_use]
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::WhiteWins => Some(Side::White),
            Self::BlackWins => Some(Side::Black),
            Self::Draw | Self::NoResult => None,
        }
    }
}

words! {
    /// What ended a game.
    Termination, "termination" {
        /// A mill was closed where a mill wins.
        Mill = "mill",
        /// A side has too few men.
        TooFewMen = "too_few_men",
        /// Every point is occupied.
        BoardFull = "board_full",
        /// The side to act has no legal turn.
        Blocked = "blocked",
        /// The same position has occurred too often.
        Repetition = "repetition",
        /// Too many plies in a row had no placement and no removal.
        Quiet = "quiet",
        /// A player resigned.
        Resignation = "resignation",
        /// The players agreed a draw.
        Agreement = "agreement",
        /// A player lost on time.
        Timeout = "timeout",
        /// A player aborted before both sides had completed their first turn.
        Aborted = "aborted",
    }
}

impl Termination {
    /// Whether players cause it, and not the turns of the game.
    #[must_use]
    pub const fn is_caused_by_players(self) -> bool {
        matches!(
            self,
            Self::Resignation | Self::Agreement | Self::Timeout | Self::Aborted
        )
    }

    /// Whether a game can end in this way with this result.
    #[must_use]
    pub const fn allows(self, result: GameResult) -> bool {
        match self {
            Self::Mill | Self::TooFewMen | Self::Resignation | Self::Timeout => {
                result.winner().is_some()
            }
            Self::BoardFull | Self::Repetition | Self::Quiet | Self::Agreement => {
                matches!(result, GameResult::Draw)
            }
            Self::Blocked => !matches!(result, GameResult::NoResult),
            Self::Aborted => matches!(result, GameResult::NoResult),
        }
    }
}

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Who has won.
    pub result: GameResult,
    /// What ended the game.
    pub termination: Termination,
}

impl Outcome {
    /// A win of this side.
    #[must_use]
    pub const fn win(side: Side, termination: Termination) -> Self {
        Self {
            result: GameResult::win(side),
            termination,
        }
    }

    /// A draw.
    #[must_use]
    pub const fn draw(termination: Termination) -> Self {
        Self {
            result: GameResult::Draw,
            termination,
        }
    }

    /// The side that has won, if one has.
    #[must_use]
    pub const fn winner(self) -> Option<Side> {
        self.result.winner()
    }
}
