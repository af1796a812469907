//! A game between two players.

use moelle_rules::{BySide, Course, Outcome, Position, RuleSet, Side, Termination, Turn, Variant};
use time::OffsetDateTime;

use crate::GameId;
use crate::{Change, Event, GameError, PlayerName, Revision, Seat, Secret, SecretHash};

/// Plies of a stored game, at most. The next turn is refused; resigning stays possible.
pub const PLIES_MAX: u32 = 5_000;

/// Who may see a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Visibility {
    /// Everybody, and it is listed.
    Public,
    /// Whoever has its id.
    #[default]
    Unlisted,
    /// Its seats and its owner.
    Private,
}

/// Where a game stands in its life.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameStatus {
    /// A seat is open. The side to act may play all the same if its own is taken.
    Waiting,
    /// Both seats are taken.
    Running,
    /// It has ended.
    Finished,
}

/// A game: what it is played by, who plays, and where it is.
#[derive(Debug, Clone)]
pub struct Game {
    pub(crate) id: GameId,
    pub(crate) revision: Revision,
    pub(crate) variant: Option<&'static Variant>,
    pub(crate) visibility: Visibility,
    pub(crate) owner: SecretHash,
    pub(crate) seats: BySide<Seat>,
    pub(crate) start: Position,
    pub(crate) stage: Stage,
    pub(crate) last_turn: Option<Turn>,
    pub(crate) quiet_since: Revision,
    pub(crate) created_at: OffsetDateTime,
    pub(crate) updated_at: OffsetDateTime,
}

/// A game that is on can be played; one that has ended can only be looked at.
#[derive(Debug, Clone)]
pub(crate) enum Stage {
    /// It is on.
    On(Course),
    /// It has ended.
    Ended {
        position: Position,
        occurrences: Option<u32>,
        outcome: Outcome,
    },
}

/// What a new game is made of.
#[derive(Debug, Clone)]
pub struct NewGame {
    /// Its id.
    pub id: GameId,
    /// The variant that it was chosen as. `None`: a whole rule set of the application's own.
    pub variant: Option<&'static Variant>,
    /// Where it starts, and by which rules.
    pub start: Position,
    /// Who may see it.
    pub visibility: Visibility,
    /// The owner's token.
    pub owner: SecretHash,
    /// The seats.
    pub seats: BySide<Seat>,
    /// When it is created.
    pub now: OffsetDateTime,
}

impl Game {
    /// A new game with its first event. It may stand at its end already, as its start may.
    #[must_use]
    pub fn create(new: NewGame) -> (Self, Event) {
        let game = Self {
            id: new.id,
            revision: Revision::FIRST,
            variant: new.variant,
            visibility: new.visibility,
            owner: new.owner,
            seats: new.seats,
            start: new.start,
            stage: Stage::from(Course::new(new.start)),
            last_turn: None,
            quiet_since: Revision::FIRST,
            created_at: new.now,
            updated_at: new.now,
        };
        let event = game.event(Change::Created);
        (game, event)
    }

    /// Its id.
    #[must_use]
    pub const fn id(&self) -> GameId {
        self.id
    }

    /// How many changes it has seen.
    #[must_use]
    pub const fn revision(&self) -> Revision {
        self.revision
    }

    /// The variant that it was chosen as. `None`: a whole rule set of the application's own.
    #[must_use]
    pub const fn variant(&self) -> Option<&'static Variant> {
        self.variant
    }

    /// The rules it is played by.
    #[must_use]
    pub const fn rules(&self) -> RuleSet {
        self.start.rules()
    }

    /// Who may see it.
    #[must_use]
    pub const fn visibility(&self) -> Visibility {
        self.visibility
    }

    /// The owner's token.
    #[must_use]
    pub const fn owner(&self) -> &SecretHash {
        &self.owner
    }

    /// The seats.
    #[must_use]
    pub const fn seats(&self) -> &BySide<Seat> {
        &self.seats
    }

    /// The position it started from.
    #[must_use]
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// The position it stands at.
    #[must_use]
    pub fn position(&self) -> &Position {
        match &self.stage {
            Stage::On(course) => course.position(),
            Stage::Ended { position, .. } => position,
        }
    }

    /// How often that position has occurred. `None` between the actions of a turn.
    #[must_use]
    pub fn occurrences(&self) -> Option<u32> {
        match &self.stage {
            Stage::On(course) => occurrences(course),
            Stage::Ended { occurrences, .. } => *occurrences,
        }
    }

    /// Its end, if it has ended.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        match &self.stage {
            Stage::On(_) => None,
            Stage::Ended { outcome, .. } => Some(*outcome),
        }
    }

    /// Where it stands in its life.
    #[must_use]
    pub fn status(&self) -> GameStatus {
        match &self.stage {
            Stage::Ended { .. } => GameStatus::Finished,
            Stage::On(_) if self.seats.iter().all(|(_, seat)| seat.is_taken()) => {
                GameStatus::Running
            }
            Stage::On(_) => GameStatus::Waiting,
        }
    }

    /// The last turn, or as much of it as has been played.
    #[must_use]
    pub const fn last_turn(&self) -> Option<&Turn> {
        self.last_turn.as_ref()
    }

    /// The revision of the last placement or removal, or of the creation: the events from there on
    /// hold the positions that may be repeated.
    #[must_use]
    pub const fn quiet_since(&self) -> Revision {
        self.quiet_since
    }

    /// When it was created.
    #[must_use]
    pub const fn created_at(&self) -> OffsetDateTime {
        self.created_at
    }

    /// When it last changed.
    #[must_use]
    pub const fn updated_at(&self) -> OffsetDateTime {
        self.updated_at
    }

    /// The side whose seat a token belongs to.
    #[must_use]
    pub fn seat_of(&self, token: &SecretHash) -> Option<Side> {
        [Side::White, Side::Black]
            .into_iter()
            .find(|side| self.seats[*side].token() == Some(token))
    }

    /// Whether a caller with this token, or with none, may see the game.
    ///
    /// # Errors
    ///
    /// [`GameError::Unauthenticated`] or [`GameError::Private`], where the game is private.
    pub fn admit(&self, token: Option<&Secret>) -> Result<(), GameError> {
        if self.visibility != Visibility::Private {
            return Ok(());
        }
        let token = token.ok_or(GameError::Unauthenticated)?.hash();
        if self.owner == token || self.seat_of(&token).is_some() {
            Ok(())
        } else {
            Err(GameError::Private)
        }
    }

    /// The game after a turn of the seat of `side`.
    ///
    /// # Errors
    ///
    /// [`GameError::GameOver`], [`GameError::NotYourTurn`], [`GameError::TooLong`] or
    /// [`GameError::IllegalTurn`], in this order.
    pub fn play(
        &self,
        side: Side,
        turn: &str,
        now: OffsetDateTime,
    ) -> Result<(Self, Event), GameError> {
        let mut course = self.course()?.clone();
        let before = *course.position();
        if before.side() != side {
            return Err(GameError::NotYourTurn);
        }
        if before.ply().saturating_sub(self.start.ply()) >= PLIES_MAX {
            return Err(GameError::TooLong);
        }
        let turn = Turn::parse(before.board(), turn)?;
        course.play(&turn)?;
        let mut after = self.changed(now);
        if course.position().quiet() == 0 {
            after.quiet_since = after.revision;
        }
        after.last_turn = Some(match self.last_turn {
            Some(begun) if before.owed() > 0 => turn
                .removals()
                .try_fold(begun, Turn::removing)
                .unwrap_or(turn),
            _ => turn,
        });
        after.stage = Stage::from(course);
        let event = after.event(Change::TurnPlayed { side, turn });
        Ok((after, event))
    }

    /// The game after the seat of `side` has resigned.
    ///
    /// # Errors
    ///
    /// [`GameError::GameOver`].
    pub fn resign(&self, side: Side, now: OffsetDateTime) -> Result<(Self, Event), GameError> {
        let course = self.course()?;
        let outcome = Outcome::win(!side, Termination::Resignation);
        let mut after = self.changed(now);
        after.stage = Stage::Ended {
            position: *course.position(),
            occurrences: occurrences(course),
            outcome,
        };
        let event = after.event(Change::Resigned { side });
        Ok((after, event))
    }

    /// The game after somebody took a seat with an invitation.
    ///
    /// # Errors
    ///
    /// [`GameError::InvitationUnknown`], [`GameError::InvitationUsed`] or [`GameError::GameOver`].
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
        let seat = self.seats[side]
            .join(token, name)
            .ok_or(GameError::InvitationUsed)?;
        self.course()?;
        let mut after = self.changed(now);
        let change = Change::SeatTaken {
            side,
            name: seat.name().cloned(),
        };
        after.seats[side] = seat;
        let event = after.event(change);
        Ok((after, side, event))
    }

    /// The course of a game that is on.
    fn course(&self) -> Result<&Course, GameError> {
        match &self.stage {
            Stage::On(course) => Ok(course),
            Stage::Ended { .. } => Err(GameError::GameOver),
        }
    }

    /// The same game one revision later.
    fn changed(&self, now: OffsetDateTime) -> Self {
        Self {
            revision: self.revision.next(),
            updated_at: now.max(self.updated_at),
            ..self.clone()
        }
    }

    /// The event that made the game what it is.
    fn event(&self, change: Change) -> Event {
        Event {
            revision: self.revision,
            at: self.updated_at,
            change,
            position: *self.position(),
            occurrences: self.occurrences(),
            outcome: self.outcome(),
        }
    }
}

impl From<Course> for Stage {
    fn from(course: Course) -> Self {
        match course.outcome() {
            Some(outcome) => Self::Ended {
                position: *course.position(),
                occurrences: occurrences(&course),
                outcome,
            },
            None => Self::On(course),
        }
    }
}

/// How often the position of a course has occurred, if it is one that is counted.
pub(crate) fn occurrences(course: &Course) -> Option<u32> {
    Some(course.occurrences()).filter(|count| *count > 0)
}
