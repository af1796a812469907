//! Counting the leaves of the tree of turns.
//!
//! The tree is walked turn by turn; only the turns of the last ply are counted at their own
//! node without being played. No position is looked up and no symmetry is used.

mod node;

use self::node::{Known, Node, Tree};
use crate::bits::{count, lowest};
use crate::outcome::Termination;
use crate::position::{Position, removable_of};
use crate::rule_words::{Blocked, BoardFull, MillRule, RemovalsPerTurn};

/// Counts the leaves of the tree of complete turns of this depth.
///
/// A choice of removals counts once for each choice, a pass adds no depth, a position where the
/// game has ended has no children. Repetition and quiet plies are ignored.
///
/// ```
/// use moelle_rules::{Position, Side, Variant, perft};
///
/// let rules = Variant::find("nine").expect("nine is offered").rules();
/// assert_eq!(perft(&Position::start(rules, Side::White), 3), 24 * 23 * 22);
/// ```
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    let has_ended = position
        .outcome()
        .is_some_and(|outcome| outcome.termination != Termination::Quiet);
    if depth == 0 {
        return 1;
    }
    // A turn that would pass the largest ply is refused, so no leaf lies deeper.
    let is_too_deep = position.ply().checked_add(depth).is_none();
    if has_ended || is_too_deep {
        return 0;
    }
    let tree = Tree {
        board: position.board(),
        rules: position.rules,
    };
    let node = Node {
        own: position.men[position.side],
        other: position.men[!position.side],
        own_hand: position.hands[position.side],
        other_hand: position.hands[!position.side],
    };
    if position.owed > 0 {
        return tree.removals(node, position.owed, depth);
    }
    tree.turns(node, tree.known(node), depth)
}

impl Tree {
    /// Counts the leaves below a node between turns at which the game goes on.
    fn turns(&self, node: Node, known: Known, depth: u32) -> u64 {
        if depth == 1 {
            return self.count_turns(node, known);
        }
        let mut leaves = 0;
        let child_closing = self.board.closing_points(node.other);
        let own_in_mills = self.board.in_mills(node.own);
        if node.own_hand > 0 {
            let mut closing = known.own_closing & self.empty(node);
            let mut quiet = self.empty(node) & !closing;
            while quiet != 0 {
                let child = node.placed(lowest(quiet)).turned();
                let known = Known {
                    own_closing: child_closing,
                    other_in_mills: own_in_mills,
                };
                leaves += self.between_turns(child, known, depth - 1);
                quiet &= quiet - 1;
            }
            while closing != 0 {
                let to = lowest(closing);
                leaves += self.closed(node.placed(to), to, depth);
                closing &= closing - 1;
            }
        }
        if node.own_hand == 0 || self.rules.move_while_placing() {
            let mut men = node.own;
            while men != 0 {
                let from = men & men.wrapping_neg();
                let mut targets = self.targets(node, from);
                while targets != 0 {
                    let to = lowest(targets);
                    let moved = Node {
                        own: node.own ^ from | 1 << to,
                        ..node
                    };
                    if known.own_closing & 1 << to != 0 && self.closes(moved.own, to) {
                        leaves += self.closed(moved, to, depth);
                    } else {
                        let stay = own_in_mills & from == 0;
                        let other_in_mills = if stay {
                            own_in_mills
                        } else {
                            self.board.in_mills(moved.own)
                        };
                        let known = Known {
                            own_closing: child_closing,
                            other_in_mills,
                        };
                        leaves += self.between_turns(moved.turned(), known, depth - 1);
                    }
                    targets &= targets - 1;
                }
                men &= men - 1;
            }
        }
        leaves
    }

    /// Counts the leaves below a node that a turn has just led to, which may be an end, and
    /// where the side to act may have to pass.
    #[inline]
    fn between_turns(&self, node: Node, known: Known, depth: u32) -> u64 {
        if depth == 1 {
            let turns = self.count_turns(node, known);
            if turns > 0 || self.rules.blocked() != Blocked::Passes {
                return turns;
            }
            return self.count_turns(node.turned(), self.known(node.turned()));
        }
        if self.empty(node) == 0 && self.rules.board_full() == BoardFull::Draw {
            return 0;
        }
        if self.can_act(node) {
            return self.turns(node, known, depth);
        }
        let passes = self.rules.blocked() == Blocked::Passes && self.can_act(node.turned());
        if passes {
            self.turns(node.turned(), self.known(node.turned()), depth)
        } else {
            0
        }
    }

    /// Counts the leaves below a node whose side to act has just closed mills on a point.
    fn closed(&self, node: Node, to: u8, depth: u32) -> u64 {
        if self.rules.mill() == MillRule::Win {
            return u64::from(depth == 1);
        }
        match self.earned(node, to) {
            0 => self.completed(node, depth),
            owed => self.removals(node, owed, depth),
        }
    }

    /// Counts the leaves below a node whose side to act owes removals.
    fn removals(&self, node: Node, owed: u8, depth: u32) -> u64 {
        let mut removable = removable_of(&self.rules, self.board, node.other);
        if depth == 1 && owed == 1 {
            return u64::from(count(removable));
        }
        let mut leaves = 0;
        while removable != 0 {
            let left = Node {
                other: node.other & !(1 << lowest(removable)),
                ..node
            };
            leaves += if count(left.other) + left.other_hand < self.rules.min_men() {
                u64::from(depth == 1)
            } else if owed > 1 {
                self.removals(left, owed - 1, depth)
            } else {
                self.completed(left, depth)
            };
            removable &= removable - 1;
        }
        leaves
    }

    /// Counts the leaves below a node whose side to act has completed its turn.
    fn completed(&self, node: Node, depth: u32) -> u64 {
        if depth == 1 {
            return 1;
        }
        let child = node.turned();
        self.between_turns(child, self.known(child), depth - 1)
    }

    /// Counts the turns of the side to act without playing them.
    #[inline]
    fn count_turns(&self, node: Node, known: Known) -> u64 {
        let mut turns = 0;
        if node.own_hand > 0 {
            let empty = self.empty(node);
            turns += u64::from(count(empty));
            let closing = known.own_closing & empty;
            if closing != 0 {
                turns += self.more_by_placing(node, known, closing);
            }
        }
        if node.own_hand == 0 || self.rules.move_while_placing() {
            turns += self.count_movements(node, known);
        }
        turns
    }

    /// How many turns there are more than placements that close mills on these points.
    fn more_by_placing(&self, node: Node, known: Known, mut closing: u32) -> u64 {
        let mut more = 0;
        while closing != 0 {
            let to = lowest(closing);
            more += self.more_by_removals(node.placed(to), known, to);
            closing &= closing - 1;
        }
        more
    }

    fn count_movements(&self, node: Node, known: Known) -> u64 {
        let mut turns = 0;
        let mut men = node.own;
        while men != 0 {
            let from = men & men.wrapping_neg();
            let targets = self.targets(node, from);
            turns += u64::from(count(targets));
            let mut closing = self.closing_by_moving(node.own ^ from, targets & known.own_closing);
            while closing != 0 {
                let to = lowest(closing);
                let moved = Node {
                    own: node.own ^ from | 1 << to,
                    ..node
                };
                turns += self.more_by_removals(moved, known, to);
                closing &= closing - 1;
            }
            men &= men - 1;
        }
        turns
    }

    /// How many turns there are more than the one action that has closed mills on a point.
    #[inline]
    fn more_by_removals(&self, node: Node, known: Known, to: u8) -> u64 {
        if self.rules.mill() == MillRule::Win {
            return 0;
        }
        if self.rules.removals_per_turn() == RemovalsPerTurn::One {
            let in_hand = node.own_hand | node.other_hand;
            if in_hand > 0 && !self.rules.capture_while_placing() {
                return 0;
            }
            let removable = self.removable(node, known);
            return u64::from(count(removable).saturating_sub(1));
        }
        match self.earned(node, to) {
            0 => 0,
            owed => self.removals(node, owed, 1) - 1,
        }
    }

    /// How many removals the side to act has earned by closing mills on a point.
    fn earned(&self, node: Node, to: u8) -> u8 {
        let in_hand = node.own_hand | node.other_hand;
        if in_hand > 0 && !self.rules.capture_while_placing() {
            return 0;
        }
        let earned = match self.rules.removals_per_turn() {
            RemovalsPerTurn::One => 1,
            RemovalsPerTurn::OnePerMill => count(self.board.lines_closed_at(node.own, to)),
        };
        earned.min(count(removable_of(&self.rules, self.board, node.other)))
    }
}
