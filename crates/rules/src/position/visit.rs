//! The legal turns, whole and as fast as they come.

use super::{Position, removable_of};
use crate::bits::{count, take_lowest};
use crate::rule_words::MillRule;
use crate::turn::Turn;

impl Position {
    /// Visits every legal turn once: placements and then movements by man, in index order of
    /// the points. It is quicker than [`Position::legal_turns`], which has the order of texts.
    ///
    /// ```
    /// use moelle_rules::{Position, Side, Variant};
    ///
    /// let rules = Variant::find("six").expect("six is offered").rules();
    /// let mut turns = Vec::new();
    /// Position::start(rules, Side::White).for_each_turn(|turn| turns.push(turn));
    /// assert_eq!((turns.len(), turns[0].to_string()), (16, "a5".to_owned()));
    /// ```
    #[inline]
    pub fn for_each_turn(&self, mut visit: impl FnMut(Turn)) {
        let (board, own) = (self.board(), self.men[self.side]);
        let nothing = Turn::nothing(board.kind());
        if self.is_over() {
            return;
        }
        if self.owed > 0 {
            self.each_removal(nothing, self.men[!self.side], self.owed, &mut visit);
            return;
        }
        let closing = board.closing_points(own);
        let mut placements = self.placement_targets();
        while let Some(to) = take_lowest(&mut placements) {
            let turn = nothing.placing(to);
            if closing & (1 << to) == 0 {
                visit(turn);
            } else {
                self.each_capture(turn, 0, to, &mut visit);
            }
        }
        let mut movers = if self.may_move(self.side) { own } else { 0 };
        let reach = self.reach();
        while let Some(from) = take_lowest(&mut movers) {
            let mut targets = self.targets_within(reach, from);
            while let Some(to) = take_lowest(&mut targets) {
                let turn = nothing.moving(from, to);
                if closing & (1 << to) == 0 {
                    visit(turn);
                } else {
                    self.each_capture(turn, 1 << from, to, &mut visit);
                }
            }
        }
    }

    /// Visits the ways to complete a turn that begins with a placement on, or a movement to, a
    /// point at which it may close a mill.
    fn each_capture(&self, turn: Turn, from: u32, to: u8, visit: &mut impl FnMut(Turn)) {
        let side = self.side;
        let men = self.men[side] & !from | 1 << to;
        let closed = self.board().lines_closed_at(men, to);
        let own_hand = self.hands[side] - u8::from(from == 0);
        let owed = match self.rules.mill() {
            MillRule::Win => 0,
            MillRule::Capture => self.earned(closed, own_hand | self.hands[!side]),
        };
        if owed == 0 {
            visit(turn);
        } else {
            self.each_removal(turn, self.men[!side], owed, visit);
        }
    }

    /// Visits the turn with every sequence of removals from these men of the opponent.
    fn each_removal(&self, turn: Turn, men: u32, owed: u8, visit: &mut impl FnMut(Turn)) {
        let hand = self.hands[!self.side];
        let mut removable = removable_of(&self.rules, self.board(), men);
        while let Some(man) = take_lowest(&mut removable) {
            let longer = turn.with_removal(man);
            let left = men & !(1 << man);
            if owed == 1 || count(left) + hand < self.rules.min_men() {
                visit(longer);
            } else {
                self.each_removal(longer, left, owed - 1, visit);
            }
        }
    }
}
