//! Keys of applications.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;
use time::OffsetDateTime;

use super::{ApiKeyId, ApplicationId, Label};
use crate::{Secret, SecretHash};

/// What every key begins with, so that scanners and people know one when they see it.
const PREFIX: &str = "moelle_key_";

/// A key as its application sends it: `moelle_key_` and 256 random bits as 43 or 44 characters of
/// base58.
///
/// It is shown once and stored as its SHA-256. `Debug` hides it; `Display` is there for the one
/// answer that hands it out.
#[derive(Clone, PartialEq, Eq)]
pub struct ApiKeySecret(Secret);

/// A text that is no key. The text itself is left out on purpose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("a key begins with {PREFIX}")]
pub struct ParseApiKeyError;

impl ApiKeySecret {
    /// The key of a secret, which must be fresh.
    #[must_use]
    pub const fn new(secret: Secret) -> Self {
        Self(secret)
    }

    /// What is stored of it, and what it is found by: how long that takes tells nothing of the key.
    #[must_use]
    pub fn hash(&self) -> SecretHash {
        self.0.hash()
    }
}

impl fmt::Display for ApiKeySecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{PREFIX}{}", self.0)
    }
}

impl fmt::Debug for ApiKeySecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ApiKeySecret(…)")
    }
}

impl FromStr for ApiKeySecret {
    type Err = ParseApiKeyError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let secret = text.strip_prefix(PREFIX).ok_or(ParseApiKeyError)?;
        secret.parse().map(Self).map_err(|_| ParseApiKeyError)
    }
}

/// What is known of a key beside its secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiKey {
    /// Its id.
    pub id: ApiKeyId,
    /// Whose it is.
    pub application: ApplicationId,
    /// What it is called, such as where it is used.
    pub name: Label,
    /// When it was made.
    pub created_at: OffsetDateTime,
    /// From when on it works no more. `None`: it does not expire.
    pub expires_at: Option<OffsetDateTime>,
    /// When it was revoked, if it was.
    pub revoked_at: Option<OffsetDateTime>,
}

/// Why a key does not work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum KeyRefusal {
    /// There is no such key.
    #[error("there is no such key")]
    Unknown,
    /// Its time is over.
    #[error("the key has expired")]
    Expired,
    /// It was revoked.
    #[error("the key was revoked")]
    Revoked,
}

impl ApiKey {
    /// Whether it works at `now`.
    ///
    /// # Errors
    ///
    /// [`KeyRefusal::Revoked`] before [`KeyRefusal::Expired`].
    pub fn check(&self, now: OffsetDateTime) -> Result<(), KeyRefusal> {
        if self.revoked_at.is_some() {
            Err(KeyRefusal::Revoked)
        } else if self.expires_at.is_some_and(|expires_at| expires_at <= now) {
            Err(KeyRefusal::Expired)
        } else {
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_reads_back_and_does_not_show_itself() {
        let key = ApiKeySecret::new(Secret::from_bytes([7; 32]));
        let text = key.to_string();
        assert!(text.starts_with("moelle_key_"), "{text}");
        assert_eq!(text.parse(), Ok(key.clone()));
        assert_eq!(format!("{key:?}"), "ApiKeySecret(…)");
    }

    #[test]
    fn what_is_no_key_is_refused() {
        let secret = Secret::from_bytes([7; 32]).to_string();
        let upper = format!("MOELLE_KEY_{secret}");
        for text in ["", "moelle_key_", "moelle_key_abc", &secret, &upper] {
            assert_eq!(text.parse::<ApiKeySecret>(), Err(ParseApiKeyError));
        }
    }
}
