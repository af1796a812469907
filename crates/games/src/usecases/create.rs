//! Creating a game.

use moelle_rules::{BySide, Position, RuleSet, Side, Variant};

use super::{Claim, Encode, Games, INVITATION_LIFE, Reply};
use crate::{
    ApplicationId, Game, GameError, GameStatus, NewGame, PlayerName, Request, Seat, Secret,
    TimeControl, Visibility,
};

/// Which seat the creator takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeatChoice {
    /// The seat of one side.
    One(Side),
    /// The seat of one side, by lot.
    Random,
    /// Both seats: one device that is passed around.
    Both,
    /// None.
    None,
}

/// Which side acts first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FirstToAct {
    /// This one.
    Side(Side),
    /// One by lot.
    Random,
}

/// Where a game starts.
#[derive(Debug, Clone, Copy)]
pub enum StartChoice {
    /// With an empty board.
    Empty(RuleSet, FirstToAct),
    /// At a position, which holds its rules and says who acts.
    Position(Position),
}

/// A game to create.
#[derive(Debug, Clone)]
pub struct CreateGame {
    /// The variant that the rules were chosen as.
    pub variant: Option<&'static Variant>,
    /// Where it starts, and by which rules.
    pub start: StartChoice,
    /// Which seat the creator takes.
    pub seat: SeatChoice,
    /// The players' names.
    pub names: BySide<Option<PlayerName>>,
    /// Who may see it.
    pub visibility: Visibility,
    /// The time for thinking. `None`: no clock.
    pub time_control: Option<TimeControl>,
    /// The application that creates it, if one does.
    pub application: Option<ApplicationId>,
    /// What makes a retry safe.
    pub request: Option<Request>,
}

/// A game created.
#[derive(Debug)]
pub struct Created {
    /// The game.
    pub game: Game,
    /// The tokens of the seats that the creator took.
    pub seats: Vec<(Side, Secret)>,
    /// The invitations to the others; none where the game has ended already.
    pub invitations: Vec<(Side, Secret)>,
    /// The owner's token.
    pub owner: Secret,
}

impl Created {
    /// Takes the invitations back where the game has ended: nobody can join it.
    pub(super) fn invite_nobody_where_it_is_over(&mut self) {
        if self.game.status() == GameStatus::Finished {
            self.game.close_open_seats();
            self.invitations.clear();
        }
    }
}

impl Games {
    /// Creates a game. `encode` gives the bytes that a repeated request gets; they are sealed, for
    /// they hold tokens.
    ///
    /// # Errors
    ///
    /// [`GameError::RequestIdReused`], [`GameError::QuotaExceeded`] and those of the store.
    pub async fn create(
        &self,
        new: CreateGame,
        encode: Encode<'_, Created>,
    ) -> Result<Reply<Created>, GameError> {
        let claim = Claim::new(new.request, None);
        let (mut created, event) = self.prepare(new);
        created.invite_nobody_where_it_is_over();
        self.store_new(created, &[event], claim, encode).await
    }

    pub(super) fn prepare(&self, new: CreateGame) -> (Created, crate::Event) {
        let now = self.clock.now();
        let owner = self.ids.secret();
        let mut seats = Vec::new();
        let mut invitations = Vec::new();
        let taken = self.seats_taken(new.seat);
        let mut names = new.names;
        let mut seat = |side: Side| {
            let secret = self.ids.secret();
            let name = names[side].take();
            let hash = secret.hash();
            if taken[side] {
                seats.push((side, secret));
                Seat::taken(name, hash, None)
            } else {
                invitations.push((side, secret));
                Seat::open(name, hash, Some(now + INVITATION_LIFE))
            }
        };
        let (game, event) = Game::create(NewGame {
            id: self.ids.game_id(now),
            application: new.application,
            variant: new.variant,
            start: self.start(new.start),
            visibility: new.visibility,
            owner: owner.hash(),
            seats: BySide {
                white: seat(Side::White),
                black: seat(Side::Black),
            },
            time_control: new.time_control,
            now,
        });
        (
            Created {
                game,
                seats,
                invitations,
                owner,
            },
            event,
        )
    }

    fn seats_taken(&self, choice: SeatChoice) -> BySide<bool> {
        let of = |taken: Side| BySide {
            white: taken == Side::White,
            black: taken == Side::Black,
        };
        match choice {
            SeatChoice::One(side) => of(side),
            SeatChoice::Random => of(self.lot()),
            SeatChoice::Both => BySide {
                white: true,
                black: true,
            },
            SeatChoice::None => BySide {
                white: false,
                black: false,
            },
        }
    }

    fn start(&self, choice: StartChoice) -> Position {
        match choice {
            StartChoice::Empty(rules, FirstToAct::Side(side)) => Position::start(rules, side),
            StartChoice::Empty(rules, FirstToAct::Random) => Position::start(rules, self.lot()),
            StartChoice::Position(position) => position,
        }
    }

    fn lot(&self) -> Side {
        if self.ids.coin() {
            Side::White
        } else {
            Side::Black
        }
    }
}
