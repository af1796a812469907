//! A game's events as they happen, as server-sent events.

use std::convert::Infallible;
use std::fmt::Write as _;
use std::time::Duration;

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures::StreamExt as _;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, VARY};
use http::{HeaderName, StatusCode};
use moelle_proto::error::{ErrorCode, Failure};
use moelle_proto::v1;
use moelle_proto::v1::watch_game_response::Message;
use moelle_telemetry::{Metrics, OpenStream};
use serde::Serialize;
use tokio::sync::{OwnedSemaphorePermit, mpsc};
use tokio::time::{Instant, Interval, MissedTickBehavior};
use tokio_stream::wrappers::ReceiverStream;
use tonic::Streaming;
use tracing::Instrument as _;
use utoipa::ToSchema;

use super::read;
use crate::extract::Caller;
use crate::gateway::{self, Gateway, Retry};
use crate::shape::{BadAnswer, Event, Game, GameStatus, present};
use crate::{Problem, ProblemDocument};

/// How soon a client that lost its stream should come back, in milliseconds.
const RECONNECT_MS: u32 = 2000;
/// How long a failure may take to come where a stream that resumes has nothing else to say.
const FAILURE_WAIT: Duration = Duration::from_millis(100);
/// How long a client may take to make room for one more event before it is given up.
const SLOW_CLIENT_TIMEOUT: Duration = Duration::from_secs(30);

/// What stands in the `data` of server-sent events.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum WatchData {
    /// Of `snapshot` and `reset`.
    Snapshot(Box<SnapshotData>),
    /// Of `event`.
    Event(Box<Event>),
    /// Of `end`.
    End(EndData),
}

/// The game as it stands.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SnapshotData {
    /// The game.
    game: Game,
}

/// The end of a stream.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EndData {
    /// Why it ends.
    reason: EndReason,
    /// The revision to resume after.
    after_revision: u64,
    /// What went wrong, where it was interrupted.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<Box<ProblemDocument>>,
}

/// Why a stream of server-sent events ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum EndReason {
    /// The game has ended: nothing more will come.
    GameOver,
    /// The server is going away: connect again.
    ShuttingDown,
    /// Something broke: connect again.
    Interrupted,
}

/// Follows a game, or says that there is nothing more to follow.
pub(super) async fn watch(
    gateway: &Gateway,
    caller: &Caller,
    game_id: String,
    after_revision: Option<u64>,
) -> Result<Response, Problem> {
    let permit = gateway.admit_stream()?;
    if let Some(after) = after_revision {
        let game = read::read(gateway, caller, game_id.clone()).await?;
        let finished = GameStatus::try_from(game.status)? == GameStatus::Finished;
        if finished && game.revision == after {
            return Ok(StatusCode::NO_CONTENT.into_response());
        }
    }
    let message = v1::WatchGameRequest {
        game_id,
        after_revision,
    };
    let mut upstream: Streaming<v1::WatchGameResponse> = gateway
        .open(
            caller,
            Retry::Always,
            message,
            |mut upstream, request| async move { upstream.games.watch_game(request).await },
        )
        .await?;
    let first = first_message(&mut upstream, after_revision.is_some(), gateway.deadline()).await?;
    let (sender, receiver) = mpsc::channel(1);
    let feed = Feed {
        gateway: gateway.clone(),
        upstream,
        client: sender,
        revision: after_revision.unwrap_or_default(),
        _permit: permit,
        _open: Metrics::global().stream("sse"),
    };
    gateway.spawn_stream(feed.run(first).in_current_span());
    let body = Body::from_stream(ReceiverStream::new(receiver).map(Ok::<_, Infallible>));
    let headers = [
        (CONTENT_TYPE, "text/event-stream"),
        (CACHE_CONTROL, "no-store"),
        (VARY, "accept, accept-language, authorization"),
        (HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    Ok((headers, body).into_response())
}

/// The first message. What fails before it has a status of its own.
///
/// A stream that resumes may have nothing to say for long, and is not waited for.
async fn first_message(
    upstream: &mut Streaming<v1::WatchGameResponse>,
    resumes: bool,
    deadline: Duration,
) -> Result<Option<Message>, Failure> {
    let wait = if resumes { FAILURE_WAIT } else { deadline };
    match tokio::time::timeout(wait, upstream.message()).await {
        Ok(Ok(Some(response))) => Ok(response.message),
        Ok(Ok(None)) => Err(ErrorCode::Unavailable.into()),
        Ok(Err(status)) => Err(gateway::failure(&status)),
        Err(_) if resumes => Ok(None),
        Err(_) => Err(ErrorCode::DeadlineExceeded.into()),
    }
}

/// Feeds one client from one stream of the game service.
///
/// It runs apart from the client's connection, so that a client that stops reading is noticed, and
/// so that one day many clients may be fed from one stream.
struct Feed {
    gateway: Gateway,
    upstream: Streaming<v1::WatchGameResponse>,
    client: mpsc::Sender<Bytes>,
    /// The last revision that was sent.
    revision: u64,
    _permit: OwnedSemaphorePermit,
    _open: OpenStream,
}

/// Why a feed stops.
enum Stop {
    /// With a last event.
    End(EndReason, Option<Problem>),
    /// Nobody reads it any more.
    ClientGone,
}

impl From<BadAnswer> for Stop {
    fn from(answer: BadAnswer) -> Self {
        Self::End(EndReason::Interrupted, Some(answer.into()))
    }
}

impl From<std::fmt::Error> for Stop {
    fn from(_: std::fmt::Error) -> Self {
        Self::End(EndReason::Interrupted, Some(ErrorCode::Internal.into()))
    }
}

impl Feed {
    async fn run(mut self, first: Option<Message>) {
        if let Err(Stop::End(reason, problem)) = self.feed(first).await {
            if let Some(problem) = &problem {
                problem.report();
            }
            let end = WatchData::End(EndData {
                reason,
                after_revision: self.revision,
                problem: problem.map(|problem| Box::new(problem.document())),
            });
            if let Ok(text) = block("end", None, &end) {
                let _ = self.send(text).await;
            }
        }
    }

    /// Never returns but to stop.
    async fn feed(&mut self, first: Option<Message>) -> Result<Infallible, Stop> {
        self.send(format!("retry: {RECONNECT_MS}\n\n")).await?;
        if let Some(message) = first {
            self.tell(message).await?;
        }
        let mut heartbeat = heartbeat(self.gateway.heartbeat());
        let shutdown = self.gateway.shutdown().clone();
        let client = self.client.clone();
        loop {
            tokio::select! {
                () = shutdown.cancelled() => {
                    return Err(Stop::End(EndReason::ShuttingDown, None));
                }
                () = client.closed() => return Err(Stop::ClientGone),
                message = self.upstream.next() => self.take(message).await?,
                _ = heartbeat.tick() => self.send(":\n\n".to_owned()).await?,
            }
        }
    }

    async fn take(
        &mut self,
        message: Option<Result<v1::WatchGameResponse, tonic::Status>>,
    ) -> Result<(), Stop> {
        let problem = match message {
            Some(Ok(response)) => match response.message {
                Some(message) => return self.tell(message).await,
                // A message of a newer service.
                None => return Ok(()),
            },
            Some(Err(status)) => gateway::failure(&status).into(),
            None => ErrorCode::Unavailable.into(),
        };
        Err(Stop::End(EndReason::Interrupted, Some(problem)))
    }

    async fn tell(&mut self, message: Message) -> Result<(), Stop> {
        match message {
            Message::Snapshot(snapshot) => {
                let game: Game = present(snapshot.game, "game")?.try_into()?;
                let revision = game.revision;
                let data = WatchData::Snapshot(Box::new(SnapshotData { game }));
                let reset = if snapshot.reset {
                    block("reset", Some(revision), &data)?
                } else {
                    String::new()
                };
                self.send(reset + &block("snapshot", Some(revision), &data)?)
                    .await?;
                self.revision = revision;
            }
            Message::Event(event) => {
                let revision = event.revision;
                let data = WatchData::Event(Box::new(event.try_into()?));
                self.send(block("event", Some(revision), &data)?).await?;
                self.revision = revision;
            }
            // The gateway has its own, which also comes while the game service is silent.
            Message::Heartbeat(v1::Heartbeat {}) => {}
            Message::End(end) => {
                let reason = match end.reason() {
                    v1::StreamEndReason::GameOver => EndReason::GameOver,
                    v1::StreamEndReason::ShuttingDown => EndReason::ShuttingDown,
                    v1::StreamEndReason::Unspecified => EndReason::Interrupted,
                };
                return Err(Stop::End(reason, None));
            }
        }
        Ok(())
    }

    async fn send(&self, text: String) -> Result<(), Stop> {
        match self
            .client
            .send_timeout(text.into(), SLOW_CLIENT_TIMEOUT)
            .await
        {
            Ok(()) => Ok(()),
            Err(_) => Err(Stop::ClientGone),
        }
    }
}

fn heartbeat(every: Duration) -> Interval {
    let mut heartbeat = tokio::time::interval_at(Instant::now() + every, every);
    heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    heartbeat
}

/// A server-sent event. JSON on one line needs no more lines of data.
fn block(name: &str, id: Option<u64>, data: &WatchData) -> Result<String, std::fmt::Error> {
    let mut text = String::new();
    writeln!(text, "event: {name}")?;
    if let Some(id) = id {
        writeln!(text, "id: {id}")?;
    }
    let data = serde_json::to_string(data).map_err(|_| std::fmt::Error)?;
    writeln!(text, "data: {data}\n")?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_a_name_an_id_and_one_line_of_data() {
        let end = WatchData::End(EndData {
            reason: EndReason::GameOver,
            after_revision: 7,
            problem: None,
        });
        let data = r#"{"reason":"game_over","afterRevision":7}"#;
        assert_eq!(
            block("end", None, &end),
            Ok(format!("event: end\ndata: {data}\n\n"))
        );
        assert_eq!(
            block("end", Some(7), &end),
            Ok(format!("event: end\nid: 7\ndata: {data}\n\n"))
        );
    }
}
