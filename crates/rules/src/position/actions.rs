//! The legal actions, one step at a time.

use super::Position;
use crate::action::Action;
use crate::bits::take_lowest;
use crate::point::Point;

/// The legal actions of the side to act: placements, then movements by man, in index order;
/// or the removals, where one is owed. None once the game has ended.
#[derive(Clone, Debug)]
pub struct LegalActions {
    position: Position,
    reach: Reach,
    removals: u32,
    placements: u32,
    /// The man whose movements come next.
    from: u8,
    targets: u32,
    /// The men whose movements come after that.
    movers: u32,
}

/// Where the men of a side may move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    empty: u32,
    /// All points, where men move freely; else none.
    everywhere: u32,
}

impl Position {
    /// The legal actions of the side to act, in an iterator that knows its length and skips
    /// quickly.
    ///
    /// ```
    /// use moelle_rules::{Position, Side, Variant};
    ///
    /// let rules = Variant::find("six").expect("six is offered").rules();
    /// let actions = Position::start(rules, Side::White).legal_actions();
    /// assert_eq!(actions.len(), 16);
    /// ```
    #[must_use]
    #[inline]
    pub fn legal_actions(&self) -> LegalActions {
        let mut actions = LegalActions {
            position: *self,
            reach: self.reach(),
            removals: 0,
            placements: 0,
            from: 0,
            targets: 0,
            movers: 0,
        };
        if self.is_over() {
            return actions;
        }
        if self.owed > 0 {
            actions.removals = self.removable_bits();
            return actions;
        }
        actions.placements = self.placement_targets();
        actions.movers = if self.may_move(self.side) {
            self.men[self.side]
        } else {
            0
        };
        actions
    }

    /// The points on which the side to act may place a man, if nothing else is against it.
    #[inline]
    pub(crate) fn placement_targets(&self) -> u32 {
        if self.hands[self.side] > 0 {
            self.empty()
        } else {
            0
        }
    }

    /// The points to which a man of the side to act may move, if nothing else is against it.
    #[inline]
    pub(crate) fn movement_targets(&self, from: u8) -> u32 {
        self.targets_within(self.reach(), from)
    }

    #[inline]
    pub(super) fn reach(&self) -> Reach {
        let free = self.moves_freely(self.side);
        Reach {
            empty: self.empty(),
            everywhere: if free { u32::MAX } else { 0 },
        }
    }

    #[inline]
    pub(super) fn targets_within(&self, reach: Reach, from: u8) -> u32 {
        let near = self.board().neighbour_bits(from);
        let targets = reach.empty & (near | reach.everywhere);
        if self.quiet == u32::MAX {
            self.countable_targets(from, targets)
        } else {
            targets
        }
    }

    /// Those targets to which a movement is no quiet ply, where no more can be counted.
    #[cold]
    fn countable_targets(&self, from: u8, targets: u32) -> u32 {
        let points = self.board().points();
        let from = points[usize::from(from)];
        points
            .iter()
            .filter(|to| targets & to.bit() != 0 && !self.would_be_quiet(from, **to))
            .fold(0, |countable, to| countable | to.bit())
    }
}

impl LegalActions {
    fn point(&self, index: u8) -> Point {
        Point::new(self.position.board().kind(), index)
    }
}

impl Iterator for LegalActions {
    type Item = Action;

    #[inline]
    fn next(&mut self) -> Option<Action> {
        self.nth(0)
    }

    #[inline]
    fn nth(&mut self, mut skipped: usize) -> Option<Action> {
        if let Some(removal) = take_nth(&mut self.removals, &mut skipped) {
            return Some(Action::Remove(self.point(removal)));
        }
        if let Some(target) = take_nth(&mut self.placements, &mut skipped) {
            return Some(Action::Place(self.point(target)));
        }
        loop {
            if let Some(target) = take_nth(&mut self.targets, &mut skipped) {
                return Some(Action::Move {
                    from: self.point(self.from),
                    to: self.point(target),
                });
            }
            self.from = take_lowest(&mut self.movers)?;
            self.targets = self.position.targets_within(self.reach, self.from);
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let mut len = self.removals.count_ones() + self.placements.count_ones();
        len += self.targets.count_ones();
        let mut movers = self.movers;
        while let Some(from) = take_lowest(&mut movers) {
            len += self.position.targets_within(self.reach, from).count_ones();
        }
        (len as usize, Some(len as usize))
    }
}

impl ExactSizeIterator for LegalActions {}

/// Takes away as many bits as are to be skipped, and the next one, and gives its number; with
/// too few bits none is left, and what was skipped is counted.
#[inline]
fn take_nth(bits: &mut u32, skipped: &mut usize) -> Option<u8> {
    let available = bits.count_ones() as usize;
    if *skipped >= available {
        *skipped -= available;
        *bits = 0;
        return None;
    }
    for _ in 0..std::mem::take(skipped) {
        *bits &= *bits - 1;
    }
    take_lowest(bits)
}
