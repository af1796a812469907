//! Taking a seat.

use moelle_rules::Side;

use super::{Claim, Encode, Games, Reply, TRIES_MAX};
use crate::{Commit, Game, GameError, GameId, PlayerName, Request, Revision, Secret};

/// A seat to take.
#[derive(Debug, Clone)]
pub struct JoinGame {
    /// The game.
    pub game: GameId,
    /// The invitation.
    pub invitation: Secret,
    /// The player's name. `None`: the name stays as it is.
    pub name: Option<PlayerName>,
    /// The revision that the caller saw. `None`: whatever the revision is.
    pub revision: Option<Revision>,
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
    /// [`GameError::NotFound`], [`GameError::RequestIdReused`], [`GameError::InvitationUnknown`],
    /// [`GameError::InvitationUsed`], [`GameError::InvitationExpired`], [`GameError::StaleRevision`],
    /// [`GameError::GameOver`], in this order, and those of the store.
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
            let game = &loaded.game;
            let joined = game.join(&invitation, token.hash(), join.name.clone(), now);
            // The invitation is what a token is elsewhere: without a good one nothing is told.
            if matches!(joined, Ok(_) | Err(GameError::GameOver)) {
                game.expect_revision(join.revision)?;
            }
            let (game, side, event) = joined?;
            let joined = Joined { game, side, token };
            let receipt = claim.map(|claim| {
                claim.receipt(claim.request.seal(&encode(&joined), self.ids.nonce()), now)
            });
            let commit = Commit {
                game: &joined.game,
                event: &event,
                receipt: receipt.as_ref(),
                // While a seat is open no time runs.
                not_after: None,
            };
            if self.commit(commit).await? {
                return Ok(Reply::Done(joined));
            }
        }
        Err(GameError::Contended)
    }
}
