//! The two places at a board.

use time::OffsetDateTime;

use crate::{GameError, PlayerName, SecretHash};

/// A seat of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seat {
    name: Option<PlayerName>,
    holder: Holder,
}

/// Who may sit on a seat, or does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Holder {
    /// Nobody, until an invitation is made.
    Nobody,
    /// Whoever brings the invitation before it expires.
    Invited {
        invitation: SecretHash,
        expires_at: Option<OffsetDateTime>,
    },
    /// Whoever has the token. The invitation that it was taken with is kept, so that a second one
    /// who brings it can be told that it was used.
    Taken {
        token: SecretHash,
        invitation: Option<SecretHash>,
    },
}

impl Seat {
    /// A seat that nobody can take before an invitation is made.
    #[must_use]
    pub const fn closed(name: Option<PlayerName>) -> Self {
        Self {
            name,
            holder: Holder::Nobody,
        }
    }

    /// A seat that is open to whoever brings the invitation before it expires, if it does.
    #[must_use]
    pub const fn open(
        name: Option<PlayerName>,
        invitation: SecretHash,
        expires_at: Option<OffsetDateTime>,
    ) -> Self {
        Self {
            name,
            holder: Holder::Invited {
                invitation,
                expires_at,
            },
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
            Holder::Invited { .. } | Holder::Nobody => None,
        }
    }

    /// The hash of the invitation that opens the seat, or that it was taken with.
    #[must_use]
    pub const fn invitation(&self) -> Option<&SecretHash> {
        match &self.holder {
            Holder::Invited { invitation, .. } => Some(invitation),
            Holder::Taken { invitation, .. } => invitation.as_ref(),
            Holder::Nobody => None,
        }
    }

    /// When the invitation that opens the seat expires.
    #[must_use]
    pub const fn expires_at(&self) -> Option<OffsetDateTime> {
        match self.holder {
            Holder::Invited { expires_at, .. } => expires_at,
            Holder::Taken { .. } | Holder::Nobody => None,
        }
    }

    /// The open seat taken; a name given replaces the one it had.
    pub(crate) fn join(
        &self,
        token: SecretHash,
        name: Option<PlayerName>,
        now: OffsetDateTime,
    ) -> Result<Self, GameError> {
        match self.holder {
            Holder::Taken { .. } => Err(GameError::InvitationUsed),
            Holder::Nobody => Err(GameError::InvitationUnknown),
            Holder::Invited { expires_at, .. } if expires_at.is_some_and(|at| at <= now) => {
                Err(GameError::InvitationExpired)
            }
            Holder::Invited { invitation, .. } => Ok(Self {
                name: name.or_else(|| self.name.clone()),
                holder: Holder::Taken {
                    token,
                    invitation: Some(invitation),
                },
            }),
        }
    }

    /// The taken seat with another token. `None`: it is not taken.
    pub(crate) fn with_token(&self, token: SecretHash) -> Option<Self> {
        match self.holder {
            Holder::Taken { invitation, .. } => {
                Some(Self::taken(self.name.clone(), token, invitation))
            }
            Holder::Invited { .. } | Holder::Nobody => None,
        }
    }

    /// The seat as it is in the next game of the same players.
    pub(crate) fn without_invitation(&self) -> Self {
        match self.holder {
            Holder::Taken { token, .. } => Self::taken(self.name.clone(), token, None),
            Holder::Invited { .. } | Holder::Nobody => self.clone(),
        }
    }
}
