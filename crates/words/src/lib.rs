//! What the service says to people, in English, Danish, Norwegian and German.
//!
//! Machines read reasons, fields and words such as `man_in_mill`, which are the same in every
//! language. This crate turns them into sentences: refusals and errors ([`message`]), endings
//! ([`ending`]), names, the rules of any rule set in words ([`rules_in_words`]) and how two rule
//! sets differ ([`compare`]). The texts stand in `texts/`, one folder a language, in Fluent;
//! `texts/README.md` is for translators.
//!
//! ```
//! use moelle_rules::Variant;
//! use moelle_words::{Language, rules_in_words};
//!
//! let language = Language::negotiate("de-AT,de;q=0.9,en;q=0.5");
//! let nine = Variant::find("nine").expect("nine men's morris is offered").rules();
//! for sentence in rules_in_words(&nine, language) {
//!     println!("{}: {}", sentence.topic.title(language), sentence.text);
//! }
//! ```

mod language;
mod texts;

mod message;
mod problems;

mod ending;
mod flight;
mod lessons;
mod names;

mod topic;

mod statement;

mod comparison;
mod rules_in_words;

#[cfg(test)]
mod coverage;

pub use comparison::{Comparison, FieldDifference, Row, compare};
pub use ending::ending;
pub use flight::flight_in_words;
pub use language::Language;
pub use lessons::{LessonStepText, LessonText, lesson_legal, lesson_step_text, lesson_text};
pub use message::{MESSAGE_ARGUMENTS, message, reasons, refusal};
pub use names::{
    board_name, field_about, field_name, phase_name, result_name, side_name, termination_name,
    value_name, variant_about, variant_history, variant_name,
};
pub use problems::{
    invalid_position, invalid_rule_set, option_error, position_problem, rule_set_problem,
};
pub use rules_in_words::{RuleSentence, rules_in_words};
pub use texts::Arg;
pub use topic::Topic;
