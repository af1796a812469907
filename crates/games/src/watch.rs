//! Following games.
//!
//! A hint says that a game has reached a revision; the events themselves are always read from the
//! store. Hints may be lost, so every few seconds the revisions of all games that are watched here
//! are read too.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use tokio::sync::{broadcast, watch};
use uuid::Uuid;

use crate::{Clock, Event, Game, GameError, GameId, Hint, Revision, Store, StoreError};

/// How often the revisions of watched games are read, in case a hint was lost.
const LOOK_AGAIN: Duration = Duration::from_secs(3);
/// How often spectators are counted and noted, in rounds of looking.
const NOTE_EVERY: u32 = 3;
/// How long a note of spectators counts.
pub(crate) const NOTES_LAST: time::Duration = time::Duration::seconds(30);
/// Events read at once.
const EVENTS_READ_MAX: u32 = 100;
/// Games whose revisions are read in one statement.
const GAMES_READ_MAX: usize = 500;

/// The watchers of games on this replica.
#[derive(Clone)]
pub struct Watchers {
    games: Arc<Watched>,
}

/// The games that are watched.
#[derive(Default)]
struct Watched {
    games: Mutex<HashMap<GameId, WatchedGame>>,
}

/// The newest revision that was heard of, and how many watch without holding a seat.
struct WatchedGame {
    newest: watch::Sender<Revision>,
    spectators: Arc<()>,
}

/// A watcher's place; while it is held, the game's revisions are heard.
pub(crate) struct Ticket {
    newest: watch::Receiver<Revision>,
    /// Held for its count alone.
    _spectator: Option<Arc<()>>,
}

/// What a watcher gets to see.
#[derive(Debug)]
pub enum WatchItem {
    /// The game as it stands, at the beginning of a stream.
    Snapshot {
        /// The game.
        game: Box<Game>,
        /// Whether the watcher asked for a revision that the game has not reached.
        reset: bool,
    },
    /// An event: every one once and in order.
    Event(Box<Event>),
    /// The game has ended and every event has been seen.
    Over,
}

/// One watcher's view of a game.
pub struct Watch {
    store: Arc<dyn Store>,
    ticket: Ticket,
    game: Game,
    seen: Revision,
    first: Option<WatchItem>,
    pending: VecDeque<Event>,
    over: bool,
}

impl Watchers {
    /// Starts to hear the hints of a store, for as long as the value or a watcher lives.
    pub(crate) fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>, replica: Uuid) -> Self {
        let games = Arc::new(Watched::default());
        let hearing = Hearing {
            games: Arc::downgrade(&games),
            store,
            clock,
            replica,
        };
        tokio::spawn(hearing.run());
        Self { games }
    }

    /// How many watchers there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.games
            .lock()
            .values()
            .map(|game| game.newest.receiver_count())
            .sum()
    }

    pub(crate) fn register(&self, game: GameId) -> Ticket {
        let mut games = self.games.lock();
        let game = games.entry(game).or_insert_with(|| WatchedGame {
            newest: watch::Sender::new(Revision::NONE),
            spectators: Arc::new(()),
        });
        Ticket {
            newest: game.newest.subscribe(),
            _spectator: Some(Arc::clone(&game.spectators)),
        }
    }
}

impl Watched {
    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<GameId, WatchedGame>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn hear(&self, hint: Hint) {
        if let Some(game) = self.lock().get(&hint.game) {
            game.newest.send_if_modified(|known| {
                let is_newer = hint.revision > *known;
                if is_newer {
                    *known = hint.revision;
                }
                is_newer
            });
        }
    }

    /// Reads the revisions of the games that are watched; those that nobody watches are forgotten.
    async fn look(&self, store: &dyn Store) -> Result<(), StoreError> {
        let games: Vec<GameId> = {
            let mut games = self.lock();
            games.retain(|_, game| game.newest.receiver_count() > 0);
            games.keys().copied().collect()
        };
        for games in games.chunks(GAMES_READ_MAX) {
            for hint in store.revisions(games).await? {
                self.hear(hint);
            }
        }
        Ok(())
    }

    /// How many watch each game without holding a seat, where somebody does.
    fn spectators(&self) -> Vec<(GameId, u32)> {
        let count = |game: &WatchedGame| {
            u32::try_from(Arc::strong_count(&game.spectators) - 1).unwrap_or(u32::MAX)
        };
        let games = self.lock();
        games
            .iter()
            .map(|(id, game)| (*id, count(game)))
            .filter(|(_, count)| *count > 0)
            .collect()
    }
}

impl Ticket {
    /// The place of somebody who holds a seat and is no spectator.
    pub(crate) fn of_a_seat(self) -> Self {
        Self {
            _spectator: None,
            ..self
        }
    }
}

impl Watch {
    pub(crate) fn new(
        store: Arc<dyn Store>,
        ticket: Ticket,
        game: Game,
        after: Option<Revision>,
    ) -> Self {
        let resumes = after.filter(|after| *after <= game.revision());
        let snapshot = || WatchItem::Snapshot {
            game: Box::new(game.clone()),
            reset: after.is_some(),
        };
        Self {
            seen: resumes.unwrap_or(game.revision()),
            first: if resumes.is_some() {
                None
            } else {
                Some(snapshot())
            },
            over: game.outcome().is_some() && resumes.is_none_or(|after| after == game.revision()),
            pending: VecDeque::new(),
            store,
            ticket,
            game,
        }
    }

    /// The last revision that the watcher has seen.
    #[must_use]
    pub const fn seen(&self) -> Revision {
        self.seen
    }

    /// The game as it was when the watch began.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Waits for what comes next. After [`WatchItem::Over`] it is [`WatchItem::Over`] for ever. Safe
    /// to drop while it waits: nothing is skipped.
    ///
    /// # Errors
    ///
    /// Those of the store; the watch may be asked again.
    pub async fn next(&mut self) -> Result<WatchItem, GameError> {
        if let Some(first) = self.first.take() {
            return Ok(first);
        }
        loop {
            if let Some(event) = self.pending.pop_front() {
                self.seen = event.revision;
                self.over = event.outcome.is_some();
                return Ok(WatchItem::Event(Box::new(event)));
            }
            if self.over {
                return Ok(WatchItem::Over);
            }
            // Marked as seen before the events are read: a hint in between is seen next time.
            self.ticket.newest.borrow_and_update();
            let events = self
                .store
                .events(&self.game, self.seen, EVENTS_READ_MAX)
                .await?;
            if events.is_empty() && self.ticket.newest.changed().await.is_err() {
                // Nobody speaks any more: the replica is going away, and so will this watcher.
                std::future::pending::<()>().await;
            }
            self.pending.extend(events);
        }
    }
}

/// What hears the hints of a store.
struct Hearing {
    games: Weak<Watched>,
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    replica: Uuid,
}

impl Hearing {
    /// Passes on what the store hints at, and looks itself every few seconds.
    async fn run(self) {
        let mut hints = self.store.hints();
        let mut ticks = tokio::time::interval(LOOK_AGAIN);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut rounds: u32 = 0;
        loop {
            let hint = tokio::select! {
                hint = hints.recv() => Some(hint),
                _ = ticks.tick() => None,
            };
            let Some(games) = self.games.upgrade() else {
                return;
            };
            let looked = match hint {
                Some(Ok(hint)) => {
                    games.hear(hint);
                    Ok(())
                }
                Some(Err(broadcast::error::RecvError::Closed)) => return,
                Some(Err(broadcast::error::RecvError::Lagged(_))) => games.look(&*self.store).await,
                None => {
                    rounds = rounds.wrapping_add(1);
                    self.round(&games, rounds).await
                }
            };
            if let Err(error) = looked {
                tracing::warn!(%error, "the revisions of watched games cannot be read");
            }
        }
    }

    async fn round(&self, games: &Watched, rounds: u32) -> Result<(), StoreError> {
        games.look(&*self.store).await?;
        if rounds.is_multiple_of(NOTE_EVERY) {
            let counts = games.spectators();
            self.store
                .note_spectators(self.replica, &counts, self.clock.now())
                .await?;
        }
        Ok(())
    }
}
