//! Following games.
//!
//! A hint says that a game has reached a revision; the events themselves are always read from the
//! store. Hints may be lost, so every few seconds the revisions of all games that are watched here
//! are read too.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use tokio::sync::{broadcast, watch};

use crate::{Event, Game, GameError, GameId, Hint, Revision, Store, StoreError};

/// How often the revisions of watched games are read, in case a hint was lost.
const LOOK_AGAIN: Duration = Duration::from_secs(3);
/// Events read at once.
const EVENTS_READ_MAX: u32 = 100;
/// Events that are kept for other watchers of the same game.
const RECENT_MAX: usize = 16;
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
    feeds: Mutex<HashMap<GameId, Arc<Feed>>>,
}

/// What the watchers of one game share.
struct Feed {
    /// The newest revision that was heard of.
    newest: watch::Sender<Revision>,
    /// The last events that were read. Who reads holds the lock, so that one reads for all.
    recent: tokio::sync::Mutex<Recent>,
}

/// Events of a game without a gap, oldest first.
#[derive(Default)]
struct Recent(VecDeque<Event>);

/// A watcher's place; while it is held, the game's revisions are heard.
pub(crate) struct Ticket {
    newest: watch::Receiver<Revision>,
    feed: Arc<Feed>,
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
    pub(crate) fn new(store: Arc<dyn Store>) -> Self {
        let games = Arc::new(Watched::default());
        tokio::spawn(hear(Arc::downgrade(&games), store));
        Self { games }
    }

    /// How many watchers there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.games
            .lock()
            .values()
            .map(|feed| feed.newest.receiver_count())
            .sum()
    }

    /// Keeps an event that was stored by this replica for those who watch here, so that they need not
    /// read it. To hear of it they need a hint all the same.
    pub(crate) fn keep(&self, game: GameId, event: &Event) {
        let feed = self.games.lock().get(&game).map(Arc::clone);
        if let Some(mut recent) = feed.as_ref().and_then(|feed| feed.recent.try_lock().ok()) {
            recent.keep(std::slice::from_ref(event));
        }
    }

    pub(crate) fn register(&self, game: GameId) -> Ticket {
        let mut feeds = self.games.lock();
        let feed = feeds.entry(game).or_insert_with(|| {
            Arc::new(Feed {
                newest: watch::Sender::new(Revision::NONE),
                recent: tokio::sync::Mutex::default(),
            })
        });
        Ticket {
            newest: feed.newest.subscribe(),
            feed: Arc::clone(feed),
        }
    }
}

impl Watched {
    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<GameId, Arc<Feed>>> {
        self.feeds.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn hear(&self, hint: Hint) {
        if let Some(feed) = self.lock().get(&hint.game) {
            feed.newest.send_if_modified(|known| {
                let is_newer = hint.revision > *known;
                if is_newer {
                    *known = hint.revision;
                }
                is_newer
            });
        }
    }

    async fn look(&self, store: &dyn Store) -> Result<(), StoreError> {
        let games: Vec<GameId> = {
            let mut feeds = self.lock();
            feeds.retain(|_, feed| feed.newest.receiver_count() > 0);
            feeds.keys().copied().collect()
        };
        for games in games.chunks(GAMES_READ_MAX) {
            for hint in store.revisions(games).await? {
                self.hear(hint);
            }
        }
        Ok(())
    }
}

impl Recent {
    /// The events after a revision. `None`: they, or some of them, are not here.
    fn after(&self, seen: Revision) -> Option<VecDeque<Event>> {
        let (first, last) = (self.0.front()?, self.0.back()?);
        let is_here = first.revision <= seen.next() && seen < last.revision;
        is_here.then(|| {
            let events = self.0.iter().filter(|event| event.revision > seen);
            events.cloned().collect()
        })
    }

    /// Keeps what was read, unless it is older than what is here.
    fn keep(&mut self, events: &[Event]) {
        let (Some(first), Some(last)) = (events.first(), events.last()) else {
            return;
        };
        match self.0.back().map(|event| event.revision) {
            Some(newest) if newest >= last.revision => return,
            Some(newest) if newest.next() == first.revision => {}
            _ => self.0.clear(),
        }
        self.0.extend(events.iter().cloned());
        let surplus = self.0.len().saturating_sub(RECENT_MAX);
        self.0.drain(..surplus);
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
            let newest = *self.ticket.newest.borrow_and_update();
            if newest.max(self.game.revision()) > self.seen {
                self.pending = self.read().await?;
            }
            if self.pending.is_empty() {
                self.wait().await;
            }
        }
    }

    /// Reads the events after those seen, or takes what another watcher has just read.
    async fn read(&self) -> Result<VecDeque<Event>, StoreError> {
        let mut recent = self.ticket.feed.recent.lock().await;
        if let Some(events) = recent.after(self.seen) {
            return Ok(events);
        }
        let events = self
            .store
            .events(&self.game, self.seen, EVENTS_READ_MAX)
            .await?;
        recent.keep(&events);
        Ok(events.into())
    }

    /// Waits until something newer is heard of, and a while at most.
    async fn wait(&mut self) {
        // It cannot fail: the ticket itself holds the other end.
        let _ = tokio::time::timeout(LOOK_AGAIN, self.ticket.newest.changed()).await;
    }
}

/// Passes on what the store hints at, and looks itself every few seconds.
async fn hear(games: Weak<Watched>, store: Arc<dyn Store>) {
    let mut hints = store.hints();
    let mut ticks = tokio::time::interval(LOOK_AGAIN);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        let hint = tokio::select! {
            hint = hints.recv() => Some(hint),
            _ = ticks.tick() => None,
        };
        let Some(games) = games.upgrade() else { return };
        let looked = match hint {
            Some(Ok(hint)) => {
                games.hear(hint);
                Ok(())
            }
            Some(Err(broadcast::error::RecvError::Closed)) => return,
            Some(Err(broadcast::error::RecvError::Lagged(_))) | None => games.look(&*store).await,
        };
        if let Err(error) = looked {
            tracing::warn!(%error, "the revisions of watched games cannot be read");
        }
    }
}

#[cfg(test)]
mod tests {
    use moelle_rules::{BySide, Position, Side, Variant};
    use time::OffsetDateTime;

    use super::*;
    use crate::{NewGame, Seat, Secret, Visibility};

    /// The events of a game of five turns, revisions 1 to 6.
    fn history() -> Vec<Event> {
        let nine = Variant::find("nine").expect("nine is offered");
        let now = OffsetDateTime::UNIX_EPOCH;
        let secret = Secret::from_bytes([1; 32]).hash();
        let (mut game, event) = Game::create(NewGame {
            id: GameId::from_uuid(uuid::Uuid::nil()),
            variant: Some(nine),
            start: Position::start(nine.rules(), Side::White),
            visibility: Visibility::Unlisted,
            owner: secret,
            seats: BySide {
                white: Seat::taken(None, secret, None),
                black: Seat::taken(None, secret, None),
            },
            now,
        });
        let mut events = vec![event];
        for turn in ["d6", "f4", "d2", "b4", "a7"] {
            let (next, event) = game
                .play(game.position().side(), turn, now)
                .expect("a legal turn");
            events.push(event);
            game = next;
        }
        events
    }

    fn after(recent: &Recent, seen: u64) -> Option<Vec<u64>> {
        let events = recent.after(Revision::from_number(seen))?;
        Some(events.iter().map(|event| event.revision.number()).collect())
    }

    #[test]
    fn what_is_kept_for_other_watchers_has_no_gap() {
        let history = history();
        let mut recent = Recent::default();
        assert_eq!(after(&recent, 0), None);
        recent.keep(&history[1..3]);
        recent.keep(&history[3..4]);
        assert_eq!(after(&recent, 1), Some(vec![2, 3, 4]));
        assert_eq!(after(&recent, 3), Some(vec![4]));
        assert_eq!(after(&recent, 0), None, "the first is not here");
        assert_eq!(after(&recent, 4), None, "there is none yet");
        recent.keep(&history[..2]);
        assert_eq!(
            after(&recent, 1),
            Some(vec![2, 3, 4]),
            "older ones are no news"
        );
        recent.keep(&history[5..]);
        assert_eq!(after(&recent, 5), Some(vec![6]));
        assert_eq!(after(&recent, 4), None, "revision 5 was missed");
        assert_eq!(after(&recent, 9), None);
    }

    #[test]
    fn few_are_kept() {
        let event = history().remove(0);
        let mut recent = Recent::default();
        for number in 1..=100 {
            let revision = Revision::from_number(number);
            recent.keep(&[Event {
                revision,
                ..event.clone()
            }]);
        }
        assert_eq!(recent.0.len(), RECENT_MAX);
        assert_eq!(after(&recent, 99), Some(vec![100]));
    }
}
