//! Digests that name rule sets.

use std::fmt;

use sha2::{Digest as _, Sha256};

/// A SHA-256 digest, written as 64 hexadecimal digits in lower case.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u8; 32]);

impl Digest {
    /// The digest of lines `field=value`, each ended by a line feed.
    pub(crate) fn of_lines(lines: impl Iterator<Item = (&'static str, String)>) -> Self {
        let mut hasher = Sha256::new();
        for (field, value) in lines {
            hasher.update(format!("{field}={value}\n"));
        }
        Self(hasher.finalize().into())
    }

    /// The 32 bytes.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
