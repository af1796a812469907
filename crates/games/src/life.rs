//! How a game goes on and ends beside the board: resigning, aborting, offers, and time.

use moelle_rules::{
    BySide, Course, GameResult, Outcome, Position, PositionKey, Side, Termination, Turn,
};
use time::{Duration, OffsetDateTime};

use crate::game::{Stage, occurrences};
use crate::{Change, Event, Game, GameClock, GameError, GameId, GameStatus, Revision, grace};

/// A wish to take back the turns from one's own last turn on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TakebackRequest {
    /// Whose wish it is.
    pub by: Side,
    /// The revision whose position would be the game's again.
    pub to: Revision,
}

/// A game that follows this one, with the colours swapped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rematch {
    /// The id of the new game. There is no such game before both sides want it.
    pub game: GameId,
    /// Which sides want it.
    pub wanted: BySide<bool>,
}

/// What a game was at an earlier revision, as far as a takeback brings it back.
#[derive(Debug, Clone)]
pub struct Earlier {
    /// The revision.
    pub revision: Revision,
    /// The position.
    pub position: Position,
    /// The keys of the positions that may be repeated, its own among them.
    pub position_keys: Vec<PositionKey>,
    /// The revision of the last placement or removal before it.
    pub quiet_since: Revision,
    /// The last turn before it.
    pub last_turn: Option<Turn>,
    /// Which sides had completed a turn.
    pub has_begun: BySide<bool>,
    /// What each side's clock had left.
    pub left: Option<BySide<Duration>>,
}

impl Rematch {
    /// Whether both sides want it, so that there is a new game.
    #[must_use]
    pub const fn is_agreed(&self) -> bool {
        self.wanted.white && self.wanted.black
    }
}

impl Game {
    /// The clocks, if there are any.
    #[must_use]
    pub const fn clock(&self) -> Option<&GameClock> {
        self.clock.as_ref()
    }

    /// Which sides have completed a turn that stands.
    #[must_use]
    pub const fn has_begun(&self) -> BySide<bool> {
        self.has_begun
    }

    /// The side whose offer of a draw is open.
    #[must_use]
    pub const fn draw_offer(&self) -> Option<Side> {
        self.draw_offer
    }

    /// The wish to take back that is open.
    #[must_use]
    pub const fn takeback(&self) -> Option<TakebackRequest> {
        self.takeback
    }

    /// The rematch that is wanted or agreed.
    #[must_use]
    pub const fn rematch(&self) -> Option<Rematch> {
        self.rematch
    }

    /// When the time of the side to act is over.
    #[must_use]
    pub fn deadline(&self) -> Option<OffsetDateTime> {
        let side = self.position().side();
        self.clock.as_ref()?.deadline(side, self.has_begun[side])
    }

    /// What each side's clock has left at `now`. `None`: no clock.
    #[must_use]
    pub fn left_at(&self, now: OffsetDateTime) -> Option<BySide<Duration>> {
        let side = self.position().side();
        let clock = self.clock.as_ref()?;
        Some(clock.left_at(side, self.has_begun[side], now))
    }

    /// The game after the fall of a flag, if its deadline has passed at `now`. The event is of the
    /// moment of the deadline, so that it is the same whoever finds it, and whenever.
    ///
    /// A side whose first turn is due does not lose: the game is aborted.
    #[must_use]
    pub fn fallen(&self, now: OffsetDateTime) -> Option<(Self, Event)> {
        let deadline = self.deadline().filter(|deadline| *deadline <= now)?;
        let side = self.position().side();
        let outcome = if self.has_begun[side] {
            Outcome::win(!side, Termination::Timeout)
        } else {
            ABORTED
        };
        self.ended(outcome, Change::TimeFell { side }, deadline)
            .ok()
    }

    /// The fall of a flag as far as it is certain at `now`: no change that was decided before the
    /// deadline can come any more.
    #[must_use]
    pub fn surely_fallen(&self, now: OffsetDateTime) -> Option<(Self, Event)> {
        self.fallen(grace::certain_at(now))
    }

    /// The game as a look at `now` shows it, a flag that has surely fallen seen.
    #[must_use]
    pub fn seen_at(self, now: OffsetDateTime) -> Self {
        match self.surely_fallen(now) {
            Some((game, _)) => game,
            None => self,
        }
    }

    /// The game after the seat of `side` has resigned.
    ///
    /// # Errors
    ///
    /// [`GameError::GameOver`].
    pub fn resign(&self, side: Side, now: OffsetDateTime) -> Result<(Self, Event), GameError> {
        let outcome = Outcome::win(!side, Termination::Resignation);
        self.ended(outcome, Change::Resigned { side }, now)
    }

    /// The game ended as its record says, where players caused that.
    pub(crate) fn conclude(
        &self,
        outcome: Outcome,
        now: OffsetDateTime,
    ) -> Result<(Self, Event), GameError> {
        self.ended(outcome, Change::Concluded, now)
    }

    /// The game after the seat of `side` has aborted it.
    ///
    /// # Errors
    ///
    /// [`GameError::GameOver`], or [`GameError::TooLateToAbort`] once both sides have completed
    /// their first turn.
    pub fn abort(&self, side: Side, now: OffsetDateTime) -> Result<(Self, Event), GameError> {
        self.course()?;
        if self.has_begun.white && self.has_begun.black {
            return Err(GameError::TooLateToAbort);
        }
        self.ended(ABORTED, Change::Aborted { side }, now)
    }

    /// The game after `side` offered a draw. Where the other side's offer is open, that is an
    /// agreement.
    ///
    /// # Errors
    ///
    /// [`GameError::GameOver`], or [`GameError::AlreadyOffered`].
    pub fn offer_draw(&self, side: Side, now: OffsetDateTime) -> Result<(Self, Event), GameError> {
        self.course()?;
        match self.draw_offer {
            Some(by) if by == side => Err(GameError::AlreadyOffered),
            Some(_) => self.answer_draw(side, true, now),
            None => {
                let mut after = self.changed(now);
                after.draw_offer = Some(side);
                let event = after.event(Change::DrawOffered { side });
                Ok((after, event))
            }
        }
    }

    /// The game after `side` answered the other's offer of a draw.
    ///
    /// # Errors
    ///
    /// [`GameError::GameOver`], or [`GameError::NothingToAnswer`].
    pub fn answer_draw(
        &self,
        side: Side,
        accept: bool,
        now: OffsetDateTime,
    ) -> Result<(Self, Event), GameError> {
        self.course()?;
        if self.draw_offer != Some(!side) {
            return Err(GameError::NothingToAnswer);
        }
        let change = Change::DrawAnswered {
            side,
            accepted: accept,
        };
        if accept {
            return self.ended(Outcome::draw(Termination::Agreement), change, now);
        }
        let mut after = self.changed(now);
        after.draw_offer = None;
        let event = after.event(change);
        Ok((after, event))
    }

    /// The game after `side` asked to take back to the position of the revision `to`, from which it
    /// made its last turn.
    ///
    /// # Errors
    ///
    /// [`GameError::GameOver`], or [`GameError::AlreadyOffered`] while any such wish is open.
    pub fn request_takeback(
        &self,
        side: Side,
        to: Revision,
        now: OffsetDateTime,
    ) -> Result<(Self, Event), GameError> {
        self.course()?;
        if self.takeback.is_some() {
            return Err(GameError::AlreadyOffered);
        }
        let mut after = self.changed(now);
        after.takeback = Some(TakebackRequest { by: side, to });
        let event = after.event(Change::TakebackRequested { side });
        Ok((after, event))
    }

    /// The wish to take back that `side` may answer.
    ///
    /// # Errors
    ///
    /// [`GameError::GameOver`], or [`GameError::NothingToAnswer`].
    pub fn takeback_for(&self, side: Side) -> Result<TakebackRequest, GameError> {
        self.course()?;
        self.takeback
            .filter(|wish| wish.by != side)
            .ok_or(GameError::NothingToAnswer)
    }

    /// The game after `side` answered the other's wish to take back: as it was at an earlier
    /// revision, or with the wish declined where there is none.
    ///
    /// # Errors
    ///
    /// Those of [`Game::takeback_for`].
    pub fn answer_takeback(
        &self,
        side: Side,
        earlier: Option<Earlier>,
        now: OffsetDateTime,
    ) -> Result<(Self, Event), GameError> {
        self.takeback_for(side)?;
        let mut after = self.changed(now);
        after.takeback = None;
        let mut taken_back_to = None;
        if let Some(earlier) = earlier {
            taken_back_to = Some(earlier.revision);
            after.take_back(earlier);
        }
        let event = after.event(Change::TakebackAnswered {
            side,
            taken_back_to,
        });
        Ok((after, event))
    }

    fn take_back(&mut self, earlier: Earlier) {
        self.stage = Stage::On(Course::resume(
            earlier.position,
            earlier.position_keys,
            None,
        ));
        self.quiet_since = earlier.quiet_since;
        self.last_turn = earlier.last_turn;
        self.has_begun = earlier.has_begun;
        self.draw_offer = None;
        if let (Some(clock), Some(left)) = (self.clock, earlier.left) {
            self.clock = Some(clock.taken_back(left, self.updated_at));
        }
    }

    /// The game after `side` wanted a rematch. `id` is the new game's where none is named yet. Once
    /// both want it there is [`Game::next_game`].
    ///
    /// # Errors
    ///
    /// [`GameError::GameNotOver`], [`GameError::SeatOpen`] where a side was never taken, or
    /// [`GameError::AlreadyOffered`].
    pub fn want_rematch(
        &self,
        side: Side,
        id: GameId,
        now: OffsetDateTime,
    ) -> Result<(Self, Event), GameError> {
        if self.status() != GameStatus::Finished {
            return Err(GameError::GameNotOver);
        }
        if !(self.seats.white.is_taken() && self.seats.black.is_taken()) {
            return Err(GameError::SeatOpen);
        }
        let before = self.rematch.unwrap_or(Rematch {
            game: id,
            wanted: BySide::both(false),
        });
        if before.wanted[side] {
            return Err(GameError::AlreadyOffered);
        }
        let mut after = self.changed(now);
        let mut rematch = before;
        rematch.wanted[side] = true;
        after.rematch = Some(rematch);
        let event = after.event(Change::RematchWanted {
            side,
            game: after.agreed_rematch(),
        });
        Ok((after, event))
    }

    /// The id of the next game, once both sides want it.
    #[must_use]
    pub fn agreed_rematch(&self) -> Option<GameId> {
        self.rematch
            .filter(Rematch::is_agreed)
            .map(|rematch| rematch.game)
    }

    /// The next game of the same players as it is created at `now`, once both sides want it: by the
    /// same rules from the same start, the colours swapped, with the same names and tokens.
    ///
    /// Its clocks start with its first turn: whoever acts first need not be there when the other side
    /// agrees.
    #[must_use]
    pub fn next_game(&self, now: OffsetDateTime) -> Option<(Self, Event)> {
        let id = self.agreed_rematch()?;
        let time_control = self.clock.map(|clock| clock.control());
        let (mut game, _) = Self::create(crate::NewGame {
            id,
            application: self.application,
            variant: self.variant,
            start: self.start,
            visibility: self.visibility,
            owner: self.owner,
            seats: BySide {
                white: self.seats.black.without_invitation(),
                black: self.seats.white.without_invitation(),
            },
            time_control,
            now: now.max(self.updated_at),
        });
        game.clock = time_control.map(GameClock::new);
        let event = game.event(Change::Created);
        Some((game, event))
    }

    /// The game ended by something beside the board.
    fn ended(
        &self,
        outcome: Outcome,
        change: Change,
        now: OffsetDateTime,
    ) -> Result<(Self, Event), GameError> {
        let course = self.course()?;
        let mut after = self.changed(now);
        after.stage = Stage::Ended {
            position: *course.position(),
            occurrences: occurrences(course),
            outcome,
        };
        after.draw_offer = None;
        after.takeback = None;
        after.stop_clock_at_the_end(course.position().side());
        let event = after.event(change);
        Ok((after, event))
    }
}

/// The end of a game that does not count.
const ABORTED: Outcome = Outcome {
    result: GameResult::NoResult,
    termination: Termination::Aborted,
};
