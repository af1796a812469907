//! The shape of every change that somebody makes to a game.

use time::OffsetDateTime;

use super::{Claim, Encode, Games, Reply, TRIES_MAX};
use crate::game::Holder;
use crate::{
    Change, Commit, Credentials, Event, Game, GameError, GameId, History, Quotas, Request,
    Revision, grace,
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

/// What a change is decided on.
pub(super) struct Moment<'a> {
    pub(super) game: &'a Game,
    pub(super) caller: Holder,
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

/// What a change leads to: the game after it, and its event.
pub(super) type Step = (Game, Event);

/// How the answer to a change is kept for a repeated request.
pub(super) struct Answer<'a> {
    pub(super) encode: Encode<'a, Changed>,
    /// Whether it holds tokens.
    pub(super) is_sealed: bool,
}

impl Games {
    /// Carries out a change.
    ///
    /// What is checked, in this order: the game, whether the request was answered before, the token,
    /// the revision, and what `decide` checks. A flag that has fallen is stored first. A
    /// change that loses a race is tried again on the game as it then is, unless the caller named a
    /// revision: then it is stale. One that both sides' wish for a rematch has completed is followed
    /// by the next game.
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
            let game = loaded.game;
            let caller = self.holder(&game, token.as_ref()).await?;
            let now = self.clock.now();
            if let Some(fall) = game.fallen(now) {
                self.commit_fall(&fall).await?;
                continue;
            }
            game.expect_revision(call.revision)?;
            let history = match needs {
                Needs::Game => History::default(),
                Needs::History => self.history(&game).await?,
            };
            let (after, event) = decide(&Moment {
                game: &game,
                caller,
                now,
                history,
            })?;
            self.expect_room_for(&event.change, &game).await?;
            let changed = Changed { game: after, event };
            let receipt = claim.map(|claim| {
                let bytes = (answer.encode)(&changed);
                let bytes = if answer.is_sealed {
                    claim.request.seal(&bytes, self.ids.nonce())
                } else {
                    bytes
                };
                claim.receipt(bytes, now)
            });
            let deadline = game.deadline();
            let commit = Commit {
                game: &changed.game,
                event: &changed.event,
                receipt: receipt.as_ref(),
                not_after: deadline.map(|deadline| grace::not_after(deadline, now, loaded.at)),
            };
            if self.commit(commit).await? {
                if game.agreed_rematch().is_none() {
                    self.store_next_game(&changed.game).await?;
                }
                return Ok(Reply::Done(changed));
            }
        }
        Err(GameError::Contended)
    }

    /// Refuses what would go on for ever in a game of very many events, and the rematch that its
    /// application has no room for.
    async fn expect_room_for(&self, change: &Change, game: &Game) -> Result<(), GameError> {
        let events = game.revision().number();
        if change.may_go_on_for_ever() && events >= Quotas::GAME_EVENTS_LEAST.into() {
            let quotas = self.applications.quotas_of(game.application()).await?;
            let limit = quotas.game_events;
            if events >= limit.into() {
                return Err(GameError::TooManyEvents { limit });
            }
        }
        if let (Change::RematchWanted { game: Some(_), .. }, Some(application)) =
            (change, game.application())
        {
            self.applications.expect_room(application).await?;
        }
        Ok(())
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
