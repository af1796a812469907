//! Game records: text with tags and turns, much as chess players write PGN.

mod fault;
mod reading;
mod words;
mod writing;

pub use fault::{ParseRecordError, RecordFault};

use crate::course::Course;
use crate::outcome::{GameResult, Outcome};
use crate::position::{Played, Position};
use crate::refusal::IllegalTurn;
use crate::rule_set::RuleSet;
use crate::side::{BySide, Side};
use crate::turn::Turn;
use crate::variant::Variant;

/// What a name is where it is not known.
const UNKNOWN: &str = "?";

/// A record of a game: who played what and how, from the start to where it stands.
///
/// The turns of a record are legal and its outcome does not contradict them.
///
/// ```
/// use moelle_rules::{Position, Record, Side, Turn, Variant};
///
/// let three = Variant::find("three").expect("three is offered");
/// let mut record = Record::new(three, Position::start(three.rules(), Side::White));
/// record.event = "Kitchen table".to_owned();
/// for text in ["b2", "a3", "b1", "c1", "b3"] {
///     let turn = Turn::parse(record.start().board(), text)?;
///     record.play(&turn)?;
/// }
/// let text = record.to_string();
/// assert!(text.ends_with("[Termination \"mill\"]\n\n1. b2 a3 2. b1 c1 3. b3 1-0\n"));
/// assert_eq!(Record::parse(&text)?, record);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Where or on what occasion the game was played; `?` if it is not known.
    pub event: String,
    /// The names of the players; `?` where they are not known.
    pub players: BySide<String>,
    /// Other tags and their values, in the order in which they are written, after the rest.
    /// Names are letters, digits and `_`; a tag with another name, or with the name of a tag that
    /// the record writes itself, is not written.
    pub tags: Vec<(String, String)>,
    variant: &'static Variant,
    start: Position,
    course: Course,
    turns: Vec<(Side, Turn)>,
    outcome: Option<Outcome>,
}

impl Record {
    /// Turns that are read from a text, at most.
    pub const TURNS_MAX: usize = 20_000;

    /// A record of a game that has not yet been played.
    ///
    /// The start holds the rule set, which may differ from the variant's.
    #[must_use]
    pub fn new(variant: &'static Variant, start: Position) -> Self {
        Self {
            event: UNKNOWN.to_owned(),
            players: BySide::from_fn(|_| UNKNOWN.to_owned()),
            tags: Vec::new(),
            variant,
            start,
            course: Course::new(start),
            turns: Vec::new(),
            outcome: start.outcome(),
        }
    }

    /// Reads a record.
    ///
    /// Comments, numbers of turns and line breaks may stand anywhere between turns, tags may be
    /// missing, points may be in upper case, and a turn may come action by action.
    ///
    /// ```
    /// use moelle_rules::Record;
    ///
    /// let record = Record::parse("1. D6 {the middle} f4 2. d7 ; a threat\n b4 3. d5 xB4 *")?;
    /// assert_eq!(record.variant().name(), "nine");
    /// assert_eq!(record.turns().count(), 5);
    ///
    /// let refused = Record::parse("1. d6 f4\n2. d6").expect_err("a man stands there");
    /// assert_eq!((refused.line, refused.column), (2, 4));
    /// # Ok::<(), moelle_rules::ParseRecordError>(())
    /// ```
    ///
    /// # Errors
    /// The first fault, with its line and column.
    pub fn parse(text: &str) -> Result<Self, ParseRecordError> {
        Ok(reading::read(text)?.record)
    }

    /// Reads a record that a game is to be made of.
    ///
    /// What [`Record::parse`] passes over is a fault here: a text that says nothing, without a tag, a
    /// turn or a result; and an end that players are said to have caused where the turns have ended
    /// the game in another way before.
    ///
    /// ```
    /// use moelle_rules::Record;
    ///
    /// assert!(Record::parse_strictly("[Variant \"nine\"]").is_ok());
    /// assert!(Record::parse_strictly("; nothing was played").is_err());
    ///
    /// let mill = "[Variant \"three\"]\n1. b2 a3 2. b1 c1 3. b3";
    /// assert!(Record::parse_strictly(mill).is_ok());
    /// let resigned = format!("[Termination \"resignation\"]\n{mill} 0-1");
    /// assert!(Record::parse_strictly(&resigned).is_err());
    /// # Ok::<(), moelle_rules::ParseRecordError>(())
    /// ```
    ///
    /// # Errors
    /// The first fault, with its line and column.
    pub fn parse_strictly(text: &str) -> Result<Self, ParseRecordError> {
        reading::read(text)?.strictly()
    }

    /// The variant that the rule set is written as differing from.
    #[must_use]
    pub const fn variant(&self) -> &'static Variant {
        self.variant
    }

    /// What the game is played by.
    #[must_use]
    pub const fn rules(&self) -> RuleSet {
        self.start.rules()
    }

    /// The position in which the game began.
    #[must_use]
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// The game as far as it is recorded.
    #[must_use]
    pub const fn course(&self) -> &Course {
        &self.course
    }

    /// The turns in their order, each with its side; the last may lack removals.
    #[must_use]
    pub fn turns(&self) -> impl ExactSizeIterator<Item = (Side, &Turn)> {
        self.turns.iter().map(|(side, turn)| (*side, turn))
    }

    /// How the game has ended, if it has.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The result; none while the game is on.
    #[must_use]
    pub fn result(&self) -> GameResult {
        self.outcome
            .map_or(GameResult::NoResult, |outcome| outcome.result)
    }

    /// Records a turn, or a part of one.
    ///
    /// # Errors
    /// The turn is refused. Then nothing has changed.
    pub fn play(&mut self, turn: &Turn) -> Result<Played, IllegalTurn> {
        let before = *self.course.position();
        let played = self.course.play(turn)?;
        let begun = if before.owed() > 0 {
            self.turns.pop()
        } else {
            None
        };
        let whole = begun
            .and_then(|(_, begun)| turn.removals().try_fold(begun, Turn::removing))
            .unwrap_or(*turn);
        self.turns.push((before.side(), whole));
        self.outcome = played.outcome;
        Ok(played)
    }

    /// Records an end that players cause; a game that has ended stays as it is.
    pub fn end(&mut self, outcome: Outcome) {
        self.course.end(outcome);
        self.outcome = self.outcome.or(Some(outcome));
    }

    /// Begins the game somewhere else; what was played is forgotten.
    fn restart(&mut self, start: Position) {
        self.start = start;
        self.course = Course::new(start);
        self.turns.clear();
        self.outcome = start.outcome();
    }
}
