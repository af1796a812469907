//! The two places at a board.

use crate::{PlayerName, SecretHash};

/// A seat of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seat {
    name: Option<PlayerName>,
    holder: Holder,
}

/// Who may sit on a seat, or does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Holder {
    /// Whoever brings the invitation.
    Invited { invitation: SecretHash },
    /// Whoever has the token. The invitation that it was taken with is kept, so that a second one
    /// who brings it can be told that it was used.
    Taken {
        token: SecretHash,
        invitation: Option<SecretHash>,
    },
}

impl Seat {
    /// A seat that is open to whoever brings the invitation.
    #[must_use]
    pub const fn open(name: Option<PlayerName>, invitation: SecretHash) -> Self {
        Self {
            name,
            holder: Holder::Invited { invitation },
        }
    }

    /// A seat that belongs to whoever has the token, perhaps since it was joined by an invitation.
    #[must_use]
    pub const fn taken(
        name: Option<PlayerName>,
        token: SecretHash,
        invitation: Option<SecretHash>,
    ) -> Self {
        Self {
            name,
            holder: Holder::Taken { token, invitation },
        }
    }

    /// The player's name.
    #[must_use]
    pub const fn name(&self) -> Option<&PlayerName> {
        self.name.as_ref()
    }

    /// Whether somebody holds the seat.
    #[must_use]
    pub const fn is_taken(&self) -> bool {
        matches!(self.holder, Holder::Taken { .. })
    }

    /// The token's hash, once the seat is taken.
    #[must_use]
    pub const fn token(&self) -> Option<&SecretHash> {
        match &self.holder {
            Holder::Taken { token, .. } => Some(token),
            Holder::Invited { .. } => None,
        }
    }

    /// The hash of the invitation that opens the seat, or that it was taken with.
    #[must_use]
    pub const fn invitation(&self) -> Option<&SecretHash> {
        match &self.holder {
            Holder::Invited { invitation } => Some(invitation),
            Holder::Taken { invitation, .. } => invitation.as_ref(),
        }
    }

    /// The open seat taken; a name given replaces the one it had. `None`: it is taken already.
    pub(crate) fn join(&self, token: SecretHash, name: Option<PlayerName>) -> Option<Self> {
        match self.holder {
            Holder::Invited { invitation } => Some(Self {
                name: name.or_else(|| self.name.clone()),
                holder: Holder::Taken {
                    token,
                    invitation: Some(invitation),
                },
            }),
            Holder::Taken { .. } => None,
        }
    }
}
