//! The legal turns, whole.

use super::{Position, removable_of};
use crate::bits::{count, take_lowest};
use crate::board::{Board, LINES_THROUGH_MAX};
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
    board: &'static Board,
    turn: Turn,
    /// The points at which one man more of the side's would close a line.
    closing: u32,
    /// The points that a turn may begin with, in name order.
    firsts: u32,
    /// The man whose movements are being tried.
    from: u8,
    /// Its targets, in name order.
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
        let board = self.board();
        let mut turns = Turns {
            position: *self,
            board,
            turn: Turn::nothing(board.kind()),
            closing: board.closing_points(self.men[self.side]),
            firsts: 0,
            from: 0,
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
                self.turn = self.turn.without_last_removal();
            }
            return None;
        };
        let point = self.board.index_by_name(rank);
        let left = men & !(1 << point);
        self.turn = self.turn.with_removal(point);
        let hand = self.position.hands[!self.position.side];
        let too_few = count(left) + hand < self.position.rules.min_men();
        if too_few || self.depth == self.owed {
            let turn = self.turn;
            self.turn = self.turn.without_last_removal();
            return Some(turn);
        }
        self.choose_removal(left);
        None
    }

    /// Goes on to the next removal from these men of the opponent.
    fn choose_removal(&mut self, men: u32) {
        let board = self.board;
        let removable = removable_of(&self.position.rules, board, men);
        self.choices[self.depth] = Choice {
            men,
            untried: board.to_name_order(removable),
        };
        self.depth += 1;
    }

    /// Takes the next placement or movement, and gives its target.
    #[inline]
    fn next_first(&mut self) -> Option<u8> {
        loop {
            if let Some(rank) = take_lowest(&mut self.targets) {
                let to = self.board.index_by_name(rank);
                self.turn = self.turn.moving(self.from, to);
                return Some(to);
            }
            let first = self.board.index_by_name(take_lowest(&mut self.firsts)?);
            if self.own_men() & (1 << first) == 0 {
                self.turn = self.turn.placing(first);
                return Some(first);
            }
            self.from = first;
            let targets = self.position.movement_targets(first);
            self.targets = self.board.to_name_order(targets);
        }
    }

    /// Begins to choose removals, as many as the placement or movement to a point earns.
    fn earn(&mut self, to: u8) {
        let position = &self.position;
        let (side, from) = (position.side, self.turn.start_bit());
        let men = self.own_men() & !from | 1 << to;
        let closed = self.board.lines_closed_at(men, to);
        let own_hand = position.hands[side] - u8::from(from == 0);
        let earned = match position.rules.mill() {
            MillRule::Win => 0,
            MillRule::Capture => position.earned(closed, own_hand | position.hands[!side]),
        };
        self.owed = usize::from(earned);
        if self.owed > 0 {
            self.choose_removal(position.men[!side]);
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
            let to = self.next_first()?;
            if self.closing & (1 << to) == 0 {
                return Some(self.turn);
            }
            self.earn(to);
            if self.owed == 0 {
                return Some(self.turn);
            }
        }
    }
}
