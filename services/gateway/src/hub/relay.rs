//! What reads a stream of the game service into a feed, over as many streams as it takes.

use std::sync::Arc;
use std::time::Duration;

use moelle_proto::error::{ErrorCode, Failure};
use moelle_proto::v1;
use moelle_proto::v1::StreamEndReason;
use moelle_proto::v1::watch_game_response::Message;
use tonic::Streaming;

use super::feed::{Ended, Feed};
use super::told::Told;
use super::{Key, Slot, read_snapshot};
use crate::extract::Caller;
use crate::gateway::{self, Gateway};
use crate::shape::BadAnswer;

/// The pauses before a stream that broke off is taken up again; after the last it is given up.
const PAUSES: [Duration; 6] = [
    Duration::ZERO,
    Duration::from_millis(250),
    Duration::from_millis(500),
    Duration::from_secs(1),
    Duration::from_secs(2),
    Duration::from_secs(4),
];

/// How long the end of a call may take to come after the last message.
const TRAILERS_WAIT: Duration = Duration::from_millis(500);

/// The task of a feed.
pub(super) struct Relay {
    gateway: Gateway,
    key: Key,
    caller: Caller,
    feed: Arc<Feed>,
    upstream: Streaming<v1::WatchGameResponse>,
    /// Whether the stream has been of use since it was opened.
    has_heard: bool,
}

/// Why a stream of the game service is read no further.
enum Stop {
    /// Nobody follows.
    Unwatched,
    /// Nothing will follow.
    Settled,
    /// There is a reason for all to end.
    Ended(Ended),
    /// It broke off, and may be taken up again.
    Broke(Failure),
}

impl Relay {
    pub(super) fn new(
        gateway: Gateway,
        key: Key,
        caller: Caller,
        (feed, upstream): (Arc<Feed>, Streaming<v1::WatchGameResponse>),
    ) -> Self {
        Self {
            gateway,
            key,
            caller,
            feed,
            upstream,
            has_heard: false,
        }
    }

    pub(super) fn feed(&self) -> Arc<Feed> {
        Arc::clone(&self.feed)
    }

    /// Reads until nobody follows, or nothing can follow.
    pub(super) async fn run(mut self, slot: Arc<Slot>) {
        let mut pauses = PAUSES.into_iter();
        loop {
            match self.read().await {
                Stop::Unwatched => {
                    if self
                        .gateway
                        .hub()
                        .leave_if_unwatched(&self.key, &slot, &self.feed)
                    {
                        break;
                    }
                }
                Stop::Settled => {
                    self.feed.settle();
                    break;
                }
                Stop::Ended(ended) => {
                    self.feed.end(ended);
                    break;
                }
                Stop::Broke(failure) => {
                    if std::mem::take(&mut self.has_heard) {
                        pauses = PAUSES.into_iter();
                    }
                    if let Err(ended) = self.take_up_again(failure, &mut pauses).await {
                        self.feed.end(ended);
                        break;
                    }
                }
            }
        }
        // Whoever comes now gets a feed of its own.
        self.gateway.hub().forget(&self.key, &slot);
        // The call is over with its trailers: left before them, it would count as cancelled.
        let rest = async { while let Ok(Some(_)) = self.upstream.message().await {} };
        let _ = tokio::time::timeout(TRAILERS_WAIT, rest).await;
    }

    async fn read(&mut self) -> Stop {
        let shutdown = self.gateway.shutdown().clone();
        loop {
            let message = tokio::select! {
                () = shutdown.cancelled() => return Stop::Ended(Ended::ShuttingDown),
                () = self.feed.unwatched() => return Stop::Unwatched,
                message = self.upstream.message() => message,
            };
            let message = match message {
                Ok(Some(message)) => message,
                Ok(None) => return Stop::Broke(ErrorCode::Unavailable.into()),
                Err(status) => return Stop::Broke(gateway::failure(&status)),
            };
            match self.take(message) {
                Ok(None) => {}
                Ok(Some(stop)) => return stop,
                Err(answer) => {
                    tracing::error!(error = %answer, "the game service said what is not understood");
                    return Stop::Ended(Ended::Broken(ErrorCode::Internal.into()));
                }
            }
        }
    }

    fn take(&mut self, message: v1::WatchGameResponse) -> Result<Option<Stop>, BadAnswer> {
        match message.message {
            Some(Message::Event(event)) => {
                self.has_heard = self.feed.add(Told::read(event)?);
                if !self.has_heard {
                    // Taken up again after the last one that is known, nothing will be missing.
                    return Ok(Some(Stop::Broke(ErrorCode::Unavailable.into())));
                }
            }
            Some(Message::Snapshot(snapshot)) => self.feed.reset(read_snapshot(snapshot)?),
            Some(Message::End(end)) => {
                return Ok(Some(match end.reason() {
                    StreamEndReason::GameOver => Stop::Settled,
                    StreamEndReason::Unauthorized => Stop::Ended(Ended::Unauthorized),
                    StreamEndReason::ShuttingDown | StreamEndReason::Unspecified => {
                        Stop::Broke(ErrorCode::Unavailable.into())
                    }
                }));
            }
            // The gateway has its own signs of life, and a newer service may have messages that are
            // not known here.
            Some(Message::Heartbeat(v1::Heartbeat {})) | None => self.has_heard = true,
        }
        Ok(None)
    }

    /// Opens another stream where the last one ended, on whatever replica answers.
    async fn take_up_again(
        &mut self,
        mut failure: Failure,
        pauses: &mut impl Iterator<Item = Duration>,
    ) -> Result<(), Ended> {
        for pause in pauses {
            let shutdown = self.gateway.shutdown();
            let slept = shutdown.run_until_cancelled(tokio::time::sleep(pause));
            if slept.await.is_none() {
                return Err(Ended::ShuttingDown);
            }
            let newest = Some(self.feed.newest());
            let opening = self
                .gateway
                .open_upstream(&self.caller, &self.key.game_id, newest);
            match opening.await {
                Ok(upstream) => {
                    self.upstream = upstream;
                    return Ok(());
                }
                Err(refused) => failure = refused,
            }
            if matches!(
                failure.code(),
                ErrorCode::Unauthenticated | ErrorCode::PrivateGame | ErrorCode::GameNotFound
            ) {
                break;
            }
        }
        Err(Ended::of(failure))
    }
}
