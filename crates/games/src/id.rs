//! Names of games and of their changes.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;
use uuid::Uuid;

/// The id of a game: a UUID of version 7, which tells the millisecond of creation and holds 74
/// fresh random bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId(Uuid);

/// A text that is no id of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("a game's id is 22 characters of base58")]
pub struct ParseGameIdError;

/// Characters of an id as text.
const TEXT_LEN: usize = 22;
/// The digit zero of base58.
const ZERO: char = '1';

impl GameId {
    /// The id with these bytes.
    #[must_use]
    pub const fn from_uuid(uuid: Uuid) -> Self {
        Self(uuid)
    }

    /// The id as the store keeps it.
    #[must_use]
    pub const fn as_uuid(self) -> Uuid {
        self.0
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_text(self.0, f)
    }
}

impl fmt::Debug for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for GameId {
    type Err = ParseGameIdError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        read_text(text).map(Self).ok_or(ParseGameIdError)
    }
}

/// Writes a UUID as 22 characters of base58.
pub(crate) fn write_text(uuid: Uuid, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let digits = bs58::encode(uuid.as_bytes()).into_string();
    let significant = digits.trim_start_matches(ZERO);
    for _ in significant.len()..TEXT_LEN {
        write!(f, "{ZERO}")?;
    }
    f.write_str(significant)
}

/// Reads what [`write_text`] wrote.
pub(crate) fn read_text(text: &str) -> Option<Uuid> {
    if text.len() != TEXT_LEN {
        return None;
    }
    let significant = text.trim_start_matches(ZERO);
    let digits = bs58::decode(significant).into_vec().ok()?;
    let mut bytes = [0; 16];
    let start = bytes.len().checked_sub(digits.len())?;
    bytes[start..].copy_from_slice(&digits);
    Some(Uuid::from_bytes(bytes))
}

/// How many changes a game has seen, 1 for its creation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Revision(u64);

impl Revision {
    /// The revision before a game's creation.
    pub const NONE: Self = Self(0);
    /// The revision that the creation makes.
    pub const FIRST: Self = Self(1);

    /// The revision with this number.
    #[must_use]
    pub const fn from_number(number: u64) -> Self {
        Self(number)
    }

    /// The revision as a number.
    #[must_use]
    pub const fn number(self) -> u64 {
        self.0
    }

    /// The revision that the next change makes.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }
}

impl fmt::Display for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_as_text_has_22_characters_and_reads_back() {
        for number in [
            0,
            1,
            57,
            58,
            u128::from(u64::MAX),
            0x0190_0000_0000_7000_8000_0000_0000_0000,
            u128::MAX,
        ] {
            let id = GameId::from_uuid(Uuid::from_u128(number));
            let text = id.to_string();
            assert_eq!(text.len(), TEXT_LEN, "{number}");
            assert_eq!(text.parse(), Ok(id), "{text}");
        }
    }

    #[test]
    fn what_is_no_id_is_refused() {
        let too_large = "z".repeat(TEXT_LEN);
        let foreign = "0".repeat(TEXT_LEN);
        let wide = "é".repeat(TEXT_LEN / 2);
        for text in [
            "",
            "1",
            too_large.as_str(),
            foreign.as_str(),
            wide.as_str(),
            " 111111111111111111111",
        ] {
            assert_eq!(text.parse::<GameId>(), Err(ParseGameIdError), "{text:?}");
        }
    }
}
