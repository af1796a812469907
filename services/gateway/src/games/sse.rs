//! Server-sent events: how they are written, and how one client is fed.

use std::convert::Infallible;
use std::fmt::{self, Write as _};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures::{Stream, StreamExt as _, stream};
use http::HeaderName;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, VARY};
use moelle_proto::error::{ErrorCode, Failure};
use moelle_proto::v1;
use moelle_telemetry::{Metrics, OpenStream, mark_stream_end};
use serde::Serialize;
use tokio::sync::{OwnedSemaphorePermit, mpsc};
use tokio::time::{Instant, Interval, MissedTickBehavior};
use tokio_stream::wrappers::ReceiverStream;
use tonic::{Status, Streaming};
use utoipa::ToSchema;

use crate::gateway::{self, Gateway};
use crate::shape::BadAnswer;
use crate::{Problem, ProblemDocument};

/// The content type of a stream.
pub(super) const EVENT_STREAM: &str = "text/event-stream";
/// How soon a client that lost its stream should come back, in milliseconds.
const RECONNECT_MS: u32 = 2000;
/// How long a failure may take to come where a stream that resumes has nothing else to say.
const FAILURE_WAIT: Duration = Duration::from_millis(100);
/// How long the end of a call may take to come after the last message.
const TRAILERS_WAIT: Duration = Duration::from_millis(500);
/// How long a client may take to make room for one more event before it is given up.
const SLOW_CLIENT_TIMEOUT: Duration = Duration::from_secs(15);

/// Why a stream of server-sent events ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum EndReason {
    /// The game has ended: nothing more will come.
    GameOver,
    /// The server is going away: connect again.
    ShuttingDown,
    /// The client reads too slowly: connect again.
    FellBehind,
    /// Something broke: connect again.
    Interrupted,
}

impl EndReason {
    /// The word for it.
    const fn name(self) -> &'static str {
        match self {
            Self::GameOver => "game_over",
            Self::ShuttingDown => "shutting_down",
            Self::FellBehind => "fell_behind",
            Self::Interrupted => "interrupted",
        }
    }
}

/// Why a feed stops.
#[derive(Debug)]
pub(super) enum Stop {
    /// With a last event.
    End(EndReason, Option<Problem>),
    /// Nobody reads it any more.
    ClientGone,
}

/// Makes server-sent events of the messages of the game service.
pub(super) trait Teller {
    /// A message of the game service.
    type Message;

    /// The events that a message makes; empty where it makes none.
    ///
    /// # Errors
    ///
    /// The stream ends with this message.
    fn tell(&mut self, message: Self::Message) -> Result<String, Stop>;

    /// Whether everything has been told.
    fn is_done(&self) -> bool {
        false
    }

    /// The last event.
    fn end(
        &self,
        reason: EndReason,
        problem: Option<Box<ProblemDocument>>,
    ) -> Result<String, fmt::Error>;
}

/// One client that reads a stream.
///
/// It is fed apart from its connection, so that one that stops reading is noticed.
pub(super) struct Client {
    gateway: Gateway,
    events: mpsc::Sender<Bytes>,
    /// What it reads after everything else, though it has no room for more now.
    last: Arc<OnceLock<Bytes>>,
    _permit: OwnedSemaphorePermit,
    _open: OpenStream,
}

impl Client {
    /// A client, and the answer that it reads.
    pub(super) fn open(gateway: &Gateway, permit: OwnedSemaphorePermit) -> (Self, Response) {
        let (events, receiver) = mpsc::channel(1);
        let last = Arc::new(OnceLock::new());
        let body = Body::from_stream(body(receiver, Arc::clone(&last)).map(Ok::<_, Infallible>));
        let headers = [
            (CONTENT_TYPE, EVENT_STREAM),
            (CACHE_CONTROL, "no-store"),
            (VARY, "accept, accept-language, authorization"),
            (HeaderName::from_static("x-accel-buffering"), "no"),
        ];
        let client = Self {
            gateway: gateway.clone(),
            events,
            last,
            _permit: permit,
            _open: Metrics::global().stream("sse"),
        };
        (client, (headers, body).into_response())
    }

    /// Feeds the client from a stream of the game service until one of them has enough.
    pub(super) async fn run<T: Teller>(
        self,
        mut teller: T,
        mut upstream: Streaming<T::Message>,
        first: Option<T::Message>,
    ) {
        let stop = self.feed(&mut teller, &mut upstream, first).await;
        let Err(Stop::End(reason, problem)) = stop else {
            return;
        };
        if reason == EndReason::GameOver {
            // The call is over with its trailers: left before them, it would count as cancelled.
            let _ = tokio::time::timeout(TRAILERS_WAIT, upstream.message()).await;
        }
        if let Some(problem) = &problem {
            problem.report();
        }
        let failure = problem.as_ref().map(|problem| problem.code().reason());
        mark_stream_end(reason.name(), failure);
        let problem = problem.map(|problem| Box::new(problem.document()));
        if let Ok(text) = teller.end(reason, problem) {
            let _ = self.last.set(text.into());
        }
    }

    /// Never returns but to stop.
    async fn feed<T: Teller>(
        &self,
        teller: &mut T,
        upstream: &mut Streaming<T::Message>,
        first: Option<T::Message>,
    ) -> Result<Infallible, Stop> {
        self.send(format!("retry: {RECONNECT_MS}\n\n")).await?;
        if let Some(message) = first {
            self.pass_on(teller, message).await?;
        }
        let mut heartbeat = heartbeat(self.gateway.heartbeat());
        let shutdown = self.gateway.shutdown();
        loop {
            tokio::select! {
                () = shutdown.cancelled() => {
                    return Err(Stop::End(EndReason::ShuttingDown, None));
                }
                () = self.events.closed() => return Err(Stop::ClientGone),
                message = upstream.next() => self.pass_on(teller, said(message)?).await?,
                _ = heartbeat.tick() => self.send(":\n\n".to_owned()).await?,
            }
        }
    }

    async fn pass_on<T: Teller>(&self, teller: &mut T, message: T::Message) -> Result<(), Stop> {
        self.send(teller.tell(message)?).await?;
        if teller.is_done() {
            return Err(Stop::End(EndReason::GameOver, None));
        }
        Ok(())
    }

    async fn send(&self, text: String) -> Result<(), Stop> {
        use mpsc::error::SendTimeoutError;
        if text.is_empty() {
            return Ok(());
        }
        let sent = self.events.send_timeout(text.into(), SLOW_CLIENT_TIMEOUT);
        sent.await.map_err(|error| match error {
            SendTimeoutError::Timeout(_) => Stop::End(EndReason::FellBehind, None),
            SendTimeoutError::Closed(_) => Stop::ClientGone,
        })
    }
}

/// The events, and the last one.
fn body(
    events: mpsc::Receiver<Bytes>,
    last: Arc<OnceLock<Bytes>>,
) -> impl Stream<Item = Bytes> + Send {
    let last = stream::once(async move { last.get().cloned().unwrap_or_default() });
    ReceiverStream::new(events).chain(last)
}

/// The first message. What fails before it has a status of its own.
///
/// A stream that resumes may have nothing to say for long, and is not waited for.
pub(super) async fn first_message<M>(
    upstream: &mut Streaming<M>,
    resumes: bool,
    deadline: Duration,
) -> Result<Option<M>, Failure> {
    let wait = if resumes { FAILURE_WAIT } else { deadline };
    match tokio::time::timeout(wait, upstream.message()).await {
        Ok(Ok(Some(message))) => Ok(Some(message)),
        Ok(Ok(None)) => Err(ErrorCode::Unavailable.into()),
        Ok(Err(status)) => Err(gateway::failure(&status)),
        Err(_) if resumes => Ok(None),
        Err(_) => Err(ErrorCode::DeadlineExceeded.into()),
    }
}

fn said<M>(message: Option<Result<M, Status>>) -> Result<M, Stop> {
    let problem = match message {
        Some(Ok(message)) => return Ok(message),
        Some(Err(status)) => gateway::failure(&status).into(),
        None => ErrorCode::Unavailable.into(),
    };
    Err(Stop::End(EndReason::Interrupted, Some(problem)))
}

fn heartbeat(every: Duration) -> Interval {
    let mut heartbeat = tokio::time::interval_at(Instant::now() + every, every);
    heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    heartbeat
}

/// A server-sent event. JSON on one line needs no more lines of data.
pub(super) fn block(
    name: &str,
    id: Option<&dyn fmt::Display>,
    data: &impl Serialize,
) -> Result<String, fmt::Error> {
    let mut text = String::new();
    writeln!(text, "event: {name}")?;
    if let Some(id) = id {
        writeln!(text, "id: {id}")?;
    }
    let data = serde_json::to_string(data).map_err(|_| fmt::Error)?;
    writeln!(text, "data: {data}\n")?;
    Ok(text)
}

impl From<v1::StreamEndReason> for EndReason {
    fn from(reason: v1::StreamEndReason) -> Self {
        match reason {
            v1::StreamEndReason::GameOver => Self::GameOver,
            v1::StreamEndReason::ShuttingDown => Self::ShuttingDown,
            v1::StreamEndReason::Unspecified => Self::Interrupted,
        }
    }
}

impl From<BadAnswer> for Stop {
    fn from(answer: BadAnswer) -> Self {
        Self::End(EndReason::Interrupted, Some(answer.into()))
    }
}

impl From<fmt::Error> for Stop {
    fn from(_: fmt::Error) -> Self {
        Self::End(EndReason::Interrupted, Some(ErrorCode::Internal.into()))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use tokio_util::sync::CancellationToken;

    use super::*;
    use crate::Config;

    #[test]
    fn an_event_is_a_name_an_id_and_one_line_of_data() {
        let data = json!({"afterRevision": 7});
        assert_eq!(
            block("end", None, &data),
            Ok("event: end\ndata: {\"afterRevision\":7}\n\n".to_owned())
        );
        assert_eq!(
            block("end", Some(&7), &data),
            Ok("event: end\nid: 7\ndata: {\"afterRevision\":7}\n\n".to_owned())
        );
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_does_not_read_is_given_up_and_finds_the_end_when_it_does() {
        let gateway = Gateway::new(&Config::for_upstream(vec![]), CancellationToken::new());
        let permit = gateway.admit_stream().expect("room");
        let (client, response) = Client::open(&gateway, permit);
        client.send("1".to_owned()).await.expect("there is room");
        let stop = client.send("2".to_owned()).await;
        assert!(
            matches!(stop, Err(Stop::End(EndReason::FellBehind, None))),
            "{stop:?}"
        );
        client.last.set("end".into()).expect("there is none yet");
        drop(client);
        let read = axum::body::to_bytes(response.into_body(), 100).await;
        assert_eq!(read.expect("a body"), "1end");
    }
}
