//! The rules in words.

use moelle_rules::RuleSet;

use crate::language::Language;
use crate::statement::{Statement, statements};
use crate::topic::Topic;

/// A sentence or two of the rules in words.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RuleSentence {
    /// What it is about.
    pub topic: Topic,
    /// What it says.
    pub text: String,
}

/// The rules of a rule set in words, complete and in the order in which one would explain them.
///
/// Rule sets that play differently are told differently. For flying and for what may be removed,
/// on which tables differ most, a second entry of the same topic says what would change without
/// the rule.
///
/// ```
/// use moelle_rules::Variant;
/// use moelle_words::{Language, Topic, rules_in_words};
///
/// let six = Variant::find("six").expect("six men's morris is offered").rules();
/// let flying = rules_in_words(&six, Language::Danish)
///     .into_iter()
///     .find(|sentence| sentence.topic == Topic::Flying)
///     .expect("it is told whether anyone flies");
/// assert!(flying.text.starts_with("Ingen flyver"));
/// ```
#[must_use]
pub fn rules_in_words(rules: &RuleSet, language: Language) -> Vec<RuleSentence> {
    let told = |statement: &Statement| RuleSentence {
        topic: statement.topic,
        text: statement.sentence(language),
    };
    statements(rules).iter().map(told).collect()
}
