//! What a failed call says.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

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

    /// The failure of a request with wrong fields. Its code is that of all of them where they
    /// agree, and `invalid_argument` where they do not; its text is theirs.
    #[must_use]
    pub fn of_fields(violations: Vec<FieldViolation>) -> Self {
        let mut codes = violations.iter().map(|violation| violation.code);
        let code = match codes.next() {
            Some(first) if codes.all(|code| code == first) => first,
            _ => ErrorCode::InvalidArgument,
        };
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
    fn wrong_fields_of_one_kind_make_a_failure_of_that_kind() {
        let failure = Failure::of_fields(vec![
            violation("options.men", ErrorCode::InvalidOption),
            violation("options.fly_at", ErrorCode::InvalidOption),
        ]);
        assert_eq!(failure.code(), ErrorCode::InvalidOption);
        assert_eq!(
            failure.message(),
            "`options.men` is wrong. `options.fly_at` is wrong."
        );
    }

    #[test]
    fn wrong_fields_of_several_kinds_make_an_invalid_argument() {
        let failure = Failure::of_fields(vec![
            violation("position", ErrorCode::InvalidPosition),
            violation("turn", ErrorCode::InvalidArgument),
        ]);
        assert_eq!(failure.code(), ErrorCode::InvalidArgument);
        assert_eq!(failure.violations().len(), 2);
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
