//! What players call themselves.

use std::fmt;

use thiserror::Error;

/// The name of a player: 1 to 64 characters of Unicode after trimming, with no control characters
/// and none that turn the direction of the text around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerName(String);

/// A text that is no name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum InvalidName {
    /// Nothing but white space.
    #[error("a name needs at least one character")]
    Empty,
    /// More than [`PlayerName::CHARS_MAX`] characters.
    #[error("a name has at most {} characters", PlayerName::CHARS_MAX)]
    TooLong,
    /// A control character, or one that overrides the direction of text.
    #[error("a name has no control characters")]
    ControlCharacter,
}

impl PlayerName {
    /// Characters of a name, at most.
    pub const CHARS_MAX: usize = 64;

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What the name is found by: the same for a name in upper and in lower case.
    #[must_use]
    pub fn to_key(&self) -> String {
        self.0.to_lowercase()
    }
}

impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<&str> for PlayerName {
    type Error = InvalidName;

    fn try_from(text: &str) -> Result<Self, Self::Error> {
        trimmed(text).map(|name| Self(name.to_owned()))
    }
}

/// A text without the white space around it, if it is a name.
pub(crate) fn trimmed(text: &str) -> Result<&str, InvalidName> {
    let name = text.trim();
    if name.is_empty() {
        return Err(InvalidName::Empty);
    }
    if name.chars().nth(PlayerName::CHARS_MAX).is_some() {
        return Err(InvalidName::TooLong);
    }
    if name.chars().any(|c| c.is_control() || turns_direction(c)) {
        return Err(InvalidName::ControlCharacter);
    }
    Ok(name)
}

/// Whether a character overrides or isolates the direction of the text around it.
const fn turns_direction(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_trimmed_and_counted_in_characters() {
        assert_eq!(
            PlayerName::try_from("  Ada ").map(|name| name.to_string()),
            Ok("Ada".to_owned())
        );
        assert!(PlayerName::try_from("é".repeat(64).as_str()).is_ok());
        assert_eq!(
            PlayerName::try_from("é".repeat(65).as_str()),
            Err(InvalidName::TooLong)
        );
    }

    #[test]
    fn what_is_no_name_is_refused() {
        for (text, error) in [
            ("", InvalidName::Empty),
            (" \t ", InvalidName::Empty),
            ("A\nda", InvalidName::ControlCharacter),
            ("A\u{0}da", InvalidName::ControlCharacter),
            ("\u{202e}adA", InvalidName::ControlCharacter),
        ] {
            assert_eq!(PlayerName::try_from(text), Err(error), "{text:?}");
        }
    }
}
