//! Playing and resigning.

use super::{Changed, Encode, Games, Reply, SeatCall};
use crate::{Credentials, GameError};

impl Games {
    /// Plays a turn, one action of it, or removals that are owed, with the token of the seat that
    /// is to act. `encode` gives the bytes that a repeated request gets.
    ///
    /// # Errors
    ///
    /// [`GameError::NotFound`], [`GameError::Unauthenticated`], [`GameError::WrongSeat`],
    /// [`GameError::RequestIdReused`], [`GameError::StaleRevision`], [`GameError::GameOver`],
    /// [`GameError::NotYourTurn`], [`GameError::TooLong`], [`GameError::IllegalTurn`], in this order,
    /// and those of the store.
    pub async fn play(
        &self,
        call: SeatCall,
        turn: &str,
        credentials: &Credentials,
        encode: Encode<'_, Changed>,
    ) -> Result<Reply<Changed>, GameError> {
        self.by_seat(
            call,
            credentials,
            |game, side, now| game.play(side, turn, now),
            encode,
        )
        .await
    }

    /// Resigns the game with the token of a seat. `encode` gives the bytes that a repeated request
    /// gets.
    ///
    /// # Errors
    ///
    /// Those of [`Games::play`] but for the last three.
    pub async fn resign(
        &self,
        call: SeatCall,
        credentials: &Credentials,
        encode: Encode<'_, Changed>,
    ) -> Result<Reply<Changed>, GameError> {
        self.by_seat(call, credentials, crate::Game::resign, encode)
            .await
    }
}
