//! What can be wrong with a record.

use thiserror::Error;

use super::Record;
use crate::field::InvalidFieldValue;
use crate::outcome::{GameResult, Outcome, Termination};
use crate::position::InvalidPosition;
use crate::refusal::IllegalTurn;
use crate::rule_set::InvalidRuleSet;
use crate::side::Side;

/// A text that is no record, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {what}")]
pub struct ParseRecordError {
    /// The line, from 1.
    pub line: usize,
    /// The column, in characters from 1.
    pub column: usize,
    /// What is wrong there.
    pub what: RecordFault,
}

/// What is wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordFault {
    /// A comment in braces, or a variation in parentheses, has no end.
    #[error("what opens with `{0}` is not closed")]
    NotClosed(char),
    /// A closing brace or parenthesis has no beginning.
    #[error("`{0}` closes nothing")]
    NotOpened(char),
    /// There is no tag, no turn and no result.
    #[error("there is no tag, no turn and no result")]
    SaysNothing,
    /// A tag is not of the form `[Name "value"]`.
    #[error("a tag is written `[Name \"value\"]`")]
    BadTag,
    /// A tag stands after the turns, where another game may begin.
    #[error("a tag stands after the turns; a record holds one game")]
    LateTag,
    /// A tag is given twice.
    #[error("the tag {0} is given twice")]
    TagTwice(String),
    /// The variant is not known.
    #[error("no variant is named `{0}`")]
    UnknownVariant(String),
    /// A field of the rule set cannot have its value.
    #[error(transparent)]
    InvalidField(#[from] InvalidFieldValue),
    /// The fields make no rule set.
    #[error(transparent)]
    InvalidRules(#[from] InvalidRuleSet),
    /// The start is refused.
    #[error("the position is refused: {0}")]
    InvalidPosition(#[from] InvalidPosition),
    /// A result is none of the four.
    #[error("`{0}` is no result; results are 1-0, 0-1, 1/2-1/2 and *")]
    UnknownResult(String),
    /// A termination is not known.
    #[error("`{0}` is no termination")]
    UnknownTermination(String),
    /// A turn is refused.
    #[error("the turn `{turn}` is refused: {refused}")]
    IllegalTurn {
        /// The turn as it is written.
        turn: String,
        /// Why, and where in it.
        refused: IllegalTurn,
        /// The record of what was played before it; it holds no end that players caused.
        played: Box<Record>,
    },
    /// There are more turns than a record may hold.
    #[error("a record holds at most {} turns", Record::TURNS_MAX)]
    TooManyTurns,
    /// The ellipsis says that one side acts, and the other is to act.
    #[error("the turn is written as {written}'s, and {to_act} is to act")]
    OtherSideToAct {
        /// The side whose turn it is written as.
        written: Side,
        /// The side that is to act.
        to_act: Side,
    },
    /// Something follows the result.
    #[error("nothing may follow the result")]
    AfterResult,
    /// The tag and the end of the turns give two results.
    #[error("the tag says {tag} and the turns end with {text}")]
    TwoResults {
        /// The result of the tag.
        tag: GameResult,
        /// The result after the turns.
        text: GameResult,
    },
    /// The turns end the game in another way than the record says.
    #[error(
        "the turns end the game with {} ({}), and the record says {}",
        .outcome.result,
        .outcome.termination,
        said(*.result, *.termination)
    )]
    EndsOtherwise {
        /// How the turns end the game.
        outcome: Outcome,
        /// The result that the record names, if it does.
        result: Option<GameResult>,
        /// The termination that the record names, if it does.
        termination: Option<Termination>,
    },
    /// The record says that the game has ended, the turns do not end it, and it does not say
    /// which player did.
    #[error("the turns do not end the game, and the record says {}", said(*.result, *.termination))]
    DoesNotEnd {
        /// The result that the record names, if it does.
        result: Option<GameResult>,
        /// The termination that the record names, if it does.
        termination: Option<Termination>,
    },
    /// No game can end in this way with this result.
    #[error("a game cannot end by {termination} with {result}")]
    Impossible {
        /// The result.
        result: GameResult,
        /// The termination.
        termination: Termination,
    },
}

fn said(result: Option<GameResult>, termination: Option<Termination>) -> String {
    match (result, termination) {
        (Some(result), Some(termination)) => format!("{result} ({termination})"),
        (Some(result), None) => result.to_string(),
        (None, Some(termination)) => termination.to_string(),
        (None, None) => "nothing".to_owned(),
    }
}
