//! What a failed call says.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use moelle_words::{Arg, Language, message};

use crate::error::ErrorCode;
use crate::v1;

/// When to try again where nothing better is known.
const RETRY_AFTER_DEFAULT: Duration = Duration::from_secs(1);

/// A field of a request that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldViolation {
    /// The field as in the contract, with dots for the way to it: `rules.options.fly_at`.
    pub field: String,
    /// Which kind of mistake it is.
    pub code: ErrorCode,
    /// What is wrong with it, for people.
    pub message: String,
}

/// A failed call: a code, what to tell people, and the facts.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure(Box<Inner>);

#[derive(Clone, Debug, PartialEq)]
struct Inner {
    code: ErrorCode,
    message: String,
    words: Option<Words>,
    metadata: BTreeMap<String, String>,
    violations: Vec<FieldViolation>,
    retry_after: Option<Duration>,
    game: Option<v1::Game>,
}

/// The text of a failure in the caller's language.
#[derive(Clone, Debug, PartialEq)]
struct Words {
    locale: String,
    text: String,
}

impl Failure {
    /// A failure that says the title of its code.
    #[must_use]
    pub fn new(code: ErrorCode) -> Self {
        Self::saying(code, code.title())
    }

    /// A failure with its own English text, stable and written for callers.
    #[must_use]
    pub fn saying(code: ErrorCode, message: impl Into<String>) -> Self {
        Self(Box::new(Inner {
            code,
            message: message.into(),
            words: None,
            metadata: BTreeMap::new(),
            violations: Vec::new(),
            retry_after: code.is_retryable().then_some(RETRY_AFTER_DEFAULT),
            game: None,
        }))
    }

    /// The failure of a request with wrong fields. Its code is that of the first, its text that of
    /// all of them.
    #[must_use]
    pub fn of_fields(violations: Vec<FieldViolation>) -> Self {
        let code = violations
            .first()
            .map_or(ErrorCode::InvalidArgument, |violation| violation.code);
        let message = violations
            .iter()
            .map(|violation| violation.message.as_str())
            .collect::<Vec<_>>()
            .join(" ");
        Self::saying(code, message).with_violations(violations)
    }

    /// The same failure with a text in another language too, named by its BCP 47 tag such as `da`.
    #[must_use]
    pub fn in_words(mut self, locale: impl Into<String>, text: impl Into<String>) -> Self {
        self.0.words = Some(Words {
            locale: locale.into(),
            text: text.into(),
        });
        self
    }

    /// The same failure told to people in a language. A text of its own stays what it says in
    /// English.
    #[must_use]
    pub fn told_in(mut self, language: Language) -> Self {
        if self.0.message == self.0.code.title() {
            self.0.message = self.sentence(Language::English);
        }
        if language == Language::English || self.0.words.is_some() {
            return self;
        }
        let text = self.sentence(language);
        self.in_words(language.tag(), text)
    }

    /// What is said of every failure of the kind, with the facts of this one.
    fn sentence(&self, language: Language) -> String {
        let mut args: Vec<(&str, Arg<'_>)> = self
            .0
            .metadata
            .iter()
            .map(|(key, value)| (key.as_str(), value.as_str().into()))
            .collect();
        if let Some(after) = self.0.retry_after {
            let seconds = after.as_secs() + u64::from(after.subsec_nanos() > 0);
            args.push(("seconds", seconds.max(1).into()));
        }
        message(self.0.code.reason(), &args, language)
    }

    /// Adds a fact for machines, such as `point`, `action`, `current_revision` or `turn`.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl fmt::Display) -> Self {
        self.0.metadata.insert(key.to_owned(), value.to_string());
        self
    }

    /// Adds the fields that are wrong.
    #[must_use]
    pub fn with_violations(mut self, violations: Vec<FieldViolation>) -> Self {
        self.0.violations = violations;
        self
    }

    /// Says when to try again.
    #[must_use]
    pub fn with_retry_after(mut self, after: Duration) -> Self {
        self.0.retry_after = Some(after);
        self
    }

    /// Adds the game as it stands.
    #[must_use]
    pub fn with_game(mut self, game: v1::Game) -> Self {
        self.0.game = Some(game);
        self
    }

    /// Its code.
    #[must_use]
    pub fn code(&self) -> ErrorCode {
        self.0.code
    }

    /// What it says in English.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// What it says to people, in their language where it is known.
    #[must_use]
    pub fn text(&self) -> &str {
        self.0
            .words
            .as_ref()
            .map_or(&self.0.message, |words| &words.text)
    }

    /// The language of [`text`](Self::text), as a BCP 47 tag.
    #[must_use]
    pub fn locale(&self) -> &str {
        self.0.words.as_ref().map_or("en", |words| &words.locale)
    }

    /// The facts for machines.
    #[must_use]
    pub fn metadata(&self) -> &BTreeMap<String, String> {
        &self.0.metadata
    }

    /// The fields that are wrong.
    #[must_use]
    pub fn violations(&self) -> &[FieldViolation] {
        &self.0.violations
    }

    /// When to try again.
    #[must_use]
    pub fn retry_after(&self) -> Option<Duration> {
        self.0.retry_after
    }

    /// The game as it stands, where that helps.
    #[must_use]
    pub fn game(&self) -> Option<&v1::Game> {
        self.0.game.as_ref()
    }

    /// The same, taken out.
    #[must_use]
    pub fn into_game(self) -> Option<v1::Game> {
        self.0.game
    }
}

impl From<ErrorCode> for Failure {
    fn from(code: ErrorCode) -> Self {
        Self::new(code)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code(), self.message())
    }
}

impl std::error::Error for Failure {}

#[cfg(test)]
mod tests {
    use super::*;

    fn violation(field: &str, code: ErrorCode) -> FieldViolation {
        FieldViolation {
            field: field.to_owned(),
            code,
            message: format!("`{field}` is wrong."),
        }
    }

    #[test]
    fn wrong_fields_make_a_failure_of_the_kind_of_the_first() {
        let failure = Failure::of_fields(vec![
            violation("position", ErrorCode::InvalidPosition),
            violation("turn", ErrorCode::InvalidArgument),
        ]);
        assert_eq!(failure.code(), ErrorCode::InvalidPosition);
        assert_eq!(failure.violations().len(), 2);
        assert_eq!(failure.message(), "`position` is wrong. `turn` is wrong.");
    }

    #[test]
    fn a_failure_is_told_in_the_language_of_the_caller() {
        let failure = Failure::new(ErrorCode::ManInMill).with("point", "a7");
        let english = failure.clone().told_in(Language::English);
        assert!(english.message().contains("a7"), "{english}");
        assert_eq!(
            (english.locale(), english.text()),
            ("en", english.message())
        );
        let danish = failure.told_in(Language::Danish);
        assert_eq!(
            (danish.locale(), danish.message()),
            ("da", english.message())
        );
        assert_ne!(danish.text(), english.text());
    }

    #[test]
    fn every_code_has_words_for_people() {
        let reasons = moelle_words::reasons();
        for code in ErrorCode::all() {
            assert!(reasons.contains(&code.reason()), "{code} has no words");
        }
        let unknown = message("no_such_reason_at_all", &[], Language::English);
        let general = unknown.replace("no_such_reason_at_all", "");
        for code in ErrorCode::all() {
            let told = Failure::new(code).told_in(Language::English);
            let text = told.message().replace(code.reason(), "");
            assert_ne!(text, general, "{code} has no words");
        }
    }

    #[test]
    fn too_many_and_unavailable_always_say_when_to_try_again() {
        for code in ErrorCode::all() {
            assert_eq!(
                Failure::new(code).retry_after().is_some(),
                code.is_retryable(),
                "{code}"
            );
        }
    }
}
