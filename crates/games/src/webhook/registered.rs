//! Webhooks as they are registered.

use std::fmt;

use time::OffsetDateTime;

use super::{NoticeKinds, WebhookId};
use crate::ApplicationId;

/// What messages to a webhook are signed with: 256 random bits. `Debug` hides it.
///
/// It is stored as it is, for whoever signs must have it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct SigningKey([u8; 32]);

/// A webhook of an application.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Webhook {
    /// Its id.
    pub id: WebhookId,
    /// Whose it is.
    pub application: ApplicationId,
    /// When it was registered.
    pub created_at: OffsetDateTime,
    /// Where notices go.
    pub url: String,
    /// Which it wants.
    pub kinds: NoticeKinds,
    /// Whether it gets any.
    pub is_enabled: bool,
    /// What messages are signed with.
    pub key: SigningKey,
    /// The key before, and until when messages are signed with it too.
    pub old_key: Option<(SigningKey, OffsetDateTime)>,
}

/// What is to be different of a webhook; `None`: as it is.
#[derive(Debug, Clone, Default)]
pub struct WebhookChange {
    /// Where notices go.
    pub url: Option<String>,
    /// Which it wants.
    pub kinds: Option<NoticeKinds>,
    /// Whether it gets any. One that no longer does leaves what waits for it dead.
    pub is_enabled: Option<bool>,
}

impl SigningKey {
    /// A key of these bytes, which must come from a cryptographic source.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The key as the store keeps it, and as receivers know it.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SigningKey(…)")
    }
}

impl Webhook {
    /// The keys that a message is signed with at `now`, the newest first.
    pub fn keys_at(&self, now: OffsetDateTime) -> impl Iterator<Item = &SigningKey> {
        let old = self.old_key.as_ref().filter(|(_, until)| now < *until);
        std::iter::once(&self.key).chain(old.map(|(key, _)| key))
    }
}
