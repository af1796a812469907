//! Taking a seat.

use moelle_rules::Side;

use super::{Claim, Encode, Games, Reply, TRIES_MAX};
use crate::{Game, GameError, GameId, PlayerName, Request, Secret};

/// A seat to take.
#[derive(Debug, Clone)]
pub struct JoinGame {
    /// The game.
    pub game: GameId,
    /// The invitation.
    pub invitation: Secret,
    /// The player's name. `None`: the name stays as it is.
    pub name: Option<PlayerName>,
    /// What makes a retry safe.
    pub request: Option<Request>,
}

/// A seat taken.
#[derive(Debug)]
pub struct Joined {
    /// The game.
    pub game: Game,
    /// The side.
    pub side: Side,
    /// The token of the seat.
    pub token: Secret,
}

impl Games {
    /// Takes a seat with an invitation. `encode` gives the bytes that a repeated request gets; they
    /// are sealed, for they hold a token.
    ///
    /// # Errors
    ///
    /// [`GameError::NotFound`], [`GameError::InvitationUnknown`], [`GameError::RequestIdReused`],
    /// [`GameError::InvitationUsed`], [`GameError::GameOver`] and those of the store.
    pub async fn join(
        &self,
        join: JoinGame,
        encode: Encode<'_, Joined>,
    ) -> Result<Reply<Joined>, GameError> {
        let invitation = join.invitation.hash();
        let claim = Claim::new(join.request, Some(invitation));
        for _ in 0..TRIES_MAX {
            let loaded = self.load(join.game, claim.as_ref()).await?;
            if let (Some(claim), Some(receipt)) = (&claim, loaded.receipt) {
                return claim.repeat_sealed(receipt).map(Reply::Repeated);
            }
            let (token, now) = (self.ids.secret(), self.clock.now());
            let (game, side, event) =
                loaded
                    .game
                    .join(&invitation, token.hash(), join.name.clone(), now)?;
            let joined = Joined { game, side, token };
            let receipt = claim.map(|claim| {
                claim.receipt(claim.request.seal(&encode(&joined), self.ids.nonce()), now)
            });
            if self.commit(&joined.game, &event, receipt.as_ref()).await? {
                return Ok(Reply::Done(joined));
            }
        }
        Err(GameError::Contended)
    }
}
