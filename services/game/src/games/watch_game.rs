//! `WatchGame`: a snapshot, then every event once and in order.

use futures::stream::BoxStream;
use futures::{StreamExt as _, TryStreamExt as _};
use moelle_games::Revision;
use moelle_proto::error::Failure;
use moelle_proto::v1;
use moelle_proto::v1::watch_game_response::Message;
use moelle_proto::wire;

use super::follow::{Said, Told, Voice};
use super::{Caller, GameApi};

impl GameApi {
    pub(super) async fn watch(
        &self,
        request: &v1::WatchGameRequest,
        caller: &Caller,
    ) -> Result<BoxStream<'static, Told<v1::WatchGameResponse>>, Failure> {
        let id = wire::game_id(&request.game_id)?;
        super::about(id);
        let after = request.after_revision.map(Revision::from_number);
        let watch = self.games.watch(id, after, &caller.credentials).await;
        let watch = watch.map_err(|error| self.failure(&error, caller))?;
        let voice = Voice {
            // Whoever has seen nothing yet begins at the creation.
            seen: after
                .filter(|after| *after == watch.seen())
                .unwrap_or(Revision::NONE),
            wrap,
        };
        let said = self.said(watch, caller.language).map_ok(|said| Said {
            message: wrap(said.message),
            seen: said.seen,
        });
        Ok(self.follow(said.boxed(), voice, caller.language))
    }
}

fn wrap(message: Message) -> v1::WatchGameResponse {
    v1::WatchGameResponse {
        message: Some(message),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use moelle_proto::error::ErrorCode;
    use moelle_proto::v1::StreamEndReason;
    use tonic::Streaming;

    use super::*;
    use crate::server::ServerOptions;
    use crate::testing::{self, Table, TestServer, with_token};

    type Messages = Streaming<v1::WatchGameResponse>;

    async fn watch(server: &TestServer, table: &Table, after: Option<u64>) -> Messages {
        let request = v1::WatchGameRequest {
            game_id: table.id.clone(),
            after_revision: after,
        };
        server
            .games()
            .watch_game(request)
            .await
            .expect("a stream")
            .into_inner()
    }

    async fn next(messages: &mut Messages) -> Message {
        let next = tokio::time::timeout(Duration::from_secs(20), messages.message()).await;
        let message = next
            .expect("in time")
            .expect("no failure")
            .expect("not the end");
        message.message.expect("a message")
    }

    async fn event(messages: &mut Messages) -> u64 {
        match next(messages).await {
            Message::Event(event) => event.revision,
            other => panic!("no event: {other:?}"),
        }
    }

    async fn snapshot(messages: &mut Messages) -> v1::Snapshot {
        match next(messages).await {
            Message::Snapshot(snapshot) => snapshot,
            other => panic!("no snapshot: {other:?}"),
        }
    }

    async fn the_end(messages: &mut Messages) -> v1::StreamEnd {
        match next(messages).await {
            Message::End(end) => {
                assert_eq!(messages.message().await.expect("no failure"), None);
                end
            }
            other => panic!("no end: {other:?}"),
        }
    }

    #[tokio::test]
    async fn a_stream_begins_with_a_snapshot_and_goes_on_with_every_event() {
        let server = TestServer::start().await;
        let table = Table::joined(&server).await;
        let mut messages = watch(&server, &table, None).await;
        let first = snapshot(&mut messages).await;
        assert_eq!(
            (first.game.expect("a game").revision, first.reset),
            (2, false)
        );
        table.play(&server, &["d6", "f4", "d7"]).await;
        for revision in 3..=5 {
            assert_eq!(event(&mut messages).await, revision);
        }
    }

    #[tokio::test]
    async fn a_stream_resumes_after_a_revision_it_knows() {
        let server = TestServer::start().await;
        let table = Table::joined(&server).await;
        table.play(&server, &["d6", "f4"]).await;
        let mut messages = watch(&server, &table, Some(2)).await;
        assert_eq!(event(&mut messages).await, 3);
        assert_eq!(event(&mut messages).await, 4);
        let mut from_the_start = watch(&server, &table, Some(0)).await;
        assert_eq!(event(&mut from_the_start).await, 1);
    }

    #[tokio::test]
    async fn a_revision_from_the_future_resets_the_stream() {
        let server = TestServer::start().await;
        let table = Table::joined(&server).await;
        let mut messages = watch(&server, &table, Some(99)).await;
        let first = snapshot(&mut messages).await;
        assert!(first.reset);
        table.play(&server, &["d6"]).await;
        assert_eq!(event(&mut messages).await, 3);
    }

    #[tokio::test]
    async fn the_end_of_the_game_ends_the_stream() {
        let server = TestServer::start().await;
        let table = Table::joined(&server).await;
        let mut messages = watch(&server, &table, Some(2)).await;
        let resign = v1::ResignRequest {
            game_id: table.id.clone(),
            ..v1::ResignRequest::default()
        };
        server
            .games()
            .resign(with_token(resign, &table.white))
            .await
            .expect("resigned");
        assert_eq!(event(&mut messages).await, 3);
        let end = the_end(&mut messages).await;
        assert_eq!(
            (end.reason(), end.after_revision),
            (StreamEndReason::GameOver, 3)
        );
        let mut late = watch(&server, &table, Some(3)).await;
        assert_eq!(the_end(&mut late).await.reason(), StreamEndReason::GameOver);
    }

    #[tokio::test]
    async fn a_quiet_stream_gives_signs_of_life() {
        let server = TestServer::with(ServerOptions {
            heartbeat: Duration::from_millis(20),
            ..ServerOptions::default()
        })
        .await;
        let table = Table::joined(&server).await;
        let mut messages = watch(&server, &table, Some(2)).await;
        for _ in 0..3 {
            assert!(matches!(next(&mut messages).await, Message::Heartbeat(_)));
        }
    }

    #[tokio::test]
    async fn a_shutdown_ends_every_stream_with_a_hint_where_to_resume() {
        let server = TestServer::start().await;
        let table = Table::joined(&server).await;
        let mut streams = Vec::new();
        for _ in 0..100 {
            let mut messages = watch(&server, &table, None).await;
            snapshot(&mut messages).await;
            streams.push(messages);
        }
        server.shutdown.cancel();
        for messages in &mut streams {
            let end = the_end(messages).await;
            assert_eq!(
                (end.reason(), end.after_revision),
                (StreamEndReason::ShuttingDown, 2)
            );
        }
        drop(streams);
        server.stopped().await;
    }

    #[tokio::test]
    async fn a_private_game_is_followed_by_its_own_alone() {
        let server = TestServer::start().await;
        let table = Table::set(&server, v1::Visibility::Private).await;
        let request = || v1::WatchGameRequest {
            game_id: table.id.clone(),
            after_revision: None,
        };
        let status = server
            .games()
            .watch_game(request())
            .await
            .expect_err("nobody");
        assert_eq!(testing::failure(&status).code(), ErrorCode::Unauthenticated);
        let request = with_token(request(), &table.white);
        let mut messages = server
            .games()
            .watch_game(request)
            .await
            .expect("a seat")
            .into_inner();
        snapshot(&mut messages).await;
    }

    #[tokio::test]
    async fn a_store_that_comes_back_costs_no_event() {
        let server = TestServer::start().await;
        let table = Table::joined(&server).await;
        let mut messages = watch(&server, &table, None).await;
        snapshot(&mut messages).await;
        server.store.fail_events(2);
        table.play(&server, &["d6"]).await;
        assert_eq!(event(&mut messages).await, 3);
    }

    #[tokio::test]
    async fn a_watcher_that_goes_is_forgotten() {
        let server = TestServer::start().await;
        let table = Table::joined(&server).await;
        let mut messages = watch(&server, &table, None).await;
        snapshot(&mut messages).await;
        assert_eq!(server.watchers(), 1);
        drop(messages);
        for _ in 0..100 {
            if server.watchers() == 0 {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("the watcher is still there");
    }
}
