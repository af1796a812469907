//! Following games.
//!
//! A hint says that a game has reached a revision; the events themselves are always read from the
//! store. Hints may be lost, so every few seconds the revisions of all games that are watched here
//! are read too.

mod hearing;
mod watchers;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

pub(crate) use hearing::NOTES_LAST;
use watchers::Ticket;
pub use watchers::Watchers;

use crate::{Event, Game, GameError, Revision, Store, StoreError};

/// How often the revisions of watched games are read, in case a hint was lost.
const LOOK_AGAIN: Duration = Duration::from_secs(3);
/// Events read at once.
const EVENTS_READ_MAX: u32 = 100;

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
