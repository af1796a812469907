//! A guide to mill games in small steps: a position, a text, and where it fits a task whose answer
//! the engine checks.
//!
//! What the steps are stands in [`lessons`]; what they say stands with the other texts, in
//! `moelle-words`.
//!
//! ```
//! use moelle_lessons::{Answer, find};
//!
//! let step = find("moving").expect("a lesson").step(1).expect("a step");
//! let answer = step.check("d6-d5").expect("the step has a task");
//! assert!(matches!(answer, Answer::Played { right: true, .. }));
//! ```

mod table;

mod check;
mod step;

pub use check::Answer;
pub use step::{Goal, Lesson, Step, find, lessons};
