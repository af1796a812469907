//! The legal turns, whole.

use super::{Position, removable_of};
use crate::bits::{count, take_lowest};
use crate::board::LINES_THROUGH_MAX;
use crate::rule_words::MillRule;
use crate::turn::Turn;

/// Whole legal turns as a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegalTurns {
    /// The turns in the byte order of their texts.
    pub turns: Vec<Turn>,
    /// Whether there are more.
    pub truncated: bool,
}

/// The legal turns of the side to act in the byte order of their texts; or, where removals are
/// owed, every way to complete the turn. None once the game has ended.
///
/// Several orders of the same removals are several turns.
#[derive(Clone, Debug)]
pub struct Turns {
    position: Position,
    turn: Turn,
    /// The points that a turn may begin with, in name order.
    firsts: u32,
    /// The targets of the man that is moving, in name order.
    targets: u32,
    /// The choices for each removal of the turn that is being made up.
    choices: [Choice; LINES_THROUGH_MAX],
    depth: usize,
    /// How many removals the turn has to name.
    owed: usize,
}

/// The choice of one removal.
#[derive(Clone, Copy, Debug, Default)]
struct Choice {
    /// The opponent's men before it.
    men: u32,
    /// What is still to be tried, in name order.
    untried: u32,
}

impl Position {
    /// The legal turns in the byte order of their texts.
    ///
    /// ```
    /// use moelle_rules::{Position, Variant};
    ///
    /// let rules = Variant::find("nine").expect("nine is offered").rules();
    /// let position = Position::parse(rules, "ww1/bb1/3/6/3/3/b2 w 7,6 0 0 5")?;
    /// let turns: Vec<String> = position.legal_turns().map(|turn| turn.to_string()).collect();
    /// assert_eq!(turns[17..], ["g4", "g7xa1", "g7xb6", "g7xd6"]);
    /// # Ok::<(), moelle_rules::ParsePositionError>(())
    /// ```
    #[must_use]
    pub fn legal_turns(&self) -> Turns {
        let mut turns = Turns {
            position: *self,
            turn: Turn::nothing(self.board().kind()),
            firsts: 0,
            targets: 0,
            choices: [Choice::default(); LINES_THROUGH_MAX],
            depth: 0,
            owed: 0,
        };
        if self.is_over() {
            return turns;
        }
        if self.owed > 0 {
            turns.owed = usize::from(self.owed);
            turns.choose_removal(self.men[!self.side]);
        } else {
            let movers = if self.may_move(self.side) {
                self.men[self.side]
            } else {
                0
            };
            turns.firsts = self
                .board()
                .to_name_order(self.placement_targets() | movers);
        }
        turns
    }

    /// The first `limit` legal turns in the byte order of their texts, and whether that is all.
    #[must_use]
    pub fn legal_turns_sorted(&self, limit: usize) -> LegalTurns {
        let mut all = self.legal_turns();
        let turns = all.by_ref().take(limit).collect();
        LegalTurns {
            turns,
            truncated: all.next().is_some(),
        }
    }
}

impl Turns {
    /// The next choice of the last removal, if it completes the turn; or goes one removal on
    /// or back.
    fn next_removal(&mut self) -> Option<Turn> {
        let choice = &mut self.choices[self.depth - 1];
        let men = choice.men;
        let Some(rank) = take_lowest(&mut choice.untried) else {
            self.depth -= 1;
            if self.depth > 0 {
                self.turn.pop_removal();
            }
            return None;
        };
        let point = self.position.board().index_by_name(rank);
        let left = men & !(1 << point);
        self.turn.push_removal(point);
        let hand = self.position.hands[!self.position.side];
        let too_few = count(left) + hand < self.position.rules.min_men();
        if too_few || self.depth == self.owed {
            let turn = self.turn;
            self.turn.pop_removal();
            return Some(turn);
        }
        self.choose_removal(left);
        None
    }

    /// Goes on to the next removal from these men of the opponent.
    fn choose_removal(&mut self, men: u32) {
        let board = self.position.board();
        let removable = removable_of(&self.position.rules, board, men);
        self.choices[self.depth] = Choice {
            men,
            untried: board.to_name_order(removable),
        };
        self.depth += 1;
    }

    /// Takes the next placement or movement; whether there was one.
    fn next_first(&mut self) -> bool {
        let board = self.position.board();
        loop {
            if let Some(rank) = take_lowest(&mut self.targets) {
                self.turn
                    .set_move(self.turn.start_index(), board.index_by_name(rank));
                return true;
            }
            let Some(rank) = take_lowest(&mut self.firsts) else {
                return false;
            };
            let first = board.index_by_name(rank);
            if self.own_men() & (1 << first) == 0 {
                self.turn.set_place(first);
                return true;
            }
            self.turn.set_move(first, first);
            self.targets = board.to_name_order(self.position.movement_targets(first));
        }
    }

    /// Begins to choose removals, as many as the placement or movement earns.
    fn earn(&mut self) {
        let position = &self.position;
        let side = position.side;
        let (from, to) = (self.turn.start_bit(), self.turn.target_index());
        let men = self.own_men() & !from | 1 << to;
        let closed = position.board().lines_closed_at(men, to);
        let own_hand = position.hands[side] - u8::from(from == 0);
        let earned = match position.rules.mill() {
            MillRule::Win => 0,
            MillRule::Capture => position.earned(closed, own_hand | position.hands[!side]),
        };
        self.owed = usize::from(earned);
        if self.owed > 0 {
            self.choose_removal(self.position.men[!side]);
        }
    }

    fn own_men(&self) -> u32 {
        self.position.men[self.position.side]
    }
}

impl Iterator for Turns {
    type Item = Turn;

    fn next(&mut self) -> Option<Turn> {
        loop {
            if self.depth > 0 {
                if let Some(turn) = self.next_removal() {
                    return Some(turn);
                }
                continue;
            }
            if !self.next_first() {
                return None;
            }
            self.earn();
            if self.owed == 0 {
                return Some(self.turn);
            }
        }
    }
}
