//! Inviting to seats, and replacing lost tokens.

use moelle_rules::Side;

use super::change::{Answer, Moment, Needs, Step};
use super::{ChangeCall, Changed, Encode, Games, INVITATION_LIFE, Reply};
use crate::game::Holder;
use crate::{Credentials, GameError, Secret};

/// A change, and the secret that it made.
#[derive(Debug)]
pub struct WithSecret<'a> {
    /// The change.
    pub changed: &'a Changed,
    /// The secret.
    pub secret: &'a Secret,
}

/// How an answer with a secret becomes the bytes that a repeated request gets.
pub(crate) type EncodeSecret<'a> = &'a (dyn Fn(&WithSecret<'_>) -> Vec<u8> + Send + Sync);

impl Games {
    /// Makes a new invitation to an open seat, for the owner or whoever holds the other seat. One
    /// that was there works no more.
    ///
    /// # Errors
    ///
    /// Those of [`Games::play`] up to the stale revision, then [`GameError::GameOver`] and
    /// [`GameError::SeatTaken`].
    pub async fn invite(
        &self,
        call: ChangeCall,
        side: Side,
        credentials: &Credentials,
        encode: EncodeSecret<'_>,
    ) -> Result<(Reply<Changed>, Secret), GameError> {
        let decide = |moment: &Moment<'_>, secret: &Secret| {
            let expires_at = moment.now + INVITATION_LIFE;
            moment
                .game
                .invite(side, secret.hash(), expires_at, moment.now)
        };
        self.with_secret(call, credentials, decide, encode).await
    }

    /// Replaces the token of a taken seat, for the owner or the seat itself. The one before works
    /// no more.
    ///
    /// # Errors
    ///
    /// Those of [`Games::play`] up to the stale revision, then [`GameError::WrongSeat`] and
    /// [`GameError::SeatOpen`].
    pub async fn reissue(
        &self,
        call: ChangeCall,
        side: Side,
        credentials: &Credentials,
        encode: EncodeSecret<'_>,
    ) -> Result<(Reply<Changed>, Secret), GameError> {
        let decide = |moment: &Moment<'_>, secret: &Secret| {
            if moment.caller == Holder::Seat(!side) {
                return Err(GameError::WrongSeat);
            }
            moment.game.reissue(side, secret.hash(), moment.now)
        };
        self.with_secret(call, credentials, decide, encode).await
    }

    /// Revokes the invitation to an open seat, for the owner or whoever holds the other seat.
    ///
    /// # Errors
    ///
    /// Those of [`Games::invite`], and [`GameError::NothingToRevoke`].
    pub async fn revoke_invitation(
        &self,
        call: ChangeCall,
        side: Side,
        credentials: &Credentials,
        encode: Encode<'_, Changed>,
    ) -> Result<Reply<Changed>, GameError> {
        let decide = |moment: &Moment<'_>| moment.game.revoke_invitation(side, moment.now);
        let answer = Answer {
            encode,
            is_sealed: false,
        };
        self.change(call, credentials, Needs::Game, decide, answer)
            .await
    }

    async fn with_secret<F>(
        &self,
        call: ChangeCall,
        credentials: &Credentials,
        decide: F,
        encode: EncodeSecret<'_>,
    ) -> Result<(Reply<Changed>, Secret), GameError>
    where
        F: Fn(&Moment<'_>, &Secret) -> Result<Step, GameError> + Send + Sync,
    {
        let secret = self.ids.secret();
        let encode = |changed: &Changed| {
            encode(&WithSecret {
                changed,
                secret: &secret,
            })
        };
        let decide = |moment: &Moment<'_>| decide(moment, &secret);
        let answer = Answer {
            encode: &encode,
            is_sealed: true,
        };
        let reply = self
            .change(call, credentials, Needs::Game, decide, answer)
            .await?;
        Ok((reply, secret))
    }
}
