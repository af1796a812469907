//! The shape of every change that somebody makes to a game.

use moelle_rules::Side;
use time::OffsetDateTime;

use super::{Claim, Encode, Games, Reply, TRIES_MAX};
use crate::{
    Credentials, Event, Game, GameError, GameId, History, RematchStep, Request, Revision,
    SecretHash,
};

/// Events read at once for a game's history.
const EVENTS_READ_MAX: u32 = 500;

/// What every change says, whatever it wants.
#[derive(Debug, Clone, Copy)]
pub struct ChangeCall {
    /// The game.
    pub game: GameId,
    /// The revision that the caller saw. `None`: whatever the revision is.
    pub revision: Option<Revision>,
    /// What makes a retry safe.
    pub request: Option<Request>,
}

/// A game changed.
#[derive(Debug)]
pub struct Changed {
    /// The game after the change.
    pub game: Game,
    /// The change.
    pub event: Event,
}

/// Who makes a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Caller {
    /// Who holds the seat of a side.
    Seat(Side),
    /// The owner of the game, who holds no seat by that.
    Owner,
}

/// What a change is decided on.
pub(super) struct Moment<'a> {
    pub(super) game: &'a Game,
    pub(super) caller: Caller,
    pub(super) now: OffsetDateTime,
    /// The history, where the change asks for it.
    pub(super) history: History,
}

/// What a change needs besides the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Needs {
    /// Nothing.
    Game,
    /// The history of turns.
    History,
}

/// What a change leads to.
pub(super) struct Step {
    pub(super) game: Game,
    pub(super) event: Event,
    /// A new game that is to be stored before.
    pub(super) first: Option<Box<(Game, Event)>>,
}

/// How the answer to a change is kept for a repeated request.
pub(super) struct Answer<'a> {
    pub(super) encode: Encode<'a, Changed>,
    /// Whether it holds tokens.
    pub(super) is_sealed: bool,
}

impl Caller {
    /// The side of the seat.
    pub(super) fn seat(self) -> Result<Side, GameError> {
        match self {
            Self::Seat(side) => Ok(side),
            Self::Owner => Err(GameError::WrongSeat),
        }
    }
}

impl From<(Game, Event)> for Step {
    fn from((game, event): (Game, Event)) -> Self {
        Self {
            game,
            event,
            first: None,
        }
    }
}

impl From<RematchStep> for Step {
    fn from(step: RematchStep) -> Self {
        Self {
            game: step.game,
            event: step.event,
            first: step.new,
        }
    }
}

impl Games {
    /// Carries out a change.
    ///
    /// What is checked, in this order: the game, whether the request was answered before, the token,
    /// the revision, and what `decide` checks. A flag that has fallen is stored first. A
    /// change that loses a race is tried again on the game as it then is, unless the caller named a
    /// revision: then it is stale.
    pub(super) async fn change<F>(
        &self,
        call: ChangeCall,
        credentials: &Credentials,
        needs: Needs,
        decide: F,
        answer: Answer<'_>,
    ) -> Result<Reply<Changed>, GameError>
    where
        F: Fn(&Moment<'_>) -> Result<Step, GameError> + Send + Sync,
    {
        let token = credentials.token.as_ref().map(crate::Secret::hash);
        let claim = Claim::new(call.request, token);
        for _ in 0..TRIES_MAX {
            let loaded = self.load(call.game, claim.as_ref()).await?;
            // Its key holds the token, which was good then, though it may have been replaced since.
            if let (Some(claim), Some(_), Some(receipt)) = (&claim, token, loaded.receipt) {
                let bytes = if answer.is_sealed {
                    claim.repeat_sealed(receipt)
                } else {
                    claim.repeat(receipt)
                };
                return bytes.map(Reply::Repeated);
            }
            let caller = caller(&loaded.game, token.as_ref())?;
            let now = self.clock.now();
            if let Some((game, event)) = loaded.game.fallen(now) {
                self.commit(&game, &event, None).await?;
                continue;
            }
            let game = loaded.game;
            expect_revision(&game, call.revision)?;
            let history = match needs {
                Needs::Game => History::default(),
                Needs::History => self.history(&game).await?,
            };
            let step = decide(&Moment {
                game: &game,
                caller,
                now,
                history,
            })?;
            if let Some(first) = step.first {
                self.store.insert_if_absent(&first.0, &first.1).await?;
            }
            let changed = Changed {
                game: step.game,
                event: step.event,
            };
            let receipt = claim.map(|claim| {
                let bytes = (answer.encode)(&changed);
                let bytes = if answer.is_sealed {
                    claim.request.seal(&bytes, self.ids.nonce())
                } else {
                    bytes
                };
                claim.receipt(bytes, now)
            });
            if self
                .commit(&changed.game, &changed.event, receipt.as_ref())
                .await?
            {
                return Ok(Reply::Done(changed));
            }
        }
        Err(GameError::Contended)
    }

    /// The history of a game up to the revision that was read.
    pub(super) async fn history(&self, game: &Game) -> Result<History, GameError> {
        let mut history = History::default();
        let mut seen = Revision::NONE;
        while seen < game.revision() {
            let events = self.store.events(game, seen, EVENTS_READ_MAX).await?;
            let Some(last) = events.last() else { break };
            seen = last.revision;
            events
                .iter()
                .filter(|event| event.revision <= game.revision())
                .for_each(|event| {
                    history.push(event);
                });
        }
        Ok(history)
    }
}

/// Whose token it is.
fn caller(game: &Game, token: Option<&SecretHash>) -> Result<Caller, GameError> {
    let token = token.ok_or(GameError::Unauthenticated)?;
    match game.seat_of(token) {
        Some(side) => Ok(Caller::Seat(side)),
        None if game.owner() == token => Ok(Caller::Owner),
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
