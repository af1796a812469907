//! What streams that follow games have in common: what the games say, signs of life, the shutdown,
//! and readers that are too slow or gone.

use std::sync::Arc;
use std::time::Duration;

use futures::future::{self, BoxFuture};
use futures::stream::{self, BoxStream};
use futures::{FutureExt as _, StreamExt as _};
use moelle_games::{GameError, Games, Revision, Watch, WatchItem};
use moelle_proto::error::{ErrorCode, Failure};
use moelle_proto::v1;
use moelle_proto::v1::StreamEndReason;
use moelle_proto::v1::watch_game_response::Message;
use moelle_proto::wire;
use moelle_telemetry::{Metrics, mark_stream_end};
use moelle_words::Language;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;
use tokio_stream::wrappers::ReceiverStream;
use tokio_util::sync::CancellationToken;
use tonic::Status;
use tracing::Instrument as _;

use super::{Caller, GameApi, Streams, counted};
use crate::edge;

/// Messages that wait for a slow reader, at most.
const BUFFER_MAX: usize = 16;
/// How long to wait before a store that failed is asked again.
const RETRY_AFTER: Duration = Duration::from_secs(1);
/// How often it is seen to that a key still works, at most.
const KEY_LOOKED_AT_EVERY: Duration = Duration::from_secs(1);
/// How long a store may fail before a stream is given up.
const FAILING_MAX: Duration = Duration::from_mins(1);

/// A message of a stream, as its reader gets it.
pub(super) type Told<M> = Result<M, Status>;

/// What a game says to who follows it, and the revision to resume after.
#[derive(Debug)]
pub(super) struct Said<M> {
    pub(super) message: M,
    pub(super) seen: Revision,
    /// Why the game's stream ends, if this is its end.
    pub(super) end: Option<StreamEndReason>,
}

/// How a kind of stream says what is not about a game.
pub(super) struct Voice<M> {
    /// The last revision that the reader knows before anything is said.
    pub(super) seen: Revision,
    pub(super) wrap: fn(Message) -> M,
}

impl GameApi {
    /// Tells a reader what is said until that ends, or the reader or the server is gone.
    pub(super) fn follow<M: Send + 'static>(
        &self,
        said: BoxStream<'static, Result<Said<M>, Failure>>,
        voice: Voice<M>,
        key_ends: BoxFuture<'static, ()>,
        language: Language,
    ) -> BoxStream<'static, Told<M>> {
        let (messages, received) = mpsc::channel(BUFFER_MAX);
        let (ending, ended) = oneshot::channel();
        let follower = Follower {
            said,
            voice,
            key_ends,
            streams: self.streams,
            shutdown: self.shutdown.clone(),
            messages,
        };
        let following = async {
            // Whoever does not listen any more needs no ending.
            let _ = ending.send(follower.follow().await);
        };
        tokio::spawn(following.in_current_span());
        with_ending(received, ended, language)
    }

    /// Waits until the key works no more that a game is seen with, if it is needed for that.
    pub(super) fn key_ends(&self, caller: &Caller, needs_key: bool) -> BoxFuture<'static, ()> {
        let Some(key) = caller.key.filter(|_| needs_key) else {
            return future::pending().boxed();
        };
        let games = Arc::clone(&self.games);
        async move {
            let applications = games.applications();
            let every = applications.trusted_for().max(KEY_LOOKED_AT_EVERY);
            loop {
                tokio::time::sleep(every).await;
                let owner = applications.owner_of(&key).await;
                if matches!(owner, Err(GameError::KeyRefused(_))) {
                    return;
                }
            }
        }
        .boxed()
    }

    /// What a game says, from a snapshot or an event on to its end.
    pub(super) fn said(
        &self,
        watch: Watch,
        language: Language,
    ) -> BoxStream<'static, Result<Said<Message>, Failure>> {
        let speaker = Speaker {
            games: Arc::clone(&self.games),
            watch,
            language,
        };
        stream::unfold(Some(speaker), |speaker| async {
            let mut speaker = speaker?;
            let said = speaker.next().await;
            let goes_on = !matches!(
                said,
                Err(_)
                    | Ok(Said {
                        message: Message::End(_),
                        ..
                    })
            );
            Some((said, goes_on.then_some(speaker)))
        })
        .boxed()
    }
}

/// The end of a stream, or of one game on it.
pub(super) fn end(reason: StreamEndReason, seen: Revision) -> Message {
    Message::End(v1::StreamEnd {
        reason: reason.into(),
        after_revision: seen.number(),
    })
}

/// The messages, and after them the failure that ended them, if one did.
fn with_ending<M: Send + 'static>(
    messages: mpsc::Receiver<Box<M>>,
    ended: oneshot::Receiver<Result<(), Failure>>,
    language: Language,
) -> BoxStream<'static, Told<M>> {
    let ending = stream::once(async move {
        // A follower that ends without a word has panicked.
        ended
            .await
            .unwrap_or_else(|_| Err(Failure::new(ErrorCode::Internal)))
            .err()
    });
    ReceiverStream::new(messages)
        .map(|message| Ok(*message))
        .chain(ending.filter_map(move |failure| async move {
            failure.map(|failure| Err(edge::refuse(failure, language)))
        }))
        .boxed()
}

/// Speaks for one game.
struct Speaker {
    games: Arc<Games>,
    watch: Watch,
    language: Language,
}

impl Speaker {
    async fn next(&mut self) -> Result<Said<Message>, Failure> {
        let item = self.patient().await?;
        let message = match item {
            WatchItem::Snapshot {
                game,
                reset,
                is_last,
            } => Message::Snapshot(v1::Snapshot {
                game: Some(counted(&self.games, &game, self.language).await),
                reset,
                last: is_last,
            }),
            WatchItem::Event(event) => {
                Message::Event(wire::event(&event, self.watch.game(), self.language))
            }
            WatchItem::Over => end(StreamEndReason::GameOver, self.watch.seen()),
            WatchItem::Revoked => end(StreamEndReason::Unauthorized, self.watch.seen()),
        };
        let end = match &message {
            Message::End(end) => Some(end.reason()),
            _ => None,
        };
        Ok(Said {
            message,
            seen: self.watch.seen(),
            end,
        })
    }

    /// What the watch sees next; a store that fails is asked again for a while.
    async fn patient(&mut self) -> Result<WatchItem, Failure> {
        let mut give_up = None;
        loop {
            let error = match self.watch.next().await {
                Ok(item) => return Ok(item),
                Err(error) => error,
            };
            let is_gone = matches!(error, GameError::NotFound);
            if is_gone
                || Instant::now() >= *give_up.get_or_insert_with(|| Instant::now() + FAILING_MAX)
            {
                return Err(wire::game_failure(&error, self.games.now(), self.language));
            }
            tracing::warn!(
                error = &error as &dyn std::error::Error,
                "events cannot be read for a watcher; trying again"
            );
            tokio::time::sleep(RETRY_AFTER).await;
        }
    }
}

/// Follows what is said for one reader.
struct Follower<M> {
    said: BoxStream<'static, Result<Said<M>, Failure>>,
    voice: Voice<M>,
    /// When the key works no more that the games are seen with.
    key_ends: BoxFuture<'static, ()>,
    streams: Streams,
    shutdown: CancellationToken,
    /// Boxed, as a stream that has nothing to say holds room for messages all the same.
    messages: mpsc::Sender<Box<M>>,
}

impl<M> Follower<M> {
    /// Sends what is said until it ends, the reader or the server is gone, or something fails for
    /// good.
    async fn follow(mut self) -> Result<(), Failure> {
        let _open = Metrics::global().watcher();
        let mut reason = "game_over";
        loop {
            tokio::select! {
                biased;
                () = self.shutdown.cancelled() => {
                    mark_stream_end("shutting_down", None);
                    let last = end(StreamEndReason::ShuttingDown, self.voice.seen);
                    return self.send((self.voice.wrap)(last)).await;
                }
                () = self.messages.closed() => return Ok(()),
                () = &mut self.key_ends => {
                    mark_stream_end("unauthorized", None);
                    let last = end(StreamEndReason::Unauthorized, self.voice.seen);
                    return self.send((self.voice.wrap)(last)).await;
                }
                said = self.said.next() => {
                    let Some(said) = said.transpose()? else {
                        mark_stream_end(reason, None);
                        return Ok(());
                    };
                    self.voice.seen = said.seen;
                    if said.end == Some(StreamEndReason::Unauthorized) {
                        reason = "unauthorized";
                    }
                    self.send(said.message).await?;
                }
                () = tokio::time::sleep(self.streams.heartbeat) => {
                    let sign = Message::Heartbeat(v1::Heartbeat {});
                    self.send((self.voice.wrap)(sign)).await?;
                }
            }
        }
    }

    async fn send(&mut self, message: M) -> Result<(), Failure> {
        match self
            .messages
            .send_timeout(Box::new(message), self.streams.patience)
            .await
        {
            Err(mpsc::error::SendTimeoutError::Timeout(_)) => Err(Failure::saying(
                ErrorCode::Unavailable,
                "The stream was not read for too long. Watch again after the last revision.",
            )),
            // The next turn of the loop sees that the reader is gone.
            Ok(()) | Err(mpsc::error::SendTimeoutError::Closed(_)) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    /// What a game says that never stops, and holds something while it is listened to.
    fn endless(held: Arc<()>) -> BoxStream<'static, Result<Said<Message>, Failure>> {
        stream::unfold((held, Revision::FIRST), |(held, revision)| async move {
            let said = Said {
                message: end(StreamEndReason::GameOver, revision),
                seen: revision,
                end: None,
            };
            Some((Ok(said), (held, revision.next())))
        })
        .boxed()
    }

    #[tokio::test(start_paused = true)]
    async fn a_reader_that_takes_nothing_is_given_up_in_time_and_costs_no_memory() {
        let (messages, mut received) = mpsc::channel(BUFFER_MAX);
        let held = Arc::new(());
        let follower = Follower {
            said: endless(Arc::clone(&held)),
            voice: Voice {
                seen: Revision::NONE,
                wrap: |message| message,
            },
            key_ends: future::pending().boxed(),
            streams: Streams {
                heartbeat: Duration::from_secs(15),
                patience: Duration::from_secs(20),
                rematch_window: Duration::ZERO,
            },
            shutdown: CancellationToken::new(),
            messages,
        };
        let start = Instant::now();
        let given_up = follower.follow().await.expect_err("nobody reads");
        assert_eq!(given_up.code(), ErrorCode::Unavailable);
        assert_eq!(start.elapsed(), Duration::from_secs(20));
        assert_eq!(Arc::strong_count(&held), 1, "the game is not followed on");
        let mut left = 0;
        while received.recv().await.is_some() {
            left += 1;
        }
        assert_eq!(left, BUFFER_MAX, "what it may still read");
    }

    #[tokio::test(start_paused = true)]
    async fn a_reader_that_is_slow_and_takes_something_is_kept() {
        let (messages, mut received) = mpsc::channel(1);
        let follower = Follower {
            said: endless(Arc::default()).take(20).boxed(),
            voice: Voice {
                seen: Revision::NONE,
                wrap: |message| message,
            },
            key_ends: future::pending().boxed(),
            streams: Streams {
                heartbeat: Duration::from_secs(15),
                patience: Duration::from_secs(20),
                rematch_window: Duration::ZERO,
            },
            shutdown: CancellationToken::new(),
            messages,
        };
        let reading = tokio::spawn(async move {
            let mut read = 0;
            while received.recv().await.is_some() {
                read += 1;
                tokio::time::sleep(Duration::from_secs(19)).await;
            }
            read
        });
        follower.follow().await.expect("it reads");
        assert_eq!(reading.await.expect("no panic"), 20);
    }
}
