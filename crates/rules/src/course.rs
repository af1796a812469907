//! Games being followed from turn to turn.

use crate::action::Action;
use crate::outcome::{Outcome, Termination};
use crate::position::{Played, Position, PositionKey};
use crate::refusal::{IllegalAction, IllegalTurn};
use crate::repetitions::Repetitions;
use crate::turn::Turn;

/// A game being followed: its position, how often positions have occurred, and its outcome.
///
/// ```
/// use moelle_rules::{Course, Position, Termination, Turn, Variant};
///
/// let rules = Variant::find("nine").expect("nine is offered").rules();
/// let start = Position::parse(rules, "www/bb1/3/w4b/3/b2/b2 w 0,0 0 0 30")?;
/// let mut course = Course::new(start);
/// for text in ["d7-d6", "g4-g7"] {
///     let refused = course.play(&Turn::parse(start.board(), text)?);
///     assert!(refused.is_err(), "d6 is taken, and it is not Black's turn");
/// }
/// for text in ["a4-b4", "g4-f4", "b4-a4", "f4-g4"].repeat(2) {
///     course.play(&Turn::parse(start.board(), text)?)?;
/// }
/// assert_eq!(course.occurrences(), 3);
/// let outcome = course.outcome().expect("the start has occurred three times");
/// assert_eq!(outcome.termination, Termination::Repetition);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    position: Position,
    repetitions: Repetitions,
    outcome: Option<Outcome>,
}

impl Course {
    /// A game that begins at a position, which is thereby counted once.
    #[must_use]
    pub fn new(start: Position) -> Self {
        let mut repetitions = Repetitions::new();
        repetitions.count(&start);
        Self {
            position: start,
            repetitions,
            outcome: start.outcome(),
        }
    }

    /// A game that is taken up again: at a position, with the keys of the positions since the
    /// last placement or removal, its own among them, and with the outcome, if it has ended.
    #[must_use]
    pub fn resume(
        position: Position,
        keys: impl IntoIterator<Item = PositionKey>,
        outcome: Option<Outcome>,
    ) -> Self {
        let outcome = outcome.or(position.outcome());
        Self {
            position,
            repetitions: keys.into_iter().collect(),
            outcome,
        }
    }

    /// The current position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// How the game has ended, if it has.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The positions since the last placement or removal.
    #[must_use]
    pub const fn repetitions(&self) -> &Repetitions {
        &self.repetitions
    }

    /// How often the current position has occurred; 0 inside a turn, where nothing is counted.
    #[must_use]
    pub fn occurrences(&self) -> u32 {
        self.repetitions.seen(&self.position)
    }

    /// Plays a turn, or a part of one, and finds out whether the game has ended.
    ///
    /// # Errors
    /// The first action that is refused. Then nothing has changed.
    pub fn play(&mut self, turn: &Turn) -> Result<Played, IllegalTurn> {
        let before = self.position;
        let (mut outcome, mut closed) = (self.outcome, 0);
        for (number, action) in turn.actions().enumerate() {
            let stepped = match outcome {
                Some(_) => Err(IllegalAction::game_over(action)),
                None => self.position.step(action),
            };
            match stepped {
                Ok(lines) => closed |= lines,
                Err(refused) => {
                    self.position = before;
                    return Err(refused.in_turn(number));
                }
            }
            outcome = self.adjudicate(before.ply());
        }
        self.outcome = outcome;
        Ok(self.count(&before, closed))
    }

    /// Plays one action, and finds out whether the game has ended.
    ///
    /// # Errors
    /// The action is refused. Then nothing has changed.
    #[inline]
    pub fn act(&mut self, action: Action) -> Result<Played, IllegalAction> {
        if self.outcome.is_some() {
            return Err(IllegalAction::game_over(action));
        }
        let before = self.position;
        let closed = self.position.step(action)?;
        self.outcome = self.adjudicate(before.ply());
        Ok(self.count(&before, closed))
    }

    /// Begins another game in this one's place, which keeps its memory.
    pub fn restart(&mut self, start: Position) {
        self.repetitions.clear();
        self.repetitions.count(&start);
        self.position = start;
        self.outcome = start.outcome();
    }

    /// Ends the game in a way that players cause; a game that has ended stays as it is.
    pub fn end(&mut self, outcome: Outcome) {
        self.outcome = self.outcome.or(Some(outcome));
    }

    /// How the game has ended with the current position, which the last action has led to.
    #[inline]
    fn adjudicate(&self, ply_before: u32) -> Option<Outcome> {
        let position = &self.position;
        let comes_first = position
            .outcome()
            .is_some_and(|outcome| outcome.termination != Termination::Quiet);
        let limit = u32::from(position.rules().repetition());
        let is_counted = position.ply() != ply_before && position.quiet() > 0;
        if comes_first || limit == 0 || !is_counted {
            return position.outcome();
        }
        if self.repetitions.seen(position) + 1 >= limit {
            return Some(Outcome::draw(Termination::Repetition));
        }
        position.outcome()
    }

    /// Counts the current position, if a turn has led to it, and tells what that turn has done.
    #[inline]
    fn count(&mut self, before: &Position, closed: u32) -> Played {
        if self.position.quiet() == 0 {
            self.repetitions.clear();
        }
        if self.position.ply() != before.ply() {
            self.repetitions.count(&self.position);
        }
        before.played(self.position, closed, self.outcome)
    }
}
