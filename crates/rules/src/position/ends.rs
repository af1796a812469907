//! How a game ends, as far as one position shows it.

use super::Position;
use crate::outcome::{Outcome, Termination};
use crate::rule_words::{Blocked, BoardFull, MillRule};
use crate::side::Side;

impl Position {
    /// Whether no action is possible any more: the game has ended, or cannot be counted on.
    #[inline]
    pub(crate) const fn is_over(&self) -> bool {
        self.outcome.is_some() || self.ply == u32::MAX
    }

    /// Counts the turn that was just completed; the other side is to act, unless it passes.
    #[inline]
    pub(super) fn complete_turn(&mut self) {
        self.owed = 0;
        self.ply += 1;
        self.side = !self.side;
        if self.outcome.is_none() {
            self.settle_between_turns();
        }
    }

    /// Finds the end that a position stands at that was set up, or passes where that is due.
    pub(super) fn settle_as_read(&mut self) {
        self.outcome = self.too_few_men().or_else(|| self.standing_mill());
        if self.outcome.is_none() && self.owed == 0 {
            self.settle_between_turns();
        }
    }

    /// Whether a side can do anything at all when it is to act and owes nothing.
    #[inline]
    pub(crate) fn can_act(&self, side: Side) -> bool {
        let empty = self.empty();
        if empty == 0 {
            return false;
        }
        if self.hands[side] > 0 {
            return true;
        }
        let men = self.men[side];
        if self.moves_freely(side) {
            men != 0
        } else {
            self.board().any_neighbour_among(men, empty)
        }
    }

    /// The ends that are looked for after a completed turn, and passing.
    #[inline]
    fn settle_between_turns(&mut self) {
        if self.rules.board_full() == BoardFull::Draw && self.empty() == 0 {
            self.outcome = Some(Outcome::draw(Termination::BoardFull));
        } else if !self.can_act(self.side) {
            match self.rules.blocked() {
                Blocked::Loses => {
                    self.outcome = Some(Outcome::win(!self.side, Termination::Blocked));
                }
                Blocked::Passes if self.can_act(!self.side) => self.side = !self.side,
                Blocked::Passes | Blocked::Draw => {
                    self.outcome = Some(Outcome::draw(Termination::Blocked));
                }
            }
        }
        let limit = u32::from(self.rules.quiet_plies());
        if self.outcome.is_none() && limit != 0 && self.quiet >= limit {
            self.outcome = Some(Outcome::draw(Termination::Quiet));
        }
    }

    fn too_few_men(&self) -> Option<Outcome> {
        [Side::White, Side::Black]
            .into_iter()
            .find(|side| self.men_left(*side) < self.rules.min_men())
            .map(|loser| Outcome::win(!loser, Termination::TooFewMen))
    }

    /// A mill that stands where a mill wins; of the side not to act, if both have one.
    fn standing_mill(&self) -> Option<Outcome> {
        if self.rules.mill() == MillRule::Capture {
            return None;
        }
        [!self.side, self.side]
            .into_iter()
            .find(|side| self.board().in_mills(self.men[*side]) != 0)
            .map(|winner| Outcome::win(winner, Termination::Mill))
    }
}
