//! A game between two players.

use moelle_rules::{BySide, Course, Outcome, Position, RuleSet, Side, Turn, Variant};
use time::OffsetDateTime;

use crate::life::{Rematch, TakebackRequest};
use crate::{
    ApplicationId, Change, Credentials, Event, GameClock, GameError, GameId, Revision, Seat,
    Secret, SecretHash, TimeControl,
};

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
    /// Its seats, its owner and its application.
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
    pub(crate) application: Option<ApplicationId>,
    pub(crate) variant: Option<&'static Variant>,
    pub(crate) visibility: Visibility,
    pub(crate) owner: SecretHash,
    pub(crate) seats: BySide<Seat>,
    pub(crate) start: Position,
    pub(crate) stage: Stage,
    pub(crate) last_turn: Option<Turn>,
    pub(crate) quiet_since: Revision,
    pub(crate) clock: Option<GameClock>,
    pub(crate) has_begun: BySide<bool>,
    pub(crate) draw_offer: Option<Side>,
    pub(crate) takeback: Option<TakebackRequest>,
    pub(crate) rematch: Option<Rematch>,
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

/// Whose a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Holder {
    /// That of the seat of a side.
    Seat(Side),
    /// The owner's, who holds no seat by that.
    Owner,
}

impl Holder {
    /// The side of the seat.
    pub(crate) fn seat(self) -> Result<Side, GameError> {
        match self {
            Self::Seat(side) => Ok(side),
            Self::Owner => Err(GameError::WrongSeat),
        }
    }
}

/// What a new game is made of.
#[derive(Debug, Clone)]
pub struct NewGame {
    /// Its id.
    pub id: GameId,
    /// The application that creates it, if one does.
    pub application: Option<ApplicationId>,
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
    /// The time for thinking. `None`: no clock.
    pub time_control: Option<TimeControl>,
    /// When it is created.
    pub now: OffsetDateTime,
}

impl Game {
    /// A new game with its first event. It may stand at its end already, as its start may.
    #[must_use]
    pub fn create(new: NewGame) -> (Self, Event) {
        let mut game = Self {
            id: new.id,
            revision: Revision::FIRST,
            application: new.application,
            variant: new.variant,
            visibility: new.visibility,
            owner: new.owner,
            seats: new.seats,
            start: new.start,
            stage: Stage::from(Course::new(new.start)),
            last_turn: None,
            quiet_since: Revision::FIRST,
            clock: new.time_control.map(GameClock::new),
            has_begun: BySide::both(false),
            draw_offer: None,
            takeback: None,
            rematch: None,
            created_at: new.now,
            updated_at: new.now,
        };
        game.start_clock();
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

    /// The application that it belongs to, if it belongs to one.
    #[must_use]
    pub const fn application(&self) -> Option<ApplicationId> {
        self.application
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

    /// Whether a caller may see the game. The application that it belongs to may.
    ///
    /// # Errors
    ///
    /// [`GameError::Unauthenticated`] or [`GameError::Private`], where the game is private.
    pub fn admit(&self, caller: &Credentials) -> Result<(), GameError> {
        if self.visibility == Visibility::Private && !self.is_of(caller.application) {
            self.holder(caller.token.as_ref().map(Secret::hash).as_ref())?;
        }
        Ok(())
    }

    /// Whether it belongs to this application; to none, no game does.
    #[must_use]
    pub fn is_of(&self, application: Option<ApplicationId>) -> bool {
        application.is_some() && self.application == application
    }

    /// Whose a token is. One that is not of this game may be of another, or have been of this one, or
    /// be made up.
    ///
    /// # Errors
    ///
    /// [`GameError::Unauthenticated`] without a token, or with one that is not of this game; where the
    /// game is private the latter is [`GameError::Private`].
    pub(crate) fn holder(&self, token: Option<&SecretHash>) -> Result<Holder, GameError> {
        let token = token.ok_or(GameError::Unauthenticated)?;
        match self.seat_of(token) {
            Some(side) => Ok(Holder::Seat(side)),
            None if self.owner == *token => Ok(Holder::Owner),
            None if self.visibility == Visibility::Private => Err(GameError::Private),
            None => Err(GameError::Unauthenticated),
        }
    }

    /// Refuses a revision that is not the game's.
    pub(crate) fn expect_revision(&self, expected: Option<Revision>) -> Result<(), GameError> {
        match expected {
            Some(expected) if expected != self.revision => {
                Err(GameError::StaleRevision(Box::new(self.clone())))
            }
            _ => Ok(()),
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
        after.draw_offer = self.draw_offer.filter(|by| *by == side);
        after.takeback = None;
        if course.position().owed() == 0 {
            after.complete_turn(side);
        }
        after.stage = Stage::from(course);
        after.stop_clock_at_the_end(self.position().side());
        let event = after.event(Change::TurnPlayed { side, turn });
        Ok((after, event))
    }

    /// The course of a game that is on.
    pub(crate) fn course(&self) -> Result<&Course, GameError> {
        match &self.stage {
            Stage::On(course) => Ok(course),
            Stage::Ended { .. } => Err(GameError::GameOver),
        }
    }

    /// The same game one revision later.
    pub(crate) fn changed(&self, now: OffsetDateTime) -> Self {
        Self {
            revision: self.revision.next(),
            updated_at: now.max(self.updated_at),
            ..self.clone()
        }
    }

    /// The event that made the game what it is.
    pub(crate) fn event(&self, change: Change) -> Event {
        Event {
            revision: self.revision,
            at: self.updated_at,
            change,
            position: *self.position(),
            occurrences: self.occurrences(),
            outcome: self.outcome(),
            left: self.left_at(self.updated_at),
            deadline: self.deadline(),
        }
    }

    /// Starts the clocks once both seats are taken.
    pub(crate) fn start_clock(&mut self) {
        if self.status() == GameStatus::Running {
            self.clock = self.clock.map(|clock| clock.started(self.updated_at));
        }
    }

    /// Lets a turn of `side` that is complete have its effects besides the board.
    fn complete_turn(&mut self, side: Side) {
        self.clock = self
            .clock
            .map(|clock| clock.turned(side, self.has_begun[side], self.updated_at));
        self.has_begun[side] = true;
        // Those of a rematch have waited for its first turn.
        self.start_clock();
    }

    /// Stops the clocks if the game has ended. `to_act`: whose time ran until now.
    pub(crate) fn stop_clock_at_the_end(&mut self, to_act: Side) {
        if self.status() == GameStatus::Finished {
            let has_begun = self.has_begun[to_act];
            self.clock = self
                .clock
                .map(|clock| clock.stopped(to_act, has_begun, self.updated_at));
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
