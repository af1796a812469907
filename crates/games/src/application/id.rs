//! Names of applications and of their keys, for machines and for people.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;
use uuid::Uuid;

use crate::InvalidName;
use crate::id::{read_text, write_text};
use crate::name::trimmed;

/// A text that is no id of an application or of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the id of an application or of a key is 22 characters of base58")]
pub struct ParseApplicationIdError;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(Uuid);

        impl $name {
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

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write_text(self.0, f)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }

        impl FromStr for $name {
            type Err = ParseApplicationIdError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                read_text(text).map(Self).ok_or(ParseApplicationIdError)
            }
        }
    };
}

id! {
    /// The id of an application: a UUID of version 7, as text 22 characters of base58. It is no
    /// secret.
    ApplicationId
}

id! {
    /// The id of a key, by which it is rotated and revoked. It is no secret.
    ApiKeyId
}

/// What operators call an application or a key: 1 to 64 characters of Unicode after trimming, as
/// for a player's name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label(String);

impl Label {
    /// The label as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for Label {
    type Err = InvalidName;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        trimmed(text).map(|label| Self(label.to_owned()))
    }
}
