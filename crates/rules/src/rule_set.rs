//! Rule sets: what a game is played by, as data.

use std::ops::RangeInclusive;

use thiserror::Error;

use crate::board::{Board, BoardKind};
use crate::digest::Digest;
use crate::field::{Field, FieldValue};
use crate::rule_words::{Blocked, BoardFull, MillRule, Movement, Removable, RemovalsPerTurn};

/// How many men a side may have at the start.
const MEN: RangeInclusive<u8> = 3..=12;
/// How many men let a side fly, unless none do; and so many men a side needs where it captures.
const FEW_MEN: u8 = 3;
/// How often a position may occur, unless it may for ever.
pub(crate) const REPETITION: RangeInclusive<u8> = 2..=10;
/// How many quiet plies there may be, unless any number.
pub(crate) const QUIET_PLIES: RangeInclusive<u16> = 10..=1000;

/// The fields of a rule set as plain data, not yet known to fit together.
///
/// Where a mill wins, `capture_while_placing`, `removable` and `removals_per_turn` mean
/// nothing and are not fields of the rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RuleSetFields {
    /// The board.
    pub board: BoardKind,
    /// Men of each side: 3 to 12, and both sides' men fit on the board.
    pub men: u8,
    /// What closing a mill does.
    pub mill: MillRule,
    /// Whether a mill earns a removal while either side has a man in hand.
    pub capture_while_placing: bool,
    /// Which men may be removed.
    pub removable: Removable,
    /// What closing several mills in one action earns.
    pub removals_per_turn: RemovalsPerTurn,
    /// Whether a side with men in hand may move instead of placing.
    pub move_while_placing: bool,
    /// Where a man moves that does not fly.
    pub movement: Movement,
    /// A side with no man in hand and this many men on the board, or fewer, flies: 3 to
    /// `men`, or 0 for never.
    pub fly_at: u8,
    /// A side with fewer men than this on the board and in hand has lost: 3 where a mill
    /// captures, 0 where it wins.
    pub min_men: u8,
    /// What happens to a side that has no legal turn.
    pub blocked: Blocked,
    /// What happens when every point is occupied after a turn.
    pub board_full: BoardFull,
    /// The game is drawn when a position has occurred this many times: 2 to 10, or 0 for never.
    pub repetition: u8,
    /// The game is drawn after this many plies in a row without a placement or a removal: 10
    /// to 1000, or 0 for never.
    pub quiet_plies: u16,
}

/// A rule set: fields that fit together.
///
/// ```
/// use moelle_rules::{RuleSet, Variant};
///
/// let three = Variant::find("three").expect("three men's morris is offered").rules();
/// assert_eq!(three.men(), 3);
/// assert_eq!(
///     three.digest().to_string(),
///     "8693ae65bfb0c9b83de37967840e22a0f6457d67dff1cc686cb6e6599156a893",
/// );
/// let mut fields = three.fields();
/// (fields.men, fields.repetition) = (5, 1);
/// let refused = RuleSet::try_from(fields).expect_err("ten men do not fit on nine points");
/// assert_eq!(refused.problems.len(), 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RuleSet(RuleSetFields);

impl RuleSet {
    /// The board.
    #[must_use]
    pub fn board(&self) -> &'static Board {
        self.0.board.board()
    }

    /// Men of each side at the start.
    #[must_use]
    pub const fn men(&self) -> u8 {
        self.0.men
    }

    /// What closing a mill does.
    #[must_use]
    pub const fn mill(&self) -> MillRule {
        self.0.mill
    }

    /// Whether a mill earns a removal while either side has a man in hand.
    #[must_use]
    pub const fn capture_while_placing(&self) -> bool {
        self.0.capture_while_placing
    }

    /// Which men may be removed.
    #[must_use]
    pub const fn removable(&self) -> Removable {
        self.0.removable
    }

    /// What closing several mills in one action earns.
    #[must_use]
    pub const fn removals_per_turn(&self) -> RemovalsPerTurn {
        self.0.removals_per_turn
    }

    /// Whether a side with men in hand may move instead of placing.
    #[must_use]
    pub const fn move_while_placing(&self) -> bool {
        self.0.move_while_placing
    }

    /// Where a man moves that does not fly.
    #[must_use]
    pub const fn movement(&self) -> Movement {
        self.0.movement
    }

    /// With how many men on the board, or fewer, a side flies; 0: never.
    #[must_use]
    pub const fn fly_at(&self) -> u8 {
        self.0.fly_at
    }

    /// With fewer men than this a side has lost.
    #[must_use]
    pub const fn min_men(&self) -> u8 {
        self.0.min_men
    }

    /// What happens to a side that has no legal turn.
    #[must_use]
    pub const fn blocked(&self) -> Blocked {
        self.0.blocked
    }

    /// What happens when every point is occupied after a turn.
    #[must_use]
    pub const fn board_full(&self) -> BoardFull {
        self.0.board_full
    }

    /// How often a position must occur for a draw; 0: never.
    #[must_use]
    pub const fn repetition(&self) -> u8 {
        self.0.repetition
    }

    /// After how many plies without a placement or a removal the game is drawn; 0: never.
    #[must_use]
    pub const fn quiet_plies(&self) -> u16 {
        self.0.quiet_plies
    }

    /// The fields as plain data. Those that mean nothing where a mill wins have set values.
    #[must_use]
    pub const fn fields(&self) -> RuleSetFields {
        self.0
    }

    /// The fields that the rule set has, in the order of the rules.
    pub fn used_fields(&self) -> impl Iterator<Item = Field> + use<> {
        let mill = self.0.mill;
        Field::ALL
            .iter()
            .copied()
            .filter(move |field| field.is_used_where(mill))
    }

    /// The value of a field; none where the rule set does not have the field.
    #[must_use]
    pub fn value(&self, field: Field) -> Option<FieldValue> {
        field
            .is_used_where(self.0.mill)
            .then(|| self.0.value(field))
    }

    /// The fields in which another rule set differs, in the order of the rules; also those that
    /// only one of the two has.
    ///
    /// ```
    /// use moelle_rules::{Field, Variant};
    ///
    /// let [nine, lasker] = ["nine", "lasker"].map(|name| Variant::find(name).expect(name).rules());
    /// assert_eq!(nine.differing_fields(&lasker), [Field::Men, Field::MoveWhilePlacing]);
    /// ```
    #[must_use]
    pub fn differing_fields(&self, other: &Self) -> Vec<Field> {
        Field::ALL
            .iter()
            .copied()
            .filter(|field| self.value(*field) != other.value(*field))
            .collect()
    }

    /// The digest that names the rule set, whatever variant or application it comes from.
    #[must_use]
    pub fn digest(&self) -> Digest {
        Digest::of_lines(
            self.used_fields()
                .map(|field| (field.name(), self.0.get(field))),
        )
    }

    /// A rule set from fields that are known to fit together.
    pub(crate) const fn trusted(fields: RuleSetFields) -> Self {
        Self(fields)
    }
}

impl TryFrom<RuleSetFields> for RuleSet {
    type Error = InvalidRuleSet;

    fn try_from(mut fields: RuleSetFields) -> Result<Self, InvalidRuleSet> {
        let problems = problems_of(&fields);
        if !problems.is_empty() {
            return Err(InvalidRuleSet { problems });
        }
        if fields.mill == MillRule::Win {
            fields.capture_while_placing = true;
            fields.removable = Removable::OutsideMillsFirst;
            fields.removals_per_turn = RemovalsPerTurn::One;
        }
        Ok(Self(fields))
    }
}

/// Fields that make no rule set, with everything that is wrong with them.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no rule set: {}", list(problems))]
pub struct InvalidRuleSet {
    /// Everything that is wrong, in the order of the fields; never empty.
    pub problems: Vec<RuleSetProblem>,
}

/// One thing that is wrong with the fields of a rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum RuleSetProblem {
    /// A side has from 3 to 12 men.
    #[error("men is {men}, and must be from 3 to 12")]
    Men {
        /// The number that was given.
        men: u8,
    },
    /// Both sides' men do not fit on the board.
    #[error("two sides of {men} men do not fit on the {points} points of {board}")]
    MenForBoard {
        /// The number that was given.
        men: u8,
        /// The board.
        board: BoardKind,
        /// How many points it has.
        points: usize,
    },
    /// A side flies with 3 to `men` men, or never.
    #[error("fly_at is {fly_at}, and must be 0 or from 3 to men ({men})")]
    FlyAt {
        /// The number that was given.
        fly_at: u8,
        /// The men of a side.
        men: u8,
    },
    /// The least number of men follows from what a mill does.
    #[error("min_men is {min_men}, and must be {needed} where mill is {mill}")]
    MinMen {
        /// The number that was given.
        min_men: u8,
        /// The number that it must be.
        needed: u8,
        /// What a mill does.
        mill: MillRule,
    },
    /// A position may occur 2 to 10 times, or for ever.
    #[error("repetition is {repetition}, and must be 0 or from 2 to 10")]
    Repetition {
        /// The number that was given.
        repetition: u8,
    },
    /// There may be 10 to 1000 quiet plies, or any number.
    #[error("quiet_plies is {quiet_plies}, and must be 0 or from 10 to 1000")]
    QuietPlies {
        /// The number that was given.
        quiet_plies: u16,
    },
}

impl RuleSetProblem {
    /// The field that is to be changed.
    #[must_use]
    pub const fn field(&self) -> Field {
        match self {
            Self::Men { .. } | Self::MenForBoard { .. } => Field::Men,
            Self::FlyAt { .. } => Field::FlyAt,
            Self::MinMen { .. } => Field::MinMen,
            Self::Repetition { .. } => Field::Repetition,
            Self::QuietPlies { .. } => Field::QuietPlies,
        }
    }
}

fn problems_of(fields: &RuleSetFields) -> Vec<RuleSetProblem> {
    let RuleSetFields {
        board,
        men,
        mill,
        fly_at,
        min_men,
        repetition,
        quiet_plies,
        ..
    } = *fields;
    let points = board.board().points().len();
    let needed = match mill {
        MillRule::Capture => FEW_MEN,
        MillRule::Win => 0,
    };
    let mut problems = Vec::new();
    if !MEN.contains(&men) {
        problems.push(RuleSetProblem::Men { men });
    } else if usize::from(men) * 2 > points {
        problems.push(RuleSetProblem::MenForBoard { men, board, points });
    }
    if fly_at != 0 && !(FEW_MEN..=men).contains(&fly_at) {
        problems.push(RuleSetProblem::FlyAt { fly_at, men });
    }
    if min_men != needed {
        problems.push(RuleSetProblem::MinMen {
            min_men,
            needed,
            mill,
        });
    }
    if repetition != 0 && !REPETITION.contains(&repetition) {
        problems.push(RuleSetProblem::Repetition { repetition });
    }
    if quiet_plies != 0 && !QUIET_PLIES.contains(&quiet_plies) {
        problems.push(RuleSetProblem::QuietPlies { quiet_plies });
    }
    problems
}

/// Things one after the other with semicolons between them.
pub(crate) fn list<T: ToString>(things: &[T]) -> String {
    things
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join("; ")
}
