//! The rules of nine men's morris and its family.
//!
//! A [`Board`] is a table of points, lines and links. A [`RuleSet`] is data: every
//! [`Variant`] is one, and an application may bring its own. A [`Position`] is always
//! valid and is played on turn by turn; a [`Course`] follows a game and knows what a single
//! position cannot, how often each position has occurred.
//!
//! ```
//! use moelle_rules::{Course, Position, Side, Turn, Variant};
//!
//! let nine = Variant::find("nine").expect("nine men's morris is offered");
//! let mut course = Course::new(Position::start(nine.rules(), Side::White));
//! for text in ["d6", "f4", "d7", "b4", "d5xb4"] {
//!     let turn = Turn::parse(course.position().board(), text)?;
//!     course.play(&turn)?;
//! }
//! assert_eq!(course.position().to_string(), "1w1/1w1/1w1/4b1/3/3/3 b 6,7 0 0 5");
//! # Ok::<(), moelle_rules::IllegalTurn>(())
//! ```

mod words;

mod bits;
mod board;
mod line_set;
mod point;
mod side;

mod digest;
mod field;
mod rule_set;
mod rule_words;
mod variant;

mod action;
mod outcome;
mod refusal;
mod turn;

mod position;

mod course;
mod perft;
mod repetitions;

mod analysis;
mod record;
pub mod sanmill;

pub use action::Action;
pub use analysis::{Analysis, Closing, DoubleMill, Flight, SideAnalysis};
pub use board::{Board, BoardKind, Line};
pub use course::Course;
pub use digest::Digest;
pub use field::{Field, FieldValue, InvalidFieldValue};
pub use line_set::LineSet;
pub use outcome::{GameResult, Outcome, Termination};
pub use perft::perft;
pub use point::{Point, PointName, PointSet};
pub use position::{
    GroupedActions, InvalidPosition, LegalActions, LegalTurns, MovementGroup, ParsePositionError,
    Phase, Played, Position, PositionKey, PositionProblem, Setup, TargetGroup, Turns,
};
pub use record::{ParseRecordError, Record, RecordFault};
pub use refusal::{IllegalAction, IllegalTurn, Refusal};
pub use repetitions::Repetitions;
pub use rule_set::{InvalidRuleSet, RuleSet, RuleSetFields, RuleSetProblem};
pub use rule_words::{Blocked, BoardFull, MillRule, Movement, Removable, RemovalsPerTurn};
pub use side::{BySide, Side};
pub use turn::Turn;
pub use variant::{InvalidOptions, Offer, OptionError, Variant};
pub use words::UnknownWord;
