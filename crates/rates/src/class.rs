//! What is limited, and of whom.

/// What a request does, as far as limits tell requests apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// It reads stored games.
    Read,
    /// It changes a game.
    Change,
    /// It creates a game, an invitation or a token.
    Create,
    /// It asks about the rules, and nothing is stored.
    Rules,
    /// It opens a stream.
    Stream,
}

impl Class {
    /// Every class.
    pub const ALL: [Self; 5] = [
        Self::Read,
        Self::Change,
        Self::Create,
        Self::Rules,
        Self::Stream,
    ];

    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Change => "change",
            Self::Create => "create",
            Self::Rules => "rules",
            Self::Stream => "stream",
        }
    }
}

/// By what a caller is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Whom {
    /// The address that it calls from.
    Address,
    /// The token of a seat.
    Seat,
    /// The key of an application.
    Key,
}

impl Whom {
    /// Every one.
    pub const ALL: [Self; 3] = [Self::Address, Self::Seat, Self::Key];

    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Address => "address",
            Self::Seat => "seat",
            Self::Key => "key",
        }
    }
}
