//! Enums that are read and written by one word each.

use thiserror::Error;

/// A word that names nothing of its kind.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{word}` is no {kind}")]
pub struct UnknownWord {
    /// What the word was to name, such as `board`.
    pub kind: &'static str,
    /// The word as it was given.
    pub word: String,
}

/// Declares an enum whose values are read and written by one word each.
macro_rules! words {
    (
        $(#[$meta:meta])*
        $name:ident, $kind:literal {
            $($(#[$value_meta:meta])* $value:ident = $word:literal,)+
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum $name {
            $($(#[$value_meta])* $value,)+
        }

        impl $name {
            /// Every value, in the order in which the rules name them.
            pub const ALL: &'static [Self] = &[$(Self::$value,)+];

            /// The word that names the value.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$value => $word,)+
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::words::UnknownWord;

            fn from_str(word: &str) -> Result<Self, Self::Err> {
                Self::ALL.iter().copied().find(|value| value.name() == word).ok_or_else(|| {
                    $crate::words::UnknownWord { kind: $kind, word: word.to_owned() }
                })
            }
        }
    };
}

pub(crate) use words;
