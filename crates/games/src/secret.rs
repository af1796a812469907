//! Secrets that are handed out once and kept as hashes.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use thiserror::Error;

/// 256 random bits: the token of a seat or of an owner, or an invitation.
///
/// As text it is 43 or 44 characters of base58. It is never stored and never printed: `Debug` hides
/// it, and `Display` is there for the one answer that hands it out.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; 32]);

/// A text that is no secret of ours. The text itself is left out on purpose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("this is no token or invitation")]
pub struct ParseSecretError;

/// Characters of a secret as text, at most.
const TEXT_LEN_MAX: usize = 44;

impl Secret {
    /// A secret of these bytes, which must come from a cryptographic source.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// What is stored of it.
    #[must_use]
    pub fn hash(&self) -> SecretHash {
        SecretHash(Sha256::digest(self.0).into())
    }
}

impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&bs58::encode(self.0).into_string())
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl FromStr for Secret {
    type Err = ParseSecretError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.len() > TEXT_LEN_MAX {
            return Err(ParseSecretError);
        }
        let mut bytes = [0; 32];
        let len = bs58::decode(text)
            .onto(&mut bytes)
            .map_err(|_| ParseSecretError)?;
        if len == bytes.len() {
            Ok(Self(bytes))
        } else {
            Err(ParseSecretError)
        }
    }
}

/// SHA-256 of a secret. `==` takes the same time wherever two hashes differ.
#[derive(Clone, Copy, Eq)]
pub struct SecretHash([u8; 32]);

impl SecretHash {
    /// A hash as the store kept it.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The hash as the store keeps it.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The hash as an event holds it: base58.
    #[must_use]
    pub fn to_text(&self) -> String {
        bs58::encode(self.0).into_string()
    }

    /// The hash that [`to_text`](Self::to_text) wrote. `None`: the text is none of a hash.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        let Secret(bytes) = text.parse().ok()?;
        Some(Self(bytes))
    }
}

impl PartialEq for SecretHash {
    fn eq(&self, other: &Self) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

impl fmt::Debug for SecretHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretHash(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_reads_back_and_does_not_show_itself() {
        for byte in [0, 1, 0x7f, 0xff] {
            let secret = Secret::from_bytes([byte; 32]);
            assert_eq!(
                secret.to_string().parse::<Secret>(),
                Ok(secret.clone()),
                "{byte}"
            );
            assert_eq!(
                format!("{secret:?} {:?}", secret.hash()),
                "Secret(…) SecretHash(…)"
            );
        }
    }

    #[test]
    fn what_is_no_secret_is_refused() {
        let long = "1".repeat(45);
        let huge = "1".repeat(1_000_000);
        for text in ["", "abc", "not base58: 0OIl", long.as_str(), huge.as_str()] {
            assert_eq!(
                text.parse::<Secret>(),
                Err(ParseSecretError),
                "{}",
                text.len()
            );
        }
    }
}
