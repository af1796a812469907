//! What makes a retry safe: the id of a request, and the receipt that is kept of its answer.

use std::fmt;
use std::str::FromStr;

use chacha20poly1305::aead::{Aead, KeyInit};
use chacha20poly1305::{ChaCha20Poly1305, Key, Nonce};
use hkdf::Hkdf;
use sha2::{Digest, Sha256};
use thiserror::Error;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::SecretHash;

/// Bytes of the nonce in front of a sealed answer.
pub const NONCE_LEN: usize = 12;

/// The id that a caller gave to a request: a random UUID, known to the caller alone.
///
/// Answers that hold tokens are sealed under a key derived from it, so it is as secret as they are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct RequestId(Uuid);

/// A text that is no id of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("a request's id is a random UUID (version 4)")]
pub struct ParseRequestIdError;

impl fmt::Debug for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RequestId(…)")
    }
}

impl FromStr for RequestId {
    type Err = ParseRequestIdError;

    /// Reads a UUID of version 4, which has 122 random bits; another version could be guessed.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let uuid = Uuid::try_parse(text).map_err(|_| ParseRequestIdError)?;
        if uuid.get_version_num() == 4 {
            Ok(Self(uuid))
        } else {
            Err(ParseRequestIdError)
        }
    }
}

/// SHA-256 of what a request asks for, its id left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BodyHash([u8; 32]);

impl BodyHash {
    /// The hash of a request's canonical bytes.
    #[must_use]
    pub fn of(body: &[u8]) -> Self {
        Self(Sha256::digest(body).into())
    }

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
}

/// Under what a receipt is kept: a hash of the request's id and of the token it came with, so that
/// the same id on another seat is another request. The game is a part of the key beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RequestHash([u8; 32]);

impl RequestHash {
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
}

/// A request that can be retried.
#[derive(Debug, Clone, Copy)]
pub struct Request {
    /// Its id.
    pub id: RequestId,
    /// What it asks for.
    pub body: BodyHash,
}

impl Request {
    /// Under what its receipt is kept, for a caller with this token or invitation.
    #[must_use]
    pub fn hash(&self, credential: Option<&SecretHash>) -> RequestHash {
        let mut hash = Sha256::new();
        hash.update(b"moelle request");
        hash.update(self.id.0.as_bytes());
        if let Some(credential) = credential {
            hash.update(credential.as_bytes());
        }
        RequestHash(hash.finalize().into())
    }

    /// Seals an answer so that only who knows the id can read it. The nonce is fresh and goes in
    /// front, as the same id may be used again on another game or seat.
    ///
    /// # Panics
    ///
    /// If the answer is longer than the 256 GiB that the cipher takes.
    #[must_use]
    pub fn seal(&self, answer: &[u8], nonce: [u8; NONCE_LEN]) -> Vec<u8> {
        let sealed = self
            .cipher()
            .encrypt(&Nonce::from(nonce), answer)
            .expect("no answer is as long as 256 GiB");
        [&nonce[..], &sealed].concat()
    }

    /// Opens a sealed answer. `None`: it was sealed under another id, or damaged.
    #[must_use]
    pub fn open(&self, sealed: &[u8]) -> Option<Vec<u8>> {
        let (nonce, sealed) = sealed.split_first_chunk::<NONCE_LEN>()?;
        self.cipher().decrypt(&Nonce::from(*nonce), sealed).ok()
    }

    fn cipher(&self) -> ChaCha20Poly1305 {
        let mut key = Key::default();
        Hkdf::<Sha256>::new(None, self.id.0.as_bytes())
            .expand(b"moelle answer", &mut key)
            .expect("HKDF gives keys of 32 bytes");
        ChaCha20Poly1305::new(&key)
    }
}

/// What is kept of an answered request, for 24 hours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receipt {
    /// Under what it is kept.
    pub request: RequestHash,
    /// What the request asked for.
    pub body: BodyHash,
    /// The answer, sealed if it holds tokens.
    pub answer: Vec<u8>,
    /// When it was given.
    pub at: OffsetDateTime,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(id: &str) -> Request {
        Request {
            id: id.parse().expect("a UUID of version 4"),
            body: BodyHash::of(b"body"),
        }
    }

    const ONE: &str = "5f0c3a52-4b4e-4d6e-9a55-0d4b1a1f4c11";
    const OTHER: &str = "5f0c3a52-4b4e-4d6e-9a55-0d4b1a1f4c12";

    #[test]
    fn a_sealed_answer_is_opened_by_its_request_alone() {
        let sealed = request(ONE).seal(b"token", [3; NONCE_LEN]);
        assert!(!sealed.windows(5).any(|bytes| bytes == b"token"));
        assert_eq!(request(ONE).open(&sealed).as_deref(), Some(&b"token"[..]));
        assert_eq!(request(OTHER).open(&sealed), None);
        assert_eq!(request(ONE).open(&sealed[1..]), None);
        assert_eq!(request(ONE).open(b""), None);
    }

    #[test]
    fn the_hash_depends_on_id_and_credential() {
        let seat = SecretHash::from_bytes([7; 32]);
        let hashes = [
            request(ONE).hash(None),
            request(OTHER).hash(None),
            request(ONE).hash(Some(&seat)),
            request(OTHER).hash(Some(&seat)),
        ];
        for (i, hash) in hashes.iter().enumerate() {
            assert!(!hashes[..i].contains(hash), "{i}");
        }
    }

    #[test]
    fn an_id_that_could_be_guessed_is_refused() {
        for text in [
            "",
            "1",
            "01900000-0000-7000-8000-000000000000",
            "00000000-0000-0000-0000-000000000000",
        ] {
            assert_eq!(
                text.parse::<RequestId>(),
                Err(ParseRequestIdError),
                "{text}"
            );
        }
    }
}
