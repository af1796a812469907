//! Who sits where: taking seats, inviting to them, and replacing lost tokens.

use moelle_rules::Side;
use time::OffsetDateTime;

use crate::{Change, Event, Game, GameError, PlayerName, Seat, SecretHash};

impl Game {
    /// The game after somebody took a seat with an invitation.
    ///
    /// # Errors
    ///
    /// [`GameError::InvitationUnknown`], [`GameError::InvitationUsed`],
    /// [`GameError::InvitationExpired`] or [`GameError::GameOver`].
    pub fn join(
        &self,
        invitation: &SecretHash,
        token: SecretHash,
        name: Option<PlayerName>,
        now: OffsetDateTime,
    ) -> Result<(Self, Side, Event), GameError> {
        let side = [Side::White, Side::Black]
            .into_iter()
            .find(|side| self.seats[*side].invitation() == Some(invitation))
            .ok_or(GameError::InvitationUnknown)?;
        let seat = self.seats[side].join(token, name, now)?;
        self.course()?;
        let mut after = self.changed(now);
        let change = Change::SeatTaken {
            side,
            name: seat.name().cloned(),
        };
        after.seats[side] = seat;
        after.start_clock();
        let event = after.event(change);
        Ok((after, side, event))
    }

    /// The game with a new invitation to an open seat; one that was there works no more.
    ///
    /// # Errors
    ///
    /// [`GameError::SeatTaken`] or [`GameError::GameOver`].
    pub fn invite(
        &self,
        side: Side,
        invitation: SecretHash,
        expires_at: OffsetDateTime,
        now: OffsetDateTime,
    ) -> Result<(Self, Event), GameError> {
        let seat = self.open_seat(side)?;
        let seat = Seat::open(seat.name().cloned(), invitation, Some(expires_at));
        Ok(self.reseated(side, seat, Change::InvitationCreated { side }, now))
    }

    /// The game with the invitation to an open seat revoked.
    ///
    /// # Errors
    ///
    /// [`GameError::SeatTaken`], [`GameError::NothingToRevoke`] or [`GameError::GameOver`].
    pub fn revoke_invitation(
        &self,
        side: Side,
        now: OffsetDateTime,
    ) -> Result<(Self, Event), GameError> {
        let seat = self.open_seat(side)?;
        if seat.invitation().is_none() {
            return Err(GameError::NothingToRevoke);
        }
        let seat = Seat::closed(seat.name().cloned());
        Ok(self.reseated(side, seat, Change::InvitationRevoked { side }, now))
    }

    /// The game with another token for a taken seat; the one before works no more.
    ///
    /// # Errors
    ///
    /// [`GameError::SeatOpen`].
    pub fn reissue(
        &self,
        side: Side,
        token: SecretHash,
        now: OffsetDateTime,
    ) -> Result<(Self, Event), GameError> {
        let before = &self.seats[side];
        let seat = before.with_token(token).ok_or(GameError::SeatOpen)?;
        let change = Change::SeatReissued {
            side,
            replaced: before.token().copied(),
        };
        Ok(self.reseated(side, seat, change, now))
    }

    /// Leaves no invitation to the seats that are open.
    pub(crate) fn close_open_seats(&mut self) {
        for side in [Side::White, Side::Black] {
            let seat = &self.seats[side];
            if !seat.is_taken() {
                self.seats[side] = Seat::closed(seat.name().cloned());
            }
        }
    }

    fn open_seat(&self, side: Side) -> Result<&Seat, GameError> {
        self.course()?;
        Some(&self.seats[side])
            .filter(|seat| !seat.is_taken())
            .ok_or(GameError::SeatTaken)
    }

    fn reseated(
        &self,
        side: Side,
        seat: Seat,
        change: Change,
        now: OffsetDateTime,
    ) -> (Self, Event) {
        let mut after = self.changed(now);
        after.seats[side] = seat;
        let event = after.event(change);
        (after, event)
    }
}
