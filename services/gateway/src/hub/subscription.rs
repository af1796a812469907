//! One client's way through a feed.

use std::collections::VecDeque;
use std::sync::Arc;

use futures::StreamExt as _;
use futures::stream::{self, BoxStream};
use moelle_proto::error::{ErrorCode, Failure};
use moelle_proto::v1;
use tokio::sync::watch;

use super::Following;
use super::feed::{Ended, Feed, Look};
use super::told::{Snapshot, Told};
use crate::extract::Caller;
use crate::games::EndReason;
use crate::gateway::{Gateway, Retry};
use crate::shape::{BadAnswer, present};

/// One client that follows a game.
pub(crate) struct Subscription {
    gateway: Gateway,
    caller: Caller,
    feed: Arc<Feed>,
    changed: watch::Receiver<()>,
    seat: Option<v1::Side>,
    is_spectator: bool,
    rematch: bool,
    /// The last revision that the client knows. None: it begins with a snapshot.
    seen: Option<u64>,
    resets: u32,
    /// Whether the snapshot to come takes the place of what the client knows.
    is_reset: bool,
    /// Events that the feed has no more.
    missing: VecDeque<Arc<Told>>,
}

/// What a client is told.
pub(crate) enum Item {
    /// The game as it stands.
    Snapshot {
        /// The game.
        snapshot: Arc<Snapshot>,
        /// Whether it takes the place of what the client knows.
        is_reset: bool,
    },
    /// An event: every one once and in order.
    Event(Arc<Told>),
    /// The end.
    End(EndReason, Option<Failure>),
}

impl Subscription {
    pub(super) fn new(
        gateway: &Gateway,
        (feed, changed): (Arc<Feed>, watch::Receiver<()>),
        caller: &Caller,
        seat: Option<v1::Side>,
        following: Following,
    ) -> Self {
        let mut subscription = Self {
            gateway: gateway.clone(),
            caller: caller.clone(),
            resets: feed.resets(),
            feed,
            changed,
            seat,
            is_spectator: false,
            rematch: following.rematch,
            seen: following.after,
            is_reset: false,
            missing: VecDeque::new(),
        };
        if seat.is_none() {
            subscription.become_spectator();
        }
        subscription
    }

    /// Finds out whether the client knows a revision that the game has not reached. The feed may be a
    /// moment behind what the client has seen elsewhere.
    pub(super) async fn begin(&mut self) -> Result<(), Failure> {
        if self.seen.is_none_or(|seen| seen <= self.feed.newest()) {
            return Ok(());
        }
        let answer = self.gateway.read(&self.caller, self.feed.game_id()).await?;
        let reached = answer.game.map_or(0, |game| game.revision);
        if self.seen.is_some_and(|seen| seen > reached) {
            self.seen = None;
            self.is_reset = true;
        }
        Ok(())
    }

    /// Whether the client has seen everything, and nothing will follow.
    pub(crate) fn is_over(&self) -> bool {
        let look = self.feed.look(self.seen, self.resets, self.rematch);
        self.seen.is_some() && matches!(look, Look::Over)
    }

    /// What the client is told, up to the end.
    pub(crate) fn items(self) -> BoxStream<'static, Item> {
        stream::unfold(Some(self), |subscription| async {
            let mut subscription = subscription?;
            let item = subscription.next().await;
            let goes_on = !matches!(item, Item::End(..));
            Some((item, goes_on.then_some(subscription)))
        })
        .boxed()
    }

    /// Safe to drop while it waits: nothing is skipped.
    async fn next(&mut self) -> Item {
        loop {
            if let Some(told) = self.missing.pop_front() {
                return self.tell(told);
            }
            self.changed.mark_unchanged();
            match self.feed.look(self.seen, self.resets, self.rematch) {
                Look::Snapshot(snapshot) => return self.tell_snapshot(snapshot),
                Look::Event(told) => return self.tell(told),
                Look::Over => return Item::End(EndReason::GameOver, None),
                Look::Ended(ended) => return end(ended),
                Look::Reset => {
                    self.seen = None;
                    self.is_reset = true;
                    self.resets = self.feed.resets();
                }
                Look::Stale => match self.read_snapshot().await {
                    Ok(snapshot) => {
                        self.feed.refresh(&snapshot);
                        return self.tell_snapshot(snapshot);
                    }
                    Err(failure) => return end(Ended::of(failure)),
                },
                Look::Missing => match self.read_missing().await {
                    Ok(missing) => self.missing = missing,
                    Err(failure) => return end(Ended::of(failure)),
                },
                // The feed is held, so that the other end is there.
                Look::Nothing => drop(self.changed.changed().await),
            }
        }
    }

    fn tell_snapshot(&mut self, snapshot: Arc<Snapshot>) -> Item {
        self.seen = Some(snapshot.revision);
        Item::Snapshot {
            snapshot,
            is_reset: std::mem::take(&mut self.is_reset),
        }
    }

    fn tell(&mut self, told: Arc<Told>) -> Item {
        self.seen = Some(told.revision());
        if told.reissued.is_some() && told.reissued == self.seat {
            self.seat = None;
            self.become_spectator();
        }
        Item::Event(told)
    }

    fn become_spectator(&mut self) {
        self.is_spectator = true;
        self.feed.spectator_comes();
        self.gateway.hub().audience_changes();
    }

    async fn read_snapshot(&self) -> Result<Arc<Snapshot>, Failure> {
        let answer = self.gateway.read(&self.caller, self.feed.game_id()).await?;
        let game = present(answer.game, "game").and_then(TryInto::try_into);
        let snapshot = game.and_then(|game| Snapshot::new(game, false));
        snapshot.map(Arc::new).map_err(Failure::from)
    }

    /// The events that the feed has no more.
    async fn read_missing(&self) -> Result<VecDeque<Arc<Told>>, Failure> {
        let message = v1::ListEventsRequest {
            game_id: self.feed.game_id().to_owned(),
            after_revision: self.seen.unwrap_or_default(),
            page_size: 0,
        };
        let listing = self.gateway.ask(
            &self.caller,
            Retry::Always,
            message,
            |mut upstream, request| async move { upstream.games.list_events(request).await },
        );
        let answer: v1::ListEventsResponse = listing.await?;
        if answer.events.is_empty() {
            return Err(ErrorCode::Unavailable.into());
        }
        let events = answer.events.into_iter().map(Told::read);
        events
            .map(|told| Ok(Arc::new(told?)))
            .collect::<Result<_, BadAnswer>>()
            .map_err(Failure::from)
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        if self.is_spectator {
            self.feed.spectator_goes();
            self.gateway.hub().audience_changes();
        }
    }
}

fn end(ended: Ended) -> Item {
    match ended {
        Ended::ShuttingDown => Item::End(EndReason::ShuttingDown, None),
        Ended::Unauthorized => Item::End(EndReason::Unauthorized, None),
        Ended::Broken(failure) => Item::End(EndReason::Interrupted, Some(failure)),
    }
}
