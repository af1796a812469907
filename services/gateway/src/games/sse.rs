//! Server-sent events: how they are written, and how one client is fed.

use std::convert::Infallible;
use std::fmt;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures::stream::BoxStream;
use futures::{Stream, StreamExt as _, stream};
use http::HeaderName;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, VARY};
use moelle_proto::error::ErrorCode;
use moelle_telemetry::{Metrics, OpenStream, mark_stream_end};
use serde::Serialize;
use tokio::sync::mpsc;
use tokio::time::{Instant, Interval, MissedTickBehavior};
use tokio_stream::wrappers::ReceiverStream;
use utoipa::ToSchema;

use crate::gateway::{Gateway, StreamPermit};
use crate::hub::Item;
pub(super) use crate::hub::block;
use crate::{Problem, ProblemDocument};

/// The content type of a stream.
pub(crate) const EVENT_STREAM: &str = "text/event-stream";

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
    /// The game is private, and the token of the seat was replaced: another one is needed.
    Unauthorized,
}

impl EndReason {
    /// The word for it.
    const fn name(self) -> &'static str {
        match self {
            Self::GameOver => "game_over",
            Self::ShuttingDown => "shutting_down",
            Self::FellBehind => "fell_behind",
            Self::Interrupted => "interrupted",
            Self::Unauthorized => "unauthorized",
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

/// Makes server-sent events of what is to be told.
pub(super) trait Teller {
    /// The events that an item makes, of the game at this place.
    ///
    /// # Errors
    ///
    /// The stream ends with this item.
    fn tell(&mut self, place: usize, item: Item) -> Result<Bytes, Stop>;

    /// Why the stream ends, where everything has been told.
    fn is_done(&self) -> Option<EndReason> {
        None
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
    _permit: StreamPermit,
    _open: OpenStream,
}

impl Client {
    /// A client, and the answer that it reads.
    pub(super) fn open(gateway: &Gateway, permit: StreamPermit) -> (Self, Response) {
        let (events, receiver) = mpsc::channel(1);
        let last = Arc::new(OnceLock::new());
        let body = Body::from_stream(body(receiver, Arc::clone(&last)).map(Ok::<_, Infallible>));
        let headers = [
            (CONTENT_TYPE, EVENT_STREAM),
            (CACHE_CONTROL, "no-store"),
            (VARY, "accept, accept-language, authorization, x-api-key"),
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

    /// Feeds the client until it or the games have enough. Each item is told with the place of its
    /// game.
    pub(super) async fn run(
        self,
        mut teller: impl Teller,
        mut items: BoxStream<'static, (usize, Item)>,
    ) {
        let stop = self.feed(&mut teller, &mut items).await;
        let Err(Stop::End(reason, problem)) = stop else {
            return;
        };
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
    async fn feed(
        &self,
        teller: &mut impl Teller,
        items: &mut BoxStream<'static, (usize, Item)>,
    ) -> Result<Infallible, Stop> {
        let reconnect_ms = self.gateway.limits().reconnect.as_millis();
        self.send(format!("retry: {reconnect_ms}\n\n").into())
            .await?;
        let mut heartbeat = heartbeat(self.gateway.heartbeat());
        let shutdown = self.gateway.shutdown();
        loop {
            tokio::select! {
                () = shutdown.cancelled() => {
                    return Err(Stop::End(EndReason::ShuttingDown, None));
                }
                () = self.events.closed() => return Err(Stop::ClientGone),
                item = items.next() => {
                    let (place, item) = item.ok_or_else(|| {
                        Stop::End(EndReason::Interrupted, Some(ErrorCode::Internal.into()))
                    })?;
                    self.send(teller.tell(place, item)?).await?;
                    if let Some(reason) = teller.is_done() {
                        return Err(Stop::End(reason, None));
                    }
                }
                _ = heartbeat.tick() => self.send(Bytes::from_static(b":\n\n")).await?,
            }
        }
    }

    async fn send(&self, text: Bytes) -> Result<(), Stop> {
        use mpsc::error::SendTimeoutError;
        let slow_reader = self.gateway.limits().slow_reader;
        let sent = self.events.send_timeout(text, slow_reader);
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

fn heartbeat(every: Duration) -> Interval {
    let mut heartbeat = tokio::time::interval_at(Instant::now() + every, every);
    heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    heartbeat
}

impl From<fmt::Error> for Stop {
    fn from(_: fmt::Error) -> Self {
        Self::End(EndReason::Interrupted, Some(ErrorCode::Internal.into()))
    }
}

#[cfg(test)]
mod tests {
    use moelle_words::Language;
    use serde_json::json;
    use tokio_util::sync::CancellationToken;

    use super::*;
    use crate::Config;
    use crate::extract::Caller;

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
        let permit = gateway
            .admit_stream(&Caller::anonymous(Language::English))
            .expect("room");
        let (client, response) = Client::open(&gateway, permit);
        client.send("1".into()).await.expect("there is room");
        let stop = client.send("2".into()).await;
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
