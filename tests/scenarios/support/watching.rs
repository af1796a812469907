//! Watchers who are there while something happens to a game.

use futures::future::join_all;
use moelle_proto::v1;
use moelle_proto::v1::watch_game_response::Message;
use serde_json::Value;
use tokio::task::JoinHandle;
use tonic::Streaming;

use super::http::Call;
use super::services::Services;
use super::sse::ServerEvent;

/// Watchers of one game: one of the gateway, and one of each replica.
pub(crate) struct Audience {
    by_sse: JoinHandle<Vec<ServerEvent>>,
    by_grpc: Vec<JoinHandle<Vec<Message>>>,
}

/// What they have seen when the game was over, signs of life left out.
pub(crate) struct Seen {
    /// The events' JSON.
    pub(crate) by_sse: Vec<Value>,
    /// The events of each replica.
    pub(crate) by_grpc: Vec<Vec<v1::GameEvent>>,
}

/// Reads a gRPC stream to its end.
pub(crate) async fn drain(mut stream: Streaming<v1::WatchGameResponse>) -> Vec<Message> {
    let mut messages = Vec::new();
    while let Some(response) = stream.message().await.expect("the stream is whole") {
        messages.push(response.message.expect("a message"));
    }
    messages
}

impl Audience {
    /// Watches a game from what follows this revision on. All are there when this returns.
    pub(crate) async fn of(services: &Services, id: &str, after: u64) -> Self {
        let call = Call::get(format!("/v1/games/{id}/events"));
        let call = call.header("last-event-id", &after.to_string());
        let source = services.http.events(call).await;
        assert_eq!(source.status(), 200);
        let mut by_grpc = Vec::new();
        for replica in 0..services.count() {
            let request = v1::WatchGameRequest {
                game_id: id.to_owned(),
                after_revision: Some(after),
                ..v1::WatchGameRequest::default()
            };
            let opened = services.games(replica).watch_game(request).await;
            by_grpc.push(tokio::spawn(drain(opened.expect("a stream").into_inner())));
        }
        Self {
            by_sse: tokio::spawn(source.drain()),
            by_grpc,
        }
    }

    /// What they see until the game is over, which all are told.
    pub(crate) async fn until_the_end(self) -> Seen {
        let mut events = self.by_sse.await.expect("no panic");
        let end = events.pop().expect("an end");
        assert_eq!(end.name, "end");
        assert_eq!(end.data["reason"], "game_over");
        let by_sse = events.into_iter().map(|event| {
            assert_eq!(event.name, "event");
            event.data
        });
        let by_grpc = join_all(self.by_grpc).await.into_iter().map(|messages| {
            let mut messages = messages.expect("no panic");
            let end = messages.pop();
            assert!(matches!(end, Some(Message::End(_))), "{end:?}");
            let events = messages.into_iter().filter_map(|message| match message {
                Message::Event(event) => Some(event),
                Message::Heartbeat(_) => None,
                other => panic!("{other:?}"),
            });
            events.collect()
        });
        Seen {
            by_sse: by_sse.collect(),
            by_grpc: by_grpc.collect(),
        }
    }
}

impl Seen {
    /// Checks that all have seen the same revisions, and gives them.
    pub(crate) fn revisions(&self) -> Vec<u64> {
        let revisions: Vec<u64> = self
            .by_sse
            .iter()
            .map(|event| event["revision"].as_u64().expect("a revision"))
            .collect();
        for events in &self.by_grpc {
            let seen: Vec<u64> = events.iter().map(|event| event.revision).collect();
            assert_eq!(seen, revisions);
        }
        revisions
    }
}
