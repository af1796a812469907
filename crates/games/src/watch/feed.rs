//! What the watchers of one game share.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use crate::{Event, Game, GameId, Revision};

/// Events that are kept for the watchers of a game.
const RECENT_MAX: usize = 32;

/// What the watchers of one game share: the events that came last, and up to where there are any.
///
/// Its lock is never held while a store is asked.
pub(super) struct Feed {
    id: GameId,
    /// The newest revision that watchers should look at.
    newest: watch::Sender<Revision>,
    state: Mutex<State>,
    /// Held by each who watches without a seat, for the count alone.
    spectators: Arc<()>,
}

struct State {
    /// The game as the first watcher found it, for its rules. None: nobody has looked yet.
    game: Option<Arc<Game>>,
    /// Every event up to here has been had.
    upto: Revision,
    /// The newest revision that was heard of.
    heard: Revision,
    /// Whether somebody has been asked to read.
    is_asked: bool,
    /// Whether the game is there no more.
    is_gone: bool,
    /// The last events up to `upto`, without a gap, oldest first.
    recent: VecDeque<Arc<Event>>,
}

/// What is to be read for a feed.
pub(super) struct Wanted {
    pub(super) feed: Arc<Feed>,
    pub(super) game: Arc<Game>,
    pub(super) after: Revision,
}

impl Feed {
    pub(super) fn new(id: GameId) -> Self {
        Self {
            id,
            newest: watch::Sender::new(Revision::NONE),
            state: Mutex::new(State {
                game: None,
                upto: Revision::NONE,
                heard: Revision::NONE,
                is_asked: false,
                is_gone: false,
                recent: VecDeque::new(),
            }),
            spectators: Arc::new(()),
        }
    }

    pub(super) const fn id(&self) -> GameId {
        self.id
    }

    pub(super) fn subscribe(&self) -> watch::Receiver<Revision> {
        self.newest.subscribe()
    }

    pub(super) fn watchers(&self) -> usize {
        self.newest.receiver_count()
    }

    /// To be held by one who watches without a seat.
    pub(super) fn spectator(&self) -> Arc<()> {
        Arc::clone(&self.spectators)
    }

    pub(super) fn spectators(&self) -> u32 {
        u32::try_from(Arc::strong_count(&self.spectators) - 1).unwrap_or(u32::MAX)
    }

    /// The game as the first watcher found it; `found` where that is this one.
    pub(super) fn begin(&self, found: &Game) -> Arc<Game> {
        let mut state = self.lock();
        if let Some(game) = &state.game {
            return Arc::clone(game);
        }
        let game = Arc::new(found.clone());
        state.game = Some(Arc::clone(&game));
        state.upto = found.revision();
        game
    }

    /// Notes a revision that was heard of. `true`: the events up to it are to be read.
    pub(super) fn hear(&self, revision: Revision) -> bool {
        let mut state = self.lock();
        state.heard = state.heard.max(revision);
        let asks = state.is_behind() && !state.is_asked;
        state.is_asked |= asks;
        asks
    }

    /// What is to be read now that it has come to that.
    pub(super) fn wanted(self: &Arc<Self>) -> Option<Wanted> {
        let mut state = self.lock();
        state.is_asked = false;
        let game = state.game.as_ref().filter(|_| state.is_behind())?;
        Some(Wanted {
            feed: Arc::clone(self),
            game: Arc::clone(game),
            after: state.upto,
        })
    }

    /// Keeps events for the watchers, and tells them. What they have had already, or what would leave
    /// a gap, is passed over.
    pub(super) fn keep(&self, events: impl IntoIterator<Item = Event>) {
        let mut state = self.lock();
        if state.game.is_none() {
            return;
        }
        for event in events {
            if event.revision == state.upto.next() {
                state.upto = event.revision;
                state.recent.push_back(Arc::new(event));
            }
        }
        let surplus = state.recent.len().saturating_sub(RECENT_MAX);
        state.recent.drain(..surplus);
        let upto = state.upto;
        drop(state);
        self.tell(upto);
    }

    /// Tells the watchers that the game is there no more.
    pub(super) fn vanish(&self) {
        self.lock().is_gone = true;
        self.newest.send_modify(|_| {});
    }

    /// Whether the game is there no more.
    pub(super) fn is_gone(&self) -> bool {
        self.lock().is_gone
    }

    /// Lets every watcher look for itself, as the events cannot be read for all.
    pub(super) fn give_up(&self) {
        let heard = self.lock().heard;
        self.tell(heard);
    }

    /// The events after a revision. None: they, or some of them, are not here.
    pub(super) fn after(&self, seen: Revision) -> Option<VecDeque<Arc<Event>>> {
        let state = self.lock();
        let first = state.recent.front()?.revision;
        let is_here = first <= seen.next() && seen < state.upto;
        is_here.then(|| {
            let events = state.recent.iter().filter(|event| event.revision > seen);
            events.map(Arc::clone).collect()
        })
    }

    fn tell(&self, revision: Revision) {
        self.newest.send_if_modified(|newest| {
            let is_newer = revision > *newest;
            *newest = revision.max(*newest);
            is_newer
        });
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn is_behind(&self) -> bool {
        self.game.is_some() && self.heard > self.upto
    }
}

#[cfg(test)]
mod tests {
    use moelle_rules::{BySide, Position, Side, Variant};
    use time::OffsetDateTime;

    use super::*;
    use crate::{NewGame, Seat, Secret, Visibility};

    /// A game of five turns: as it was created, and its events, revisions 1 to 6.
    fn history() -> (Game, Vec<Event>) {
        let nine = Variant::find("nine").expect("nine is offered");
        let now = OffsetDateTime::UNIX_EPOCH;
        let secret = Secret::from_bytes([1; 32]).hash();
        let (created, event) = Game::create(NewGame {
            id: GameId::from_uuid(uuid::Uuid::nil()),
            application: None,
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
        let mut game = created.clone();
        for turn in ["d6", "f4", "d2", "b4", "a7"] {
            let (next, event) = game
                .play(game.position().side(), turn, now)
                .expect("a legal turn");
            events.push(event);
            game = next;
        }
        (created, events)
    }

    fn after(feed: &Feed, seen: u64) -> Option<Vec<u64>> {
        let events = feed.after(Revision::from_number(seen))?;
        Some(events.iter().map(|event| event.revision.number()).collect())
    }

    #[test]
    fn what_is_kept_for_the_watchers_has_no_gap_and_nothing_twice() {
        let (created, history) = history();
        let feed = Feed::new(created.id());
        feed.keep(history[1..2].to_vec());
        assert_eq!(after(&feed, 1), None, "nobody has looked yet");
        feed.begin(&created);
        feed.keep(history[1..3].to_vec());
        feed.keep(history[5..].to_vec());
        assert_eq!(after(&feed, 1), Some(vec![2, 3]), "6 would leave a gap");
        feed.keep(history[..4].to_vec());
        assert_eq!(after(&feed, 1), Some(vec![2, 3, 4]));
        assert_eq!(after(&feed, 3), Some(vec![4]));
        assert_eq!(after(&feed, 0), None, "the first is not here");
        assert_eq!(after(&feed, 4), None, "there is none yet");
    }

    #[test]
    fn what_was_heard_is_asked_for_once_until_it_is_had() {
        let (created, history) = history();
        let feed = Arc::new(Feed::new(created.id()));
        let revision = Revision::from_number;
        assert!(!feed.hear(revision(3)), "nobody has looked yet");
        feed.begin(&created);
        assert!(feed.hear(revision(1)));
        assert!(!feed.hear(revision(3)), "it was asked already");
        let wanted = feed.wanted().expect("two events");
        assert_eq!(wanted.after, Revision::FIRST);
        assert!(feed.hear(revision(3)), "it may be news to who reads now");
        feed.keep(history[1..3].to_vec());
        assert!(feed.wanted().is_none(), "they are here");
        assert!(!feed.hear(revision(3)));
        assert_eq!(*feed.subscribe().borrow(), revision(3));
    }
}
