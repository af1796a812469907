//! The shape of every change that a seat makes.

use moelle_rules::Side;
use time::OffsetDateTime;

use super::{Claim, Encode, Games, Reply, TRIES_MAX};
use crate::{Credentials, Event, Game, GameError, GameId, Request, Revision, SecretHash};

/// What every call of a seat says, whatever it wants to change.
#[derive(Debug, Clone, Copy)]
pub struct SeatCall {
    /// The game.
    pub game: GameId,
    /// The revision that the player saw. `None`: whatever the revision is.
    pub revision: Option<Revision>,
    /// What makes a retry safe.
    pub request: Option<Request>,
}

/// A game changed by a seat.
#[derive(Debug)]
pub struct Changed {
    /// The game after the change.
    pub game: Game,
    /// Whose seat it was.
    pub side: Side,
    /// The change.
    pub event: Event,
}

impl Games {
    /// Carries out a change in the name of a seat.
    ///
    /// What is checked, in this order: the game, the token, whether the request was answered
    /// before, the revision, and what `change` checks. A change that loses a race is tried again on
    /// the game as it then is, unless the caller named a revision: then it is stale.
    pub(super) async fn by_seat<F>(
        &self,
        call: SeatCall,
        credentials: &Credentials,
        change: F,
        encode: Encode<'_, Changed>,
    ) -> Result<Reply<Changed>, GameError>
    where
        F: Fn(&Game, Side, OffsetDateTime) -> Result<(Game, Event), GameError> + Send + Sync,
    {
        let token = credentials.token.as_ref().map(crate::Secret::hash);
        let claim = Claim::new(call.request, token);
        for _ in 0..TRIES_MAX {
            let loaded = self.load(call.game, claim.as_ref()).await?;
            let side = seat(&loaded.game, token.as_ref())?;
            if let (Some(claim), Some(receipt)) = (&claim, loaded.receipt) {
                return claim.repeat(receipt).map(Reply::Repeated);
            }
            expect_revision(&loaded.game, call.revision)?;
            let now = self.clock.now();
            let (game, event) = change(&loaded.game, side, now)?;
            let changed = Changed { game, side, event };
            let receipt = claim.map(|claim| claim.receipt(encode(&changed), now));
            if self
                .commit(&changed.game, &changed.event, receipt.as_ref())
                .await?
            {
                return Ok(Reply::Done(changed));
            }
        }
        Err(GameError::Contended)
    }
}

/// The side that a token plays.
fn seat(game: &Game, token: Option<&SecretHash>) -> Result<Side, GameError> {
    let token = token.ok_or(GameError::Unauthenticated)?;
    match game.seat_of(token) {
        Some(side) => Ok(side),
        None if game.owner() == token => Err(GameError::WrongSeat),
        None => Err(GameError::Unauthenticated),
    }
}

/// Refuses a revision that is not the game's.
fn expect_revision(game: &Game, expected: Option<Revision>) -> Result<(), GameError> {
    match expected {
        Some(expected) if expected != game.revision() => {
            Err(GameError::StaleRevision(Box::new(game.clone())))
        }
        _ => Ok(()),
    }
}
