//! The legal actions grouped as a hand on a touch screen makes them.

use super::Position;
use crate::bits::count;
use crate::line_set::LineSet;
use crate::point::{Point, PointSet};
use crate::rule_words::MillRule;

/// The legal actions of the side to act: from, to, and what may be removed first.
///
/// This form is always whole, however many orders of removals there are: it names what may be
/// removed first and how many removals are owed. Which men may be removed after that is worked
/// out afresh from the position that the first removal leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupedActions {
    /// How many removals are owed now.
    pub owed: u8,
    /// The men that may be removed now; none where nothing is owed.
    pub removable: PointSet,
    /// The placements, in index order of their targets.
    pub placements: Vec<TargetGroup>,
    /// The movements by man, in index order; men that cannot move are left out.
    pub movements: Vec<MovementGroup>,
}

/// The movements of one man.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovementGroup {
    /// Where the man stands.
    pub from: Point,
    /// Where it may go, in index order; never empty.
    pub targets: Vec<TargetGroup>,
}

/// A placement on, or a movement to, one point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TargetGroup {
    /// The point.
    pub to: Point,
    /// The mills that it closes.
    pub closes: LineSet,
    /// Whether it wins at once.
    pub wins: bool,
    /// How many removals it earns.
    pub owed: u8,
    /// The men that may be removed first; none where it earns nothing.
    pub removable: PointSet,
}

impl Position {
    /// The legal actions grouped: by target, and movements by man.
    ///
    /// ```
    /// use moelle_rules::{Position, Variant};
    ///
    /// let rules = Variant::find("nine").expect("nine is offered").rules();
    /// let position = Position::parse(rules, "ww1/bb1/3/6/3/3/b2 w 7,6 0 0 5")?;
    /// let grouped = position.grouped();
    /// let g7 = &grouped.placements[0];
    /// assert_eq!((g7.to.to_string().as_str(), g7.owed, g7.removable.len()), ("g7", 1, 3));
    /// # Ok::<(), moelle_rules::ParsePositionError>(())
    /// ```
    #[must_use]
    pub fn grouped(&self) -> GroupedActions {
        let idle = self.is_over() || self.owed > 0;
        let placements = if idle { 0 } else { self.placement_targets() };
        let movers = if idle || !self.may_move(self.side) {
            0
        } else {
            self.men[self.side]
        };
        GroupedActions {
            owed: self.owed,
            removable: self.removable(),
            placements: self.targets(placements, None),
            movements: self
                .set(movers)
                .iter()
                .map(|from| MovementGroup {
                    from,
                    targets: self.targets(self.movement_targets(from.raw()), Some(from)),
                })
                .filter(|movement| !movement.targets.is_empty())
                .collect(),
        }
    }

    fn targets(&self, targets: u32, from: Option<Point>) -> Vec<TargetGroup> {
        self.set(targets)
            .iter()
            .map(|to| self.target(from, to))
            .collect()
    }

    fn target(&self, from: Option<Point>, to: Point) -> TargetGroup {
        let board = self.board();
        let left = self.men[self.side] & !from.map_or(0, Point::bit);
        let closed = board.lines_closed_at(left | to.bit(), to.raw());
        let own_hand = self.hands[self.side] - u8::from(from.is_none());
        let wins = closed != 0 && self.rules.mill() == MillRule::Win;
        let owed = if wins {
            0
        } else {
            self.earned(closed, own_hand | self.hands[!self.side])
        };
        debug_assert!(
            owed <= count(closed),
            "no more than one removal for each mill"
        );
        TargetGroup {
            to,
            closes: LineSet::new(board.kind(), closed),
            wins,
            owed,
            removable: self.set(if owed > 0 { self.removable_bits() } else { 0 }),
        }
    }
}
