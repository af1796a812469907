//! The one door to positions: anything can be set up, only what is valid can be played.

use thiserror::Error;

use super::{Position, removable_of};
use crate::bits::count;
use crate::board::{Board, BoardKind, LINES_THROUGH_MAX};
use crate::point::{PointName, PointSet};
use crate::rule_set::{RuleSet, list};
use crate::rule_words::{MillRule, RemovalsPerTurn};
use crate::side::{BySide, Side};

/// A position that is set up and not yet known to be valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The points on which each side's men stand.
    pub men: BySide<PointSet>,
    /// Each side's men in hand.
    pub hands: BySide<u8>,
    /// The side to act.
    pub side: Side,
    /// How many removals it owes.
    pub owed: u8,
    /// Plies since the last placement or removal.
    pub quiet: u32,
    /// Plies completed since the start.
    pub ply: u32,
}

/// A position that is refused, with every reason that could be found.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", list(reasons))]
pub struct InvalidPosition {
    /// The reasons; never empty.
    pub reasons: Vec<PositionProblem>,
}

/// What is wrong with a position text: the same as with a position that is set up, and more.
pub type ParsePositionError = InvalidPosition;

/// One reason for which a position is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PositionProblem {
    /// The text is not six fields with single spaces between them.
    #[error("the text has {found} fields between single spaces, not 6")]
    Fields {
        /// How many fields there are.
        found: usize,
    },
    /// The placement does not have the rows of the board.
    #[error("the placement has {found} rows, and {board} has {expected}")]
    Rows {
        /// How many rows there are.
        found: usize,
        /// How many the board has.
        expected: usize,
        /// The board.
        board: BoardKind,
    },
    /// A row of the placement does not have the points of the board's row.
    #[error("row {row} of the placement has {found} points, and the board has {expected} there")]
    Row {
        /// The number of the row, from 1 at the top.
        row: usize,
        /// How many points the text gives it.
        found: usize,
        /// How many it has.
        expected: usize,
    },
    /// A row holds something that is neither a man nor a number of empty points.
    #[error("row {row} of the placement holds {letter:?}, which is none of w, b and 1 to 9")]
    Letter {
        /// The number of the row, from 1 at the top.
        row: usize,
        /// What it holds.
        letter: char,
    },
    /// Two digits stand side by side.
    #[error("two digits stand side by side in row {row} of the placement")]
    DigitsSideBySide {
        /// The number of the row, from 1 at the top.
        row: usize,
    },
    /// The side to act is neither `w` nor `b`.
    #[error("the side to act is neither w nor b")]
    Side,
    /// The hands are not two numbers as they are written.
    #[error("the hands are not two numbers with a comma between them")]
    Hands,
    /// What is owed is no number from 0 to 6 as it is written.
    #[error("what is owed is no number from 0 to 6")]
    Owed,
    /// Quiet is no number below 2^32 as it is written.
    #[error("quiet is no number below 2^32")]
    Quiet,
    /// Ply is no number below 2^32 as it is written.
    #[error("ply is no number below 2^32")]
    Ply,
    /// Men stand on points of another board.
    #[error("{side} stands on points of another board")]
    OtherBoard {
        /// Whose men.
        side: Side,
    },
    /// Men of both sides stand on one point.
    #[error("men of both sides stand on {point}")]
    BothSides {
        /// The first such point.
        point: PointName,
    },
    /// A side has more men than the rule set gives.
    #[error("{side} has {found} men on the board and in hand, and the rules give {men}")]
    TooManyMen {
        /// The side.
        side: Side,
        /// How many men it has.
        found: u16,
        /// How many the rule set gives.
        men: u8,
    },
    /// Both sides have lost.
    #[error("both sides have fewer than {min_men} men")]
    BothBelowMinMen {
        /// How many a side must have.
        min_men: u8,
    },
    /// A removal is owed where nothing is ever removed.
    #[error("a removal is owed where a mill wins")]
    OwedWhereMillWins,
    /// A removal is owed and no mill stands that could have earned it.
    #[error("a removal is owed, and no man of {side} stands in a mill")]
    OwedWithoutMill {
        /// The side that owes it.
        side: Side,
    },
    /// More is owed than one action could have earned with the mills that stand.
    #[error("{owed} removals are owed, and the mills that stand could have earned {most}")]
    OwedMoreThanEarned {
        /// How many are owed.
        owed: u8,
        /// How many one action could have earned.
        most: u8,
    },
    /// More is owed than there are opposing men on the board.
    #[error("{owed} removals are owed, and the opponent has {men} men on the board")]
    OwedMoreThanMen {
        /// How many are owed.
        owed: u8,
        /// How many men the opponent has on the board.
        men: u8,
    },
    /// A removal is owed and no opposing man may be removed.
    #[error("a removal is owed, and there is no man that may be removed")]
    NothingRemovable,
}

impl Position {
    /// The position that is set up, if it is valid.
    ///
    /// As when a text is read, a side that must pass has passed.
    ///
    /// ```
    /// use moelle_rules::{BySide, PointSet, Position, PositionProblem, Setup, Side, Variant};
    ///
    /// let rules = Variant::find("nine").expect("nine is offered").rules();
    /// let nobody = PointSet::empty(rules.board().kind());
    /// let setup = Setup {
    ///     men: BySide::both(nobody),
    ///     hands: BySide { white: 10, black: 9 },
    ///     side: Side::White,
    ///     owed: 1,
    ///     quiet: 0,
    ///     ply: 0,
    /// };
    /// let refused = Position::from_setup(rules, setup).expect_err("ten men, and no mill");
    /// assert_eq!(refused.reasons.len(), 4);
    /// assert!(Position::from_setup(rules, Setup { hands: BySide::both(9), owed: 0, ..setup }).is_ok());
    /// ```
    ///
    /// # Errors
    /// Every reason for which the position is refused.
    pub fn from_setup(rules: RuleSet, setup: Setup) -> Result<Self, InvalidPosition> {
        let board = rules.board();
        let mut reasons = Vec::new();
        for (side, men) in setup.men.iter() {
            if men.board_kind() != board.kind() {
                reasons.push(PositionProblem::OtherBoard { side });
            }
        }
        let known = reasons.is_empty();
        let parts = Parts {
            men: known.then(|| setup.men.map(PointSet::bits)),
            hands: Some(setup.hands),
            side: Some(setup.side),
            owed: Some(setup.owed),
            quiet: Some(setup.quiet),
            ply: Some(setup.ply),
        };
        parts.into_position(rules, reasons)
    }

    /// The position as plain data.
    #[must_use]
    pub fn setup(&self) -> Setup {
        Setup {
            men: BySide::from_fn(|side| self.men(side)),
            hands: self.hands,
            side: self.side,
            owed: self.owed,
            quiet: self.quiet,
            ply: self.ply,
        }
    }
}

/// The parts of a position as far as they could be made out.
pub(super) struct Parts {
    pub(super) men: Option<BySide<u32>>,
    pub(super) hands: Option<BySide<u8>>,
    pub(super) side: Option<Side>,
    pub(super) owed: Option<u8>,
    pub(super) quiet: Option<u32>,
    pub(super) ply: Option<u32>,
}

impl Parts {
    /// Makes a position, or adds every reason against it to those that are known.
    pub(super) fn into_position(
        self,
        rules: RuleSet,
        mut reasons: Vec<PositionProblem>,
    ) -> Result<Position, InvalidPosition> {
        self.look_at_men(&rules, &mut reasons);
        self.look_at_owed(&rules, &mut reasons);
        let Self {
            men,
            hands,
            side,
            owed,
            quiet,
            ply,
        } = self;
        match (men, hands, side, owed, quiet, ply) {
            (Some(men), Some(hands), Some(side), Some(owed), Some(quiet), Some(ply))
                if reasons.is_empty() =>
            {
                let mut position = Position {
                    rules,
                    men,
                    hands,
                    side,
                    owed,
                    quiet,
                    ply,
                    outcome: None,
                };
                position.settle_as_read();
                Ok(position)
            }
            _ => Err(InvalidPosition { reasons }),
        }
    }

    fn look_at_men(&self, rules: &RuleSet, reasons: &mut Vec<PositionProblem>) {
        let Some(men) = self.men else { return };
        let both = men.white & men.black;
        if both != 0 {
            let point = rules.board().points()[both.trailing_zeros() as usize].name();
            reasons.push(PositionProblem::BothSides { point });
        }
        let hands = self.hands.unwrap_or_default();
        let totals = BySide::from_fn(|side| u16::from(count(men[side])) + u16::from(hands[side]));
        for (side, found) in totals.iter() {
            if *found > u16::from(rules.men()) {
                let (found, men) = (*found, rules.men());
                reasons.push(PositionProblem::TooManyMen { side, found, men });
            }
        }
        let min_men = rules.min_men();
        let below = totals.map(|total| total < u16::from(min_men));
        if self.hands.is_some() && below.white && below.black {
            reasons.push(PositionProblem::BothBelowMinMen { min_men });
        }
    }

    fn look_at_owed(&self, rules: &RuleSet, reasons: &mut Vec<PositionProblem>) {
        let Some(owed @ 1..) = self.owed else { return };
        if usize::from(owed) > LINES_THROUGH_MAX {
            reasons.push(PositionProblem::Owed);
        }
        if rules.mill() == MillRule::Win {
            reasons.push(PositionProblem::OwedWhereMillWins);
            return;
        }
        let (Some(men), Some(side)) = (self.men, self.side) else {
            return;
        };
        let (board, own, opposing) = (rules.board(), men[side], men[!side]);
        match most_earned(rules, board, own) {
            0 => reasons.push(PositionProblem::OwedWithoutMill { side }),
            most if owed > most => {
                reasons.push(PositionProblem::OwedMoreThanEarned { owed, most });
            }
            _ => {}
        }
        if removable_of(rules, board, opposing) == 0 {
            reasons.push(PositionProblem::NothingRemovable);
        }
        if owed > count(opposing) {
            reasons.push(PositionProblem::OwedMoreThanMen {
                owed,
                men: count(opposing),
            });
        }
    }
}

/// How many removals one action could have earned with the mills in which these men stand.
fn most_earned(rules: &RuleSet, board: &Board, men: u32) -> u8 {
    let most_mills = board
        .points()
        .iter()
        .filter(|point| men & point.bit() != 0)
        .map(|point| count(board.lines_closed_at(men, point.raw())))
        .max()
        .unwrap_or(0);
    match rules.removals_per_turn() {
        RemovalsPerTurn::One => most_mills.min(1),
        RemovalsPerTurn::OnePerMill => most_mills,
    }
}
