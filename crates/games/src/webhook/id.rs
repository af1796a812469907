//! Names of webhooks.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;
use uuid::Uuid;

use crate::id::{read_text, write_text};

/// The id of a webhook: a UUID of version 7, as text 22 characters of base58. It is no secret.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WebhookId(Uuid);

/// A text that is no id of a webhook.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the id of a webhook is 22 characters of base58")]
pub struct ParseWebhookIdError;

impl WebhookId {
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

impl fmt::Display for WebhookId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_text(self.0, f)
    }
}

impl fmt::Debug for WebhookId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for WebhookId {
    type Err = ParseWebhookIdError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        read_text(text).map(Self).ok_or(ParseWebhookIdError)
    }
}
