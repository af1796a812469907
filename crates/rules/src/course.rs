//! Games being followed from turn to turn.

use crate::outcome::{Outcome, Termination};
use crate::position::{Played, Position, PositionKey};
use crate::refusal::{IllegalTurn, Refusal};
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
        if self.outcome.is_some() {
            let point = turn
                .actions()
                .next()
                .map(|action| action.first_point().name());
            return Err(IllegalTurn {
                refusal: Refusal::GameOver,
                action: 0,
                point,
            });
        }
        let mut occurrences = 0;
        let played = self.position.play_with(turn, |position| {
            occurrences = 1;
            if position.quiet() > 0 {
                occurrences += self.repetitions.seen(position);
            }
            repetition(position, occurrences)
        })?;
        if played.position.quiet() == 0 {
            self.repetitions.clear();
        }
        if played.ended_turn {
            self.repetitions.count(&played.position);
        }
        self.position = played.position;
        self.outcome = played.outcome;
        Ok(played)
    }

    /// Ends the game in a way that players cause; a game that has ended stays as it is.
    pub fn end(&mut self, outcome: Outcome) {
        self.outcome = self.outcome.or(Some(outcome));
    }
}

/// The draw by repetition, unless the position stands at an end that comes before it.
fn repetition(position: &Position, occurrences: u32) -> Option<Outcome> {
    let limit = u32::from(position.rules().repetition());
    let comes_later = position
        .outcome()
        .is_none_or(|outcome| outcome.termination == Termination::Quiet);
    (limit != 0 && occurrences >= limit && comes_later)
        .then(|| Outcome::draw(Termination::Repetition))
}
