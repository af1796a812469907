//! Everything that is wrong with a request, collected before it is refused.

use moelle_words::{Language, message};

use crate::error::{ErrorCode, Failure, FieldViolation};

/// What is wrong with a request so far, told to people in the language of its caller.
#[derive(Debug)]
pub struct Problems {
    language: Language,
    violations: Vec<FieldViolation>,
    /// What is said of each of them in that language.
    texts: Vec<String>,
    facts: Vec<(&'static str, String)>,
}

impl Problems {
    /// Nothing is wrong yet.
    #[must_use]
    pub fn new(language: Language) -> Self {
        Self {
            language,
            violations: Vec::new(),
            texts: Vec::new(),
            facts: Vec::new(),
        }
    }

    /// Notes what is wrong with a field, named with dots for the way to it. Developers read the
    /// English text, people in other languages what is said of every such mistake.
    pub fn add(&mut self, field: impl Into<String>, code: ErrorCode, english: impl Into<String>) {
        let (field, english) = (field.into(), english.into());
        self.tell(&field, code, |language| match language {
            Language::English => english.clone(),
            _ => message(code.reason(), &[("field", field.as_str().into())], language),
        });
    }

    /// Notes what is wrong with a field, as `text` says it in every language.
    pub fn tell(
        &mut self,
        field: impl Into<String>,
        code: ErrorCode,
        text: impl Fn(Language) -> String,
    ) {
        self.texts.push(text(self.language));
        self.violations.push(FieldViolation {
            field: field.into(),
            code,
            message: text(Language::English),
        });
    }

    /// Adds a fact for machines; the first of its kind stands.
    pub fn fact(&mut self, key: &'static str, value: impl Into<String>) {
        if self.facts.iter().all(|(known, _)| *known != key) {
            self.facts.push((key, value.into()));
        }
    }

    /// Whether nothing is wrong.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.violations.is_empty()
    }

    /// What was made of the request, if nothing is wrong with it.
    ///
    /// # Errors
    ///
    /// The failure that names everything that is wrong. Something must be wrong where nothing was
    /// made.
    pub fn or<T>(self, made: Option<T>) -> Result<T, Failure> {
        match made {
            Some(made) if self.violations.is_empty() => Ok(made),
            _ => Err(self.into()),
        }
    }
}

impl From<Problems> for Failure {
    fn from(problems: Problems) -> Self {
        let failure = Self::of_fields(problems.violations);
        let failure = if problems.language == Language::English {
            failure
        } else {
            failure.in_words(problems.language.tag(), problems.texts.join(" "))
        };
        problems
            .facts
            .into_iter()
            .fold(failure, |failure, (key, value)| failure.with(key, value))
    }
}

/// Characters of a caller's text that an answer repeats.
const EXCERPT_CHARS_MAX: usize = 64;

/// As much of a caller's text as an answer repeats: 64 characters, none of them a control
/// character.
#[must_use]
pub fn excerpt(text: &str) -> String {
    let mut chars = text
        .chars()
        .map(|c| if c.is_control() { '\u{fffd}' } else { c });
    let mut excerpt: String = chars.by_ref().take(EXCERPT_CHARS_MAX).collect();
    if chars.next().is_some() {
        excerpt.push('…');
    }
    excerpt
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_is_short_and_on_one_line() {
        assert_eq!(excerpt("nine"), "nine");
        assert_eq!(excerpt("a\nb"), "a\u{fffd}b");
        assert_eq!(excerpt(&"é".repeat(64)), "é".repeat(64));
        assert_eq!(excerpt(&"é".repeat(65)), format!("{}…", "é".repeat(64)));
    }
}
