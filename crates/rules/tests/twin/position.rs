//! A position, and what can be seen in it: mills, men that may be removed, who flies, phases.

use std::collections::BTreeMap;

use super::boards::{Board, board};
use super::rule_sets::RuleSet;

/// Men on the board, men in hand, who is to act and the three counts of the position text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The side (`w` or `b`) of the man on each occupied point.
    pub men: BTreeMap<&'static str, char>,
    /// The men in hand of each side.
    pub hands: BTreeMap<char, u64>,
    pub side: char,
    pub owed: u64,
    pub quiet: u64,
    pub ply: u64,
}

/// The other side.
pub fn opponent(side: char) -> char {
    if side == 'w' { 'b' } else { 'w' }
}

/// A rule set with its board: what a position is looked at with.
pub struct View<'a> {
    pub rules: &'a RuleSet,
    pub board: &'static Board,
    pub position: &'a Position,
}

impl<'a> View<'a> {
    pub fn new(rules: &'a RuleSet, position: &'a Position) -> Self {
        Self {
            rules,
            board: board(rules.board),
            position,
        }
    }

    pub fn man(&self, point: &str) -> Option<char> {
        self.position.men.get(point).copied()
    }

    pub fn hand(&self, side: char) -> u64 {
        self.position.hands[&side]
    }

    pub fn on_board(&self, side: char) -> u64 {
        self.position
            .men
            .values()
            .filter(|man| **man == side)
            .count() as u64
    }

    /// Men on the board and in hand together.
    pub fn men_of(&self, side: char) -> u64 {
        self.on_board(side) + self.hand(side)
    }

    /// The lines whose three points are all that side's.
    pub fn mills(&self, side: char) -> Vec<[&'static str; 3]> {
        let lines = self.board.lines.iter().copied();
        lines
            .filter(|line| line.iter().all(|point| self.man(point) == Some(side)))
            .collect()
    }

    pub fn stands_in_mill(&self, point: &str) -> bool {
        let side = self.man(point);
        side.is_some_and(|side| self.mills(side).iter().any(|mill| mill.contains(&point)))
    }

    /// The opposing men that the side to act may remove, in index order, were one owed.
    pub fn removable(&self) -> Vec<&'static str> {
        let other = opponent(self.position.side);
        let points = self.board.points.iter().copied();
        let men: Vec<&str> = points
            .filter(|point| self.man(point) == Some(other))
            .collect();
        let outside: Vec<&str> = men
            .iter()
            .copied()
            .filter(|point| !self.stands_in_mill(point))
            .collect();
        match self.rules.removable {
            "any" => men,
            "outside_mills_first" if outside.is_empty() => men,
            "outside_mills_first" | "outside_mills_only" => outside,
            word => panic!("removable={word}"),
        }
    }

    pub fn flies(&self, side: char) -> bool {
        let few = self.on_board(side) <= self.rules.fly_at;
        self.rules.fly_at != 0 && self.hand(side) == 0 && few
    }

    pub fn phase(&self, side: char) -> &'static str {
        if self.hand(side) > 0 {
            "placing"
        } else if self.flies(side) {
            "flying"
        } else {
            "moving"
        }
    }

    pub fn is_full(&self) -> bool {
        self.position.men.len() == self.board.points.len()
    }
}
