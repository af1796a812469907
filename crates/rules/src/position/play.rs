//! Playing: one action or one turn at a time.

use super::Position;
use crate::action::Action;
use crate::bits::count;
use crate::line_set::LineSet;
use crate::outcome::{Outcome, Termination};
use crate::point::Point;
use crate::refusal::{IllegalAction, IllegalTurn, Refusal};
use crate::rule_words::{MillRule, RemovalsPerTurn};
use crate::turn::Turn;

/// What playing a turn, or a part of one, has led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The new position.
    pub position: Position,
    /// The mills that the placement or movement closed.
    pub closed: LineSet,
    /// How the game has ended, if it has.
    pub outcome: Option<Outcome>,
    /// Whether the turn is over: nothing is owed any more, and the ply is counted.
    pub ended_turn: bool,
    /// Whether the other side had no legal turn and has passed, so that the same side acts.
    pub passed: bool,
}

impl Position {
    /// Plays one action.
    ///
    /// ```
    /// use moelle_rules::{Action, Position, Refusal, Side, Variant};
    ///
    /// let rules = Variant::find("nine").expect("nine is offered").rules();
    /// let d6 = rules.board().point("d6").expect("d6 is on the board");
    /// let position = Position::start(rules, Side::White).act(Action::Place(d6))?;
    /// let refused = position.act(Action::Place(d6)).expect_err("a man stands there");
    /// assert_eq!(refused.refusal, Refusal::PointOccupied);
    /// # Ok::<(), moelle_rules::IllegalAction>(())
    /// ```
    ///
    /// # Errors
    /// The action is refused. A point of another board is taken by its name.
    pub fn act(&self, action: Action) -> Result<Self, IllegalAction> {
        let mut position = *self;
        position.step(action)?;
        Ok(position)
    }

    /// Plays a turn, or the part of one that the actions make up.
    ///
    /// # Errors
    /// The first action that is refused, with its number.
    pub fn play(&self, turn: &Turn) -> Result<Played, IllegalTurn> {
        let mut position = *self;
        let mut closed = 0;
        for (number, action) in turn.actions().enumerate() {
            closed |= position
                .step(action)
                .map_err(|refused| refused.in_turn(number))?;
        }
        Ok(self.played(position, closed, position.outcome))
    }

    /// What playing on from here has led to.
    #[inline]
    pub(crate) fn played(&self, to: Self, closed: u32, outcome: Option<Outcome>) -> Played {
        let ended_turn = to.ply != self.ply;
        Played {
            position: to,
            closed: LineSet::new(self.board().kind(), closed),
            outcome,
            ended_turn,
            passed: ended_turn && to.side == self.side,
        }
    }

    /// Plays one action in place and gives the lines that it closed.
    #[inline]
    pub(crate) fn step(&mut self, mut action: Action) -> Result<u32, IllegalAction> {
        if !action.is_on(self.board().kind()) {
            action = self.by_name(action)?;
        }
        if self.is_over() {
            return Err(IllegalAction::game_over(action));
        }
        match action {
            Action::Place(to) => self.place(to),
            Action::Move { from, to } => self.move_man(from, to),
            Action::Remove(point) => self.remove(point),
        }
    }

    fn place(&mut self, to: Point) -> Result<u32, IllegalAction> {
        if self.owed > 0 {
            return refuse(Refusal::RemovalOwed, to);
        }
        if self.hands[self.side] == 0 {
            return refuse(Refusal::NoneInHand, to);
        }
        if self.empty() & to.bit() == 0 {
            return refuse(Refusal::PointOccupied, to);
        }
        self.men[self.side] |= to.bit();
        self.hands[self.side] -= 1;
        self.quiet = 0;
        Ok(self.close(to, 0))
    }

    fn move_man(&mut self, from: Point, to: Point) -> Result<u32, IllegalAction> {
        let side = self.side;
        if self.owed > 0 {
            return refuse(Refusal::RemovalOwed, from);
        }
        if !self.may_move(side) {
            return refuse(Refusal::MenInHand, from);
        }
        if self.empty() & from.bit() != 0 {
            return refuse(Refusal::NoManThere, from);
        }
        if self.men[side] & from.bit() == 0 {
            return refuse(Refusal::NotYourMan, from);
        }
        if self.empty() & to.bit() == 0 {
            return refuse(Refusal::PointOccupied, to);
        }
        let adjacent = self.board().neighbour_bits(from.raw()) & to.bit() != 0;
        if !adjacent && !self.moves_freely(side) {
            return refuse(Refusal::NotAdjacent, to);
        }
        if self.quiet == u32::MAX && self.would_be_quiet(from, to) {
            return refuse(Refusal::GameOver, from);
        }
        self.men[side] ^= from.bit() | to.bit();
        Ok(self.close(to, 1))
    }

    fn remove(&mut self, point: Point) -> Result<u32, IllegalAction> {
        let opponent = !self.side;
        if self.owed == 0 {
            return refuse(Refusal::NoRemovalOwed, point);
        }
        if self.empty() & point.bit() != 0 {
            return refuse(Refusal::NothingToRemove, point);
        }
        if self.men[self.side] & point.bit() != 0 {
            return refuse(Refusal::OwnMan, point);
        }
        if self.removable_bits() & point.bit() == 0 {
            return refuse(Refusal::ManInMill, point);
        }
        self.men[opponent] ^= point.bit();
        self.quiet = 0;
        self.owed -= 1;
        if self.men_left(opponent) < self.rules.min_men() {
            self.outcome = Some(Outcome::win(self.side, Termination::TooFewMen));
            self.owed = 0;
        }
        if self.owed == 0 {
            self.complete_turn();
        }
        Ok(0)
    }

    /// Looks at the lines that a man just closed on `to`, and completes the turn unless
    /// removals are owed; then `quiet_plies` are added to the quiet plies.
    #[inline]
    fn close(&mut self, to: Point, quiet_plies: u32) -> u32 {
        let (board, own) = (self.board(), self.men[self.side]);
        let mut closed = 0;
        if board.closes_line_at(own, to.raw()) {
            closed = board.lines_closed_at(own, to.raw());
            if self.rules.mill() == MillRule::Win {
                self.outcome = Some(Outcome::win(self.side, Termination::Mill));
            } else {
                self.owed = self.earned(closed, self.hands.white | self.hands.black);
            }
        }
        if self.owed == 0 {
            self.quiet += quiet_plies;
            self.complete_turn();
        }
        closed
    }

    /// How many removals the side to act earns by closing these lines while men are in hand,
    /// or none are.
    #[inline]
    pub(crate) fn earned(&self, closed: u32, in_hand: u8) -> u8 {
        if closed == 0 || (in_hand > 0 && !self.rules.capture_while_placing()) {
            return 0;
        }
        let earned = match self.rules.removals_per_turn() {
            RemovalsPerTurn::One => 1,
            RemovalsPerTurn::OnePerMill => count(closed),
        };
        earned.min(count(self.removable_bits()))
    }

    /// Whether a movement would end its turn without a removal.
    pub(crate) fn would_be_quiet(&self, from: Point, to: Point) -> bool {
        let men = self.men[self.side] ^ (from.bit() | to.bit());
        let closed = self.board().lines_closed_at(men, to.raw());
        self.rules.mill() == MillRule::Win
            || self.earned(closed, self.hands.white | self.hands.black) == 0
    }

    /// The same action with points of this board.
    #[cold]
    fn by_name(&self, action: Action) -> Result<Action, IllegalAction> {
        let point = |point: Point| {
            let name = point.name();
            let unknown = IllegalAction {
                refusal: Refusal::UnknownPoint,
                point: name,
            };
            self.board().named(name).ok_or(unknown)
        };
        Ok(match action {
            Action::Place(to) => Action::Place(point(to)?),
            Action::Move { from, to } => Action::Move {
                from: point(from)?,
                to: point(to)?,
            },
            Action::Remove(from) => Action::Remove(point(from)?),
        })
    }
}

fn refuse(refusal: Refusal, point: Point) -> Result<u32, IllegalAction> {
    Err(IllegalAction {
        refusal,
        point: point.name(),
    })
}
