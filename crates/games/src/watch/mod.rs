//! Following games.
//!
//! A hint says that a game has reached a revision; the events themselves are always read from the
//! store, once for all who watch here and for many games at once. Hints may be lost, so every few
//! seconds the revisions of all games that are watched here are read too.

mod feed;
mod hearing;
mod reading;
mod watchers;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

pub(crate) use hearing::NOTES_LAST;
use moelle_rules::{BySide, Side};
use time::OffsetDateTime;
pub(crate) use watchers::Ticket;
pub use watchers::Watchers;

use crate::{Change, Clock, Event, Game, GameError, Revision, Store, StoreError, Visibility};

/// How often the revisions of watched games are read, in case a hint was lost.
const LOOK_AGAIN: Duration = Duration::from_secs(3);
/// Events that a watcher reads at once where it is far behind.
const EVENTS_READ_MAX: u32 = 100;

/// How a game is followed.
#[derive(Debug, Clone, Copy, Default)]
pub struct Following {
    /// The last revision that the watcher knows. `None`: it begins with a snapshot.
    pub after: Option<Revision>,
    /// How long after the last change of a game that has ended the watch goes on, for a rematch.
    /// `None`: it ends with the game.
    pub rematch_window: Option<Duration>,
    /// Whether the watcher passes on to others, and says itself how many they are.
    pub is_relay: bool,
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
        /// Whether nothing follows but the end.
        is_last: bool,
    },
    /// An event: every one once and in order.
    Event(Arc<Event>),
    /// The game has ended and every event has been seen.
    Over,
    /// The watcher's token is one of the game no more, and the game is private.
    Revoked,
}

/// One watcher's view of a game.
pub struct Watch {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    ticket: Ticket,
    game: Arc<Game>,
    /// The side whose seat the watcher holds.
    seat: Option<Side>,
    /// Whether the game is of the watcher's application, which sees it without a seat.
    is_of_application: bool,
    rematch_window: Option<Duration>,
    /// The revision at which the watch began.
    found: Revision,
    seen: Revision,
    first: Option<WatchItem>,
    pending: VecDeque<Arc<Event>>,
    taken: BySide<bool>,
    end: Option<End>,
    is_revoked: bool,
}

/// What a watcher knows of the end of a game.
#[derive(Clone, Copy)]
struct End {
    /// When it changed last.
    changed_at: OffsetDateTime,
    /// Whether there is or can be no rematch.
    is_final: bool,
}

/// What a watcher that has seen everything waits for.
enum Rest {
    /// Nothing.
    Over,
    /// What comes within a time.
    Within(Duration),
    /// Whatever comes.
    On,
}

impl Watch {
    pub(crate) fn new(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        ticket: Ticket,
        (game, found): (Arc<Game>, Game),
        (seat, is_of_application): (Option<Side>, bool),
        following: Following,
    ) -> Self {
        let resumes = following.after.filter(|after| *after <= found.revision());
        let mut watch = Self {
            store,
            clock,
            ticket,
            game,
            seat,
            is_of_application,
            rematch_window: following.rematch_window,
            found: found.revision(),
            seen: resumes.unwrap_or(found.revision()),
            first: None,
            pending: VecDeque::new(),
            taken: BySide {
                white: found.seats()[Side::White].is_taken(),
                black: found.seats()[Side::Black].is_taken(),
            },
            end: End::of(&found),
            is_revoked: false,
        };
        if resumes.is_none() {
            watch.first = Some(WatchItem::Snapshot {
                reset: following.after.is_some(),
                is_last: matches!(watch.rest(), Rest::Over),
                game: Box::new(found),
            });
        }
        watch
    }

    /// The last revision that the watcher has seen.
    #[must_use]
    pub const fn seen(&self) -> Revision {
        self.seen
    }

    /// The game as it was when somebody here began to watch it.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Whether the watcher sees a private game because it is of its application.
    #[must_use]
    pub fn needs_key(&self) -> bool {
        self.is_of_application && self.game.visibility() == Visibility::Private
    }

    /// Waits for what comes next. After [`WatchItem::Over`] and [`WatchItem::Revoked`] it is the same
    /// for ever. Safe to drop while it waits: nothing is skipped.
    ///
    /// # Errors
    ///
    /// Those of the store, after which the watch may be asked again; and [`GameError::NotFound`] where
    /// the game has been forgotten.
    pub async fn next(&mut self) -> Result<WatchItem, GameError> {
        if let Some(first) = self.first.take() {
            return Ok(first);
        }
        loop {
            if self.is_revoked {
                return Ok(WatchItem::Revoked);
            }
            if let Some(event) = self.pending.pop_front() {
                if let Some(item) = self.tell(event) {
                    return Ok(item);
                }
                continue;
            }
            if self.ticket.feed.is_gone() {
                return Err(GameError::NotFound);
            }
            // Marked as seen before the events are read: a hint in between is seen next time.
            let newest = *self.ticket.newest.borrow_and_update();
            if newest.max(self.found) > self.seen {
                self.pending = self.read().await?;
                if self.pending.is_empty() {
                    let _ = tokio::time::timeout(LOOK_AGAIN, self.ticket.newest.changed()).await;
                }
                continue;
            }
            match self.rest() {
                Rest::Over => return Ok(WatchItem::Over),
                Rest::Within(left) => {
                    let _ = tokio::time::timeout(left, self.ticket.newest.changed()).await;
                }
                // It cannot fail: the ticket itself holds the other end.
                Rest::On => drop(self.ticket.newest.changed().await),
            }
        }
    }

    /// Makes an item of an event. None: the watcher's token works no more.
    fn tell(&mut self, event: Arc<Event>) -> Option<WatchItem> {
        match event.change {
            Change::SeatTaken { side, .. } => self.taken[side] = true,
            // One before the watch began has made the very token that it began with.
            Change::SeatReissued { side, .. }
                if self.seat == Some(side) && event.revision > self.found =>
            {
                if self.game.visibility() == Visibility::Private && !self.is_of_application {
                    self.is_revoked = true;
                    return None;
                }
                self.seat = None;
                self.ticket.count_as_spectator();
            }
            _ => {}
        }
        self.seen = event.revision;
        if event.outcome.is_some() && event.revision > self.found {
            let is_agreed = matches!(event.change, Change::RematchWanted { game: Some(_), .. });
            let was_final = self.end.is_some_and(|end| end.is_final);
            let has_open_seat = Side::ALL.iter().any(|side| !self.taken[*side]);
            self.end = Some(End {
                changed_at: event.at,
                is_final: was_final || is_agreed || has_open_seat,
            });
        }
        Some(WatchItem::Event(event))
    }

    /// The events after those seen: those that were read for all, or what the store has.
    async fn read(&self) -> Result<VecDeque<Arc<Event>>, StoreError> {
        if let Some(events) = self.ticket.feed.after(self.seen) {
            return Ok(events);
        }
        let events = self
            .store
            .events(&self.game, self.seen, EVENTS_READ_MAX)
            .await?;
        Ok(events.into_iter().map(Arc::new).collect())
    }

    fn rest(&self) -> Rest {
        let Some(end) = self.end else {
            return Rest::On;
        };
        let Some(window) = self.rematch_window.filter(|_| !end.is_final) else {
            return Rest::Over;
        };
        let passed = self.clock.now() - end.changed_at;
        let passed = Duration::try_from(passed).unwrap_or_default();
        match window.checked_sub(passed) {
            None | Some(Duration::ZERO) => Rest::Over,
            Some(left) => Rest::Within(left),
        }
    }
}

impl End {
    fn of(game: &Game) -> Option<Self> {
        game.outcome()?;
        let is_agreed = game.rematch().is_some_and(|rematch| rematch.is_agreed());
        let has_open_seat = game.seats().iter().any(|(_, seat)| !seat.is_taken());
        Some(Self {
            changed_at: game.updated_at(),
            is_final: is_agreed || has_open_seat,
        })
    }
}
