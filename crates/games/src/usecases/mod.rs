//! What can be done with stored games.

mod change;
mod create;
mod import;
mod join;
mod list;
mod play;
mod purge;
mod read;
mod seating;
mod sweep;

use std::sync::{Arc, OnceLock};
use std::time::Duration;

pub use change::{ChangeCall, Changed};
pub use create::{CreateGame, Created, FirstToAct, SeatChoice, StartChoice};
pub use import::ImportGame;
pub use join::{JoinGame, Joined};
pub use list::{GameFilter, GamePage, GamePlace};
pub use read::EventPage;
pub use seating::WithSecret;

use crate::game::Holder;
use crate::{
    ApplicationId, Applications, Clock, Commit, Committed, Event, Game, GameError, GameId, Hint,
    Ids, Loaded, Quotas, Receipt, Request, RequestHash, Secret, SecretHash, Store, Watchers,
};

/// How long an invitation works.
pub const INVITATION_LIFE: time::Duration = time::Duration::days(30);

/// Tries of a change that names no revision, when others change the game meanwhile.
const TRIES_MAX: usize = 8;

/// Stored games: the use cases over a store.
pub struct Games {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    ids: Arc<dyn Ids>,
    applications: Applications,
    watchers: Watchers,
    ends: OnceLock<TellEnd>,
}

/// What is told of each game that has ended.
type TellEnd = Box<dyn Fn(&Game) + Send + Sync>;

/// What a caller brings along.
#[derive(Debug, Clone, Default)]
pub struct Credentials {
    /// The token of a seat or of an owner.
    pub token: Option<Secret>,
    /// The application whose key the caller has.
    pub application: Option<ApplicationId>,
}

/// An answer: a new one, or the bytes of the one that the same request got before.
#[derive(Debug)]
pub enum Reply<T> {
    /// The request was executed.
    Done(T),
    /// It had been executed before.
    Repeated(Vec<u8>),
}

/// How an answer becomes the bytes that a repeated request gets.
pub(crate) type Encode<'a, T> = &'a (dyn Fn(&T) -> Vec<u8> + Send + Sync);

impl Games {
    /// The use cases over a store. Must be called inside a runtime: it starts the task that hears
    /// the hints of the store.
    #[must_use]
    pub fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>, ids: Arc<dyn Ids>) -> Self {
        let replica = ids.game_id(clock.now()).as_uuid();
        let watchers = Watchers::new(Arc::clone(&store), Arc::clone(&clock), replica);
        let applications =
            Applications::new(Arc::clone(&store), Arc::clone(&clock), Arc::clone(&ids));
        Self {
            store,
            clock,
            ids,
            applications,
            watchers,
            ends: OnceLock::new(),
        }
    }

    /// Has every end of a game told that is stored from here, once each: by a turn or another call, by
    /// time, whoever finds the fall, and of games that have ended when they are created. The first
    /// call of this counts.
    pub fn tell_ends(&self, tell: impl Fn(&Game) + Send + Sync + 'static) {
        let _ = self.ends.set(Box::new(tell));
    }

    /// The same with these quotas, which takes what was read of a key for true for so long.
    #[must_use]
    pub fn with_quotas(mut self, quotas: Quotas, keys_trusted_for: Duration) -> Self {
        self.applications = self.applications.with(quotas, keys_trusted_for);
        self
    }

    /// The applications that games belong to.
    #[must_use]
    pub const fn applications(&self) -> &Applications {
        &self.applications
    }

    /// The store.
    #[must_use]
    pub fn store(&self) -> &Arc<dyn Store> {
        &self.store
    }

    /// The time by the clock of the games.
    #[must_use]
    pub fn now(&self) -> time::OffsetDateTime {
        self.clock.now()
    }

    /// The watchers of games on this replica.
    #[must_use]
    pub const fn watchers(&self) -> &Watchers {
        &self.watchers
    }

    /// Reads a game. One that both sides want a rematch of has been followed by the next game before
    /// anything is said of it.
    async fn load(&self, game: GameId, request: Option<&Claim>) -> Result<Loaded, GameError> {
        let hash = request.map(Claim::hash);
        let loaded = self.store.load(game, hash.as_ref()).await?;
        let loaded = loaded.ok_or(GameError::NotFound)?;
        if let Some(next) = loaded.game.agreed_rematch()
            && self.store.load(next, None).await?.is_none()
        {
            self.store_next_game(&loaded.game).await?;
        }
        Ok(loaded)
    }

    /// Refuses a caller who may not see a game.
    async fn admit(&self, game: &Game, credentials: &Credentials) -> Result<(), GameError> {
        let token = credentials.token.as_ref().map(Secret::hash);
        let admitted = game.admit(credentials);
        self.unless_replaced(game, token.as_ref(), admitted).await
    }

    /// Whose a token is.
    async fn holder(&self, game: &Game, token: Option<&SecretHash>) -> Result<Holder, GameError> {
        self.unless_replaced(game, token, game.holder(token)).await
    }

    /// What a private game says to a token, but that one of its own that was replaced is told so: it
    /// is not another game's.
    async fn unless_replaced<T>(
        &self,
        game: &Game,
        token: Option<&SecretHash>,
        said: Result<T, GameError>,
    ) -> Result<T, GameError> {
        match (said, token) {
            (Err(GameError::Private), Some(token))
                if self.store.was_replaced(game.id(), token).await? =>
            {
                Err(GameError::Unauthenticated)
            }
            (said, _) => said,
        }
    }

    /// Stores the game that follows, where both sides want it and it is not there yet.
    ///
    /// The agreement is stored first. Whoever reads it from then on sees to the next game before
    /// anything else, so that its seats are those of the agreement: a token that is replaced later is
    /// replaced in one game alone, and whoever agreed may have gone away in between.
    async fn store_next_game(&self, game: &Game) -> Result<(), GameError> {
        if let Some((next, event)) = game.next_game(self.clock.now()) {
            self.store.insert_if_absent(&next, &event).await?;
        }
        Ok(())
    }

    /// Stores a change and tells the watchers. `false`: somebody else was faster, or it is too late.
    async fn commit(&self, commit: Commit<'_>) -> Result<bool, GameError> {
        let (game, event) = (commit.game, commit.event);
        match self.store.commit(commit).await? {
            Committed::Yes => {
                self.watchers.keep(game.id(), event);
                self.store.announce(Hint {
                    game: game.id(),
                    revision: game.revision(),
                });
                self.tell_end(game, event);
                Ok(true)
            }
            Committed::LostRace => Ok(false),
        }
    }

    /// Stores the fall of a flag. `false`: somebody else was faster.
    async fn commit_fall(&self, (game, event): &(Game, Event)) -> Result<bool, GameError> {
        self.commit(Commit {
            game,
            event,
            receipt: None,
            not_after: None,
        })
        .await
    }

    fn tell_end(&self, game: &Game, event: &Event) {
        if let Some(tell) = self.ends.get().filter(|_| event.ends_game()) {
            tell(game);
        }
    }
}

/// A request that can be retried, with what its caller brought.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Claim {
    request: Request,
    credential: Option<SecretHash>,
}

impl Claim {
    fn new(request: Option<Request>, credential: Option<SecretHash>) -> Option<Self> {
        request.map(|request| Self {
            request,
            credential,
        })
    }

    fn hash(&self) -> RequestHash {
        self.request.hash(self.credential.as_ref())
    }

    /// The answer that the request got before, if the receipt is one of the same request.
    fn repeat(&self, receipt: Receipt) -> Result<Vec<u8>, GameError> {
        if receipt.body == self.request.body {
            Ok(receipt.answer)
        } else {
            Err(GameError::RequestIdReused)
        }
    }

    /// The same, of an answer that was sealed.
    fn repeat_sealed(&self, receipt: Receipt) -> Result<Vec<u8>, GameError> {
        let sealed = self.repeat(receipt)?;
        self.request.open(&sealed).ok_or(GameError::RequestIdReused)
    }

    fn receipt(&self, answer: Vec<u8>, at: time::OffsetDateTime) -> Receipt {
        Receipt {
            request: self.hash(),
            body: self.request.body,
            answer,
            at,
        }
    }
}
