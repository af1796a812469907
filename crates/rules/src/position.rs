//! Positions: always valid, and played on action by action or turn by turn.

mod actions;
mod ends;
mod grouped;
mod play;
mod setup;
mod text;
mod turns;
mod visit;

pub use actions::LegalActions;
pub use grouped::{GroupedActions, MovementGroup, TargetGroup};
pub use play::Played;
pub use setup::{InvalidPosition, ParsePositionError, PositionProblem, Setup};
pub use turns::{LegalTurns, Turns};

use std::fmt;

use crate::bits::count;
use crate::board::Board;
use crate::line_set::LineSet;
use crate::outcome::Outcome;
use crate::point::PointSet;
use crate::rule_set::RuleSet;
use crate::rule_words::{Movement, Removable};
use crate::side::{BySide, Side};
use crate::words::words;

words! {
    /// What a side does when it is to act.
    Phase, "phase" {
        /// It has a man in hand.
        Placing = "placing",
        /// Its hand is empty.
        Moving = "moving",
        /// Its hand is empty and it flies.
        Flying = "flying",
    }
}

/// A position: the men, the hands, whose turn it is, and what is owed.
///
/// It holds the rule set that it is played by, and it is always valid. It is small and copied
/// freely; playing on gives a new one. It has no history: [`Course`](crate::Course) knows how
/// often a position has occurred.
///
/// ```
/// use moelle_rules::{Phase, Position, Side, Turn, Variant};
///
/// let nine = Variant::find("nine").expect("nine men's morris is offered").rules();
/// let position = Position::parse(nine, "1w1/1w1/3/4b1/3/b2/3 w 7,7 0 0 4")?;
/// assert_eq!(position.phase(), Phase::Placing);
///
/// let turn = Turn::parse(position.board(), "d5")?;
/// let played = position.play(&turn)?;
/// assert_eq!(played.closed.len(), 1);
/// assert_eq!(played.position.side(), Side::White);
/// assert_eq!(played.position.owed(), 1);
/// assert_eq!(played.position.to_string(), "1w1/1w1/1w1/4b1/3/b2/3 w 6,7 1 0 4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    pub(crate) rules: RuleSet,
    pub(crate) men: BySide<u32>,
    pub(crate) hands: BySide<u8>,
    pub(crate) side: Side,
    pub(crate) owed: u8,
    pub(crate) quiet: u32,
    pub(crate) ply: u32,
    pub(crate) outcome: Option<Outcome>,
}

impl Position {
    /// The position in which a game begins: an empty board and every man in hand.
    #[must_use]
    pub const fn start(rules: RuleSet, first: Side) -> Self {
        Self {
            rules,
            men: BySide::both(0),
            hands: BySide::both(rules.men()),
            side: first,
            owed: 0,
            quiet: 0,
            ply: 0,
            outcome: None,
        }
    }

    /// What the position is played by.
    #[must_use]
    pub const fn rules(&self) -> RuleSet {
        self.rules
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &'static Board {
        self.rules.board()
    }

    /// The points on which men of a side stand.
    #[must_use]
    pub fn men(&self, side: Side) -> PointSet {
        self.set(self.men[side])
    }

    /// The points on which nobody stands.
    #[must_use]
    pub fn empty_points(&self) -> PointSet {
        self.set(self.empty())
    }

    /// How many men a side has not yet placed.
    #[must_use]
    pub fn hand(&self, side: Side) -> u8 {
        self.hands[side]
    }

    /// How many men a side has, on the board and in hand.
    #[must_use]
    pub fn men_left(&self, side: Side) -> u8 {
        count(self.men[side]) + self.hands[side]
    }

    /// The side that is to act.
    #[must_use]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// How many removals the side to act owes; 0 between turns.
    #[must_use]
    pub const fn owed(&self) -> u8 {
        self.owed
    }

    /// Plies since the last placement or removal.
    #[must_use]
    pub const fn quiet(&self) -> u32 {
        self.quiet
    }

    /// Plies completed since the start.
    #[must_use]
    pub const fn ply(&self) -> u32 {
        self.ply
    }

    /// The phase of the side to act.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.phase_of(self.side)
    }

    /// The phase of a side: each by its own hand and men.
    #[must_use]
    pub fn phase_of(&self, side: Side) -> Phase {
        match (self.hands[side], self.flies(side)) {
            (1.., _) => Phase::Placing,
            (0, true) => Phase::Flying,
            (0, false) => Phase::Moving,
        }
    }

    /// Whether a side flies: its hand is empty and it has few enough men on the board.
    #[must_use]
    pub fn flies(&self, side: Side) -> bool {
        let fly_at = self.rules.fly_at();
        fly_at != 0 && self.hands[side] == 0 && count(self.men[side]) <= fly_at
    }

    /// The mills of a side.
    #[must_use]
    pub fn mills(&self, side: Side) -> LineSet {
        let board = self.board();
        LineSet::new(board.kind(), board.mill_lines(self.men[side]))
    }

    /// The men that may be removed now; none where nothing is owed or the game has ended.
    #[must_use]
    pub fn removable(&self) -> PointSet {
        let owes = self.owed > 0 && self.outcome.is_none();
        self.set(if owes { self.removable_bits() } else { 0 })
    }

    /// The end that the position stands at, if any.
    ///
    /// A draw by repetition is no end of a position but of a game.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The position as a key, for counting how often it occurs.
    #[must_use]
    pub fn key(&self) -> PositionKey {
        const HANDS: usize = 2 * KEY_POINTS_MAX;
        PositionKey(
            u64::from(self.men.white)
                | u64::from(self.men.black) << KEY_POINTS_MAX
                | u64::from(self.hands.white) << HANDS
                | u64::from(self.hands.black) << (HANDS + 4)
                | u64::from(self.side == Side::Black) << (HANDS + 8),
        )
    }

    #[inline]
    pub(crate) fn empty(&self) -> u32 {
        self.board().all() & !(self.men.white | self.men.black)
    }

    /// The opponent's men that the side to act may remove, if it owes a removal.
    #[inline]
    pub(crate) fn removable_bits(&self) -> u32 {
        removable_of(&self.rules, self.board(), self.men[!self.side])
    }

    /// Whether a side moves to any empty point.
    #[inline]
    pub(crate) fn moves_freely(&self, side: Side) -> bool {
        self.rules.movement() == Movement::Any || self.flies(side)
    }

    /// Whether a side may move a man, as far as its hand says.
    #[inline]
    pub(crate) fn may_move(&self, side: Side) -> bool {
        self.hands[side] == 0 || self.rules.move_while_placing()
    }

    pub(crate) fn set(&self, bits: u32) -> PointSet {
        PointSet::new(self.board().kind(), bits)
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}

/// A key tells men apart on boards of up to so many points; hands have four bits each.
pub(crate) const KEY_POINTS_MAX: usize = 25;

/// What two positions have in common when they are the same: the men on every point, the men
/// in each hand and the side to act.
///
/// The key is exact: different positions of one rule set have different keys. Its number is
/// below 2^59 and never changes its meaning, so it may be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PositionKey(u64);

impl PositionKey {
    /// The key as a number, for storing.
    #[must_use]
    pub const fn to_u64(self) -> u64 {
        self.0
    }
}

impl From<u64> for PositionKey {
    fn from(number: u64) -> Self {
        Self(number)
    }
}

impl From<PositionKey> for u64 {
    fn from(key: PositionKey) -> Self {
        key.0
    }
}

/// Those of these men that the opponent may remove.
#[inline]
pub(crate) fn removable_of(rules: &RuleSet, board: &Board, men: u32) -> u32 {
    match rules.removable() {
        Removable::Any => men,
        Removable::OutsideMillsOnly => men & !board.in_mills(men),
        Removable::OutsideMillsFirst => match men & !board.in_mills(men) {
            0 => men,
            outside => outside,
        },
    }
}
