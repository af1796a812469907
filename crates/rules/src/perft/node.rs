//! Nodes of the tree of turns, and what the rules say of them.

use crate::bits::{count, lowest};
use crate::board::Board;
use crate::rule_set::RuleSet;
use crate::rule_words::{Movement, Removable};

/// What every node of the tree shares.
pub(super) struct Tree {
    pub(super) board: &'static Board,
    pub(super) rules: RuleSet,
}

/// A position as the side to act sees it.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) own: u32,
    pub(super) other: u32,
    pub(super) own_hand: u8,
    pub(super) other_hand: u8,
}

/// What is known about a node from the node before it.
#[derive(Clone, Copy)]
pub(super) struct Known {
    /// Where one man more of the side to act would close a mill; a man that moves closes one
    /// only there, and not if the mill lacks that man.
    pub(super) own_closing: u32,
    /// The other side's men in mills.
    pub(super) other_in_mills: u32,
}

impl Node {
    /// The same position as the other side sees it.
    #[inline]
    pub(super) const fn turned(self) -> Self {
        Self {
            own: self.other,
            other: self.own,
            own_hand: self.other_hand,
            other_hand: self.own_hand,
        }
    }

    /// The position after the side to act has placed a man.
    #[inline]
    pub(super) const fn placed(self, to: u8) -> Self {
        Self {
            own: self.own | 1 << to,
            own_hand: self.own_hand - 1,
            ..self
        }
    }
}

/// What the rules say of a node.
impl Tree {
    pub(super) fn known(&self, node: Node) -> Known {
        Known {
            own_closing: self.board.closing_points(node.own),
            other_in_mills: self.board.in_mills(node.other),
        }
    }

    /// The targets at which these men, with one more, hold a line.
    #[inline]
    pub(super) fn closing_by_moving(&self, men: u32, mut targets: u32) -> u32 {
        let mut closing = 0;
        while targets != 0 {
            let to = lowest(targets);
            closing |= u32::from(self.closes(men, to)) << to;
            targets &= targets - 1;
        }
        closing
    }

    #[inline]
    pub(super) fn closes(&self, men: u32, to: u8) -> bool {
        self.board.closes_line_at(men, to)
    }

    #[inline]
    pub(super) const fn empty(&self, node: Node) -> u32 {
        self.board.all() & !(node.own | node.other)
    }

    /// The men that may be removed once the side to act has earned a removal.
    #[inline]
    pub(super) fn removable(&self, node: Node, known: Known) -> u32 {
        match (self.rules.removable(), node.other & !known.other_in_mills) {
            (Removable::Any, _) | (Removable::OutsideMillsFirst, 0) => node.other,
            (_, outside) => outside,
        }
    }

    /// Where a man of the side to act may move, given as a bit.
    #[inline]
    pub(super) fn targets(&self, node: Node, from: u32) -> u32 {
        let empty = self.empty(node);
        if self.moves_freely(node) {
            empty
        } else {
            empty & self.board.neighbour_bits(lowest(from))
        }
    }

    #[inline]
    pub(super) fn moves_freely(&self, node: Node) -> bool {
        self.rules.movement() == Movement::Any
            || (node.own_hand == 0 && node.own != 0 && count(node.own) <= self.rules.fly_at())
    }

    #[inline]
    pub(super) fn can_act(&self, node: Node) -> bool {
        let empty = self.empty(node);
        if node.own_hand > 0 || self.moves_freely(node) {
            return empty != 0 && (node.own_hand > 0 || node.own != 0);
        }
        self.board.any_neighbour_among(node.own, empty)
    }
}
