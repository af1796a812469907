//! Who watches what on this replica.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::watch;
use uuid::Uuid;

use super::hearing::Hearing;
use crate::{Clock, Event, GameId, Hint, Revision, Store, StoreError};

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
pub(super) struct Watched {
    feeds: Mutex<HashMap<GameId, Arc<Feed>>>,
}

/// What the watchers of one game share.
pub(super) struct Feed {
    /// The newest revision that was heard of.
    newest: watch::Sender<Revision>,
    /// The last events that were read. Who reads holds the lock, so that one reads for all.
    pub(super) recent: tokio::sync::Mutex<Recent>,
    /// Held by each who watches without a seat, for the count alone.
    spectators: Arc<()>,
}

/// Events of a game without a gap, oldest first.
#[derive(Default)]
pub(super) struct Recent(VecDeque<Event>);

/// A watcher's place; while it is held, the game's revisions are heard.
pub(crate) struct Ticket {
    pub(super) newest: watch::Receiver<Revision>,
    pub(super) feed: Arc<Feed>,
    /// Held for its count alone.
    _spectator: Option<Arc<()>>,
}

impl Watchers {
    /// Starts to hear the hints of a store, for as long as the value or a watcher lives.
    pub(crate) fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>, replica: Uuid) -> Self {
        let games = Arc::new(Watched::default());
        tokio::spawn(Hearing::new(&games, store, clock, replica).run());
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
                spectators: Arc::new(()),
            })
        });
        Ticket {
            newest: feed.newest.subscribe(),
            _spectator: Some(Arc::clone(&feed.spectators)),
            feed: Arc::clone(feed),
        }
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

impl Watched {
    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<GameId, Arc<Feed>>> {
        self.feeds.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn hear(&self, hint: Hint) {
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

    /// Reads the revisions of the games that are watched; those that nobody watches are forgotten.
    pub(super) async fn look(&self, store: &dyn Store) -> Result<(), StoreError> {
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

    /// How many watch each game without holding a seat, where somebody does.
    pub(super) fn spectators(&self) -> Vec<(GameId, u32)> {
        let count = |feed: &Feed| {
            u32::try_from(Arc::strong_count(&feed.spectators) - 1).unwrap_or(u32::MAX)
        };
        let feeds = self.lock();
        feeds
            .iter()
            .map(|(game, feed)| (*game, count(feed)))
            .filter(|(_, count)| *count > 0)
            .collect()
    }
}

impl Recent {
    /// The events after a revision. `None`: they, or some of them, are not here.
    pub(super) fn after(&self, seen: Revision) -> Option<VecDeque<Event>> {
        let (first, last) = (self.0.front()?, self.0.back()?);
        let is_here = first.revision <= seen.next() && seen < last.revision;
        is_here.then(|| {
            let events = self.0.iter().filter(|event| event.revision > seen);
            events.cloned().collect()
        })
    }

    /// Keeps what was read, unless it is older than what is here.
    pub(super) fn keep(&mut self, events: &[Event]) {
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

#[cfg(test)]
mod tests {
    use moelle_rules::{BySide, Position, Side, Variant};
    use time::OffsetDateTime;

    use super::*;
    use crate::{Game, NewGame, Seat, Secret, Visibility};

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
            time_control: None,
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
