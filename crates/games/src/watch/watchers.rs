//! Who watches what on this replica.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{Notify, watch};
use uuid::Uuid;

use super::feed::{Feed, Wanted};
use super::hearing::Hearing;
use super::reading::read_for_all;
use crate::{Clock, Event, Game, GameId, Hint, Revision, Store, StoreError};

/// Games whose revisions are read in one statement.
const GAMES_READ_MAX: usize = 500;

/// The watchers of games on this replica.
#[derive(Clone)]
pub struct Watchers {
    games: Arc<Watched>,
}

/// The games that are watched.
#[derive(Default)]
pub(super) struct Watched {
    feeds: Mutex<HashMap<GameId, Arc<Feed>>>,
    /// Feeds for which there is something to read.
    asking: Mutex<Vec<Arc<Feed>>>,
    asked: Arc<Notify>,
}

/// A watcher's place; while it is held, the game's revisions are heard.
pub(crate) struct Ticket {
    pub(super) newest: watch::Receiver<Revision>,
    pub(super) feed: Arc<Feed>,
    /// Held for its count alone.
    spectator: Option<Arc<()>>,
}

impl Watchers {
    /// Starts to hear the hints of a store, for as long as the value lives.
    pub(crate) fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>, replica: Uuid) -> Self {
        let games = Arc::new(Watched::default());
        let asked = Arc::clone(&games.asked);
        tokio::spawn(read_for_all(
            Arc::downgrade(&games),
            asked,
            Arc::clone(&store),
        ));
        tokio::spawn(Hearing::new(&games, store, clock, replica).run());
        Self { games }
    }

    /// How many watchers there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.games.lock().values().map(|feed| feed.watchers()).sum()
    }

    /// Keeps an event that was stored by this replica for those who watch here, so that it need not
    /// be read.
    pub(crate) fn keep(&self, game: GameId, event: &Event) {
        let feed = self.games.lock().get(&game).map(Arc::clone);
        if let Some(feed) = feed {
            feed.keep([event.clone()]);
        }
    }

    /// A place from which nothing is missed that happens from now on.
    pub(crate) fn register(&self, game: GameId) -> Ticket {
        let mut feeds = self.games.lock();
        let feed = feeds
            .entry(game)
            .or_insert_with(|| Arc::new(Feed::new(game)));
        Ticket {
            newest: feed.subscribe(),
            spectator: None,
            feed: Arc::clone(feed),
        }
    }

    /// Begins to watch a game as it was found after the place was taken.
    pub(crate) fn begin(&self, ticket: &Ticket, found: &Game) -> Arc<Game> {
        let game = ticket.feed.begin(found);
        self.games.ask(&ticket.feed, found.revision());
        game
    }
}

impl Ticket {
    /// Counts who holds it as a spectator, from now on.
    pub(crate) fn count_as_spectator(&mut self) {
        self.spectator = Some(self.feed.spectator());
    }
}

impl Watched {
    fn lock(&self) -> MutexGuard<'_, HashMap<GameId, Arc<Feed>>> {
        self.feeds.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn asking(&self) -> MutexGuard<'_, Vec<Arc<Feed>>> {
        self.asking.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn hear(&self, hint: Hint) {
        let feed = self.lock().get(&hint.game).map(Arc::clone);
        if let Some(feed) = feed {
            self.ask(&feed, hint.revision);
        }
    }

    /// Ends the watches of a game that is there no more. Whoever comes to watch it now finds none.
    fn vanish(&self, game: GameId) {
        if let Some(feed) = self.lock().remove(&game) {
            feed.vanish();
        }
    }

    /// Has the events up to a revision read, unless they are here.
    pub(super) fn ask(&self, feed: &Arc<Feed>, revision: Revision) {
        if feed.hear(revision) {
            self.asking().push(Arc::clone(feed));
            self.asked.notify_one();
        }
    }

    /// What is to be read now, for so many games at most.
    pub(super) fn wanted(&self, games_max: usize) -> Vec<Wanted> {
        let mut asking = self.asking();
        let count = asking.len().min(games_max);
        if count < asking.len() {
            self.asked.notify_one();
        }
        let feeds: Vec<_> = asking.drain(..count).collect();
        drop(asking);
        feeds.iter().filter_map(Feed::wanted).collect()
    }

    /// Reads the revisions of the games that are watched; those that nobody watches are forgotten.
    pub(super) async fn look(&self, store: &dyn Store) -> Result<(), StoreError> {
        let games: Vec<GameId> = {
            let mut feeds = self.lock();
            feeds.retain(|_, feed| feed.watchers() > 0);
            feeds.keys().copied().collect()
        };
        for games in games.chunks(GAMES_READ_MAX) {
            let mut gone: HashSet<GameId> = games.iter().copied().collect();
            for hint in store.revisions(games).await? {
                gone.remove(&hint.game);
                self.hear(hint);
            }
            for game in gone {
                self.vanish(game);
            }
        }
        Ok(())
    }

    /// How many watch each game without holding a seat, where somebody does.
    pub(super) fn spectators(&self) -> Vec<(GameId, u32)> {
        let feeds = self.lock();
        let counts = feeds.values().map(|feed| (feed.id(), feed.spectators()));
        counts.filter(|(_, count)| *count > 0).collect()
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        // Who waits to read need not wait any longer.
        self.asked.notify_one();
    }
}
