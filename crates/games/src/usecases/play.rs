//! What seats do: play, resign, abort, offer and answer.

use moelle_rules::Side;

use super::change::{Answer, Moment, Needs, Step};
use super::{ChangeCall, Changed, Encode, Games, Reply};
use crate::{Credentials, GameError};

type Answered = Result<Reply<Changed>, GameError>;

/// The errors of every call here, in this order: [`GameError::NotFound`],
/// [`GameError::RequestIdReused`], [`GameError::Unauthenticated`], [`GameError::StaleRevision`],
/// [`GameError::WrongSeat`], [`GameError::GameOver`], then those named; and those of the store.
/// `encode` gives the bytes that a repeated request gets.
impl Games {
    /// Plays a turn, one action of it, or removals that are owed.
    ///
    /// # Errors
    ///
    /// [`GameError::NotYourTurn`], [`GameError::TooLong`], [`GameError::IllegalTurn`].
    pub async fn play(
        &self,
        call: ChangeCall,
        turn: &str,
        credentials: &Credentials,
        encode: Encode<'_, Changed>,
    ) -> Answered {
        self.by_seat(
            call,
            credentials,
            Needs::Game,
            |moment, side| moment.game.play(side, turn, moment.now),
            encode,
        )
        .await
    }

    /// Resigns.
    ///
    /// # Errors
    ///
    /// No others.
    pub async fn resign(
        &self,
        call: ChangeCall,
        credentials: &Credentials,
        encode: Encode<'_, Changed>,
    ) -> Answered {
        self.by_seat(
            call,
            credentials,
            Needs::Game,
            |moment, side| moment.game.resign(side, moment.now),
            encode,
        )
        .await
    }

    /// Aborts a game in which not both sides have completed their first turn.
    ///
    /// # Errors
    ///
    /// [`GameError::TooLateToAbort`].
    pub async fn abort(
        &self,
        call: ChangeCall,
        credentials: &Credentials,
        encode: Encode<'_, Changed>,
    ) -> Answered {
        self.by_seat(
            call,
            credentials,
            Needs::Game,
            |moment, side| moment.game.abort(side, moment.now),
            encode,
        )
        .await
    }

    /// Offers a draw, or agrees to one that the other side offers.
    ///
    /// # Errors
    ///
    /// [`GameError::AlreadyOffered`].
    pub async fn offer_draw(
        &self,
        call: ChangeCall,
        credentials: &Credentials,
        encode: Encode<'_, Changed>,
    ) -> Answered {
        self.by_seat(
            call,
            credentials,
            Needs::Game,
            |moment, side| moment.game.offer_draw(side, moment.now),
            encode,
        )
        .await
    }

    /// Answers the other side's offer of a draw.
    ///
    /// # Errors
    ///
    /// [`GameError::NothingToAnswer`].
    pub async fn answer_draw(
        &self,
        call: ChangeCall,
        accept: bool,
        credentials: &Credentials,
        encode: Encode<'_, Changed>,
    ) -> Answered {
        self.by_seat(
            call,
            credentials,
            Needs::Game,
            |moment, side| moment.game.answer_draw(side, accept, moment.now),
            encode,
        )
        .await
    }

    /// Asks to take back to before the own last turn.
    ///
    /// # Errors
    ///
    /// [`GameError::AlreadyOffered`], [`GameError::NothingToTakeBack`].
    pub async fn request_takeback(
        &self,
        call: ChangeCall,
        credentials: &Credentials,
        encode: Encode<'_, Changed>,
    ) -> Answered {
        let decide = |moment: &Moment<'_>, side: Side| {
            moment.game.course()?;
            let to = moment.history.before_last_turn_of(side);
            let to = to.ok_or(GameError::NothingToTakeBack)?;
            moment.game.request_takeback(side, to, moment.now)
        };
        self.by_seat(call, credentials, Needs::History, decide, encode)
            .await
    }

    /// Answers the other side's wish to take back.
    ///
    /// # Errors
    ///
    /// [`GameError::NothingToAnswer`].
    pub async fn answer_takeback(
        &self,
        call: ChangeCall,
        accept: bool,
        credentials: &Credentials,
        encode: Encode<'_, Changed>,
    ) -> Answered {
        let decide = |moment: &Moment<'_>, side: Side| {
            let wish = moment.game.takeback_for(side)?;
            let earlier = accept.then(|| moment.history.at(wish.to)).flatten();
            if accept && earlier.is_none() {
                return Err(GameError::NothingToTakeBack);
            }
            moment.game.answer_takeback(side, earlier, moment.now)
        };
        self.by_seat(call, credentials, Needs::History, decide, encode)
            .await
    }

    /// Wants a rematch; where the other side wants it too, that is the new game.
    ///
    /// # Errors
    ///
    /// [`GameError::GameNotOver`] in place of [`GameError::GameOver`], [`GameError::SeatOpen`],
    /// [`GameError::AlreadyOffered`].
    pub async fn offer_rematch(
        &self,
        call: ChangeCall,
        credentials: &Credentials,
        encode: Encode<'_, Changed>,
    ) -> Answered {
        let decide = |moment: &Moment<'_>, side: Side| {
            let id = self.ids.game_id(moment.now);
            moment.game.want_rematch(side, id, moment.now)
        };
        self.by_seat(call, credentials, Needs::Game, decide, encode)
            .await
    }

    /// Carries out a change that only a seat may make.
    async fn by_seat<F>(
        &self,
        call: ChangeCall,
        credentials: &Credentials,
        needs: Needs,
        decide: F,
        encode: Encode<'_, Changed>,
    ) -> Answered
    where
        F: Fn(&Moment<'_>, Side) -> Result<Step, GameError> + Send + Sync,
    {
        let decide = |moment: &Moment<'_>| decide(moment, moment.caller.seat()?);
        let answer = Answer {
            encode,
            is_sealed: false,
        };
        self.change(call, credentials, needs, decide, answer).await
    }
}
