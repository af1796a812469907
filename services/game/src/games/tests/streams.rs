//! One game on a stream.

use std::time::Duration;

use moelle_proto::error::ErrorCode;
use moelle_proto::v1;
use moelle_proto::v1::StreamEndReason;
use moelle_proto::v1::game_event::Change;
use moelle_proto::v1::watch_game_response::Message;
use tonic::Streaming;

use super::calls::Call;
use crate::server::ServerOptions;
use crate::testing::{self, Table, TestServer, with_token};

type Messages = Streaming<v1::WatchGameResponse>;

async fn watch(server: &TestServer, table: &Table, after: Option<u64>) -> Messages {
    let request = v1::WatchGameRequest {
        game_id: table.id.clone(),
        after_revision: after,
        ..v1::WatchGameRequest::default()
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

async fn watch_as(server: &TestServer, request: v1::WatchGameRequest, token: &str) -> Messages {
    let watching = server.games().watch_game(with_token(request, token)).await;
    watching.expect("a stream").into_inner()
}

#[tokio::test]
async fn a_stream_may_go_on_after_the_end_until_a_rematch_is_agreed() {
    let server = TestServer::start().await;
    let table = Table::joined(&server).await;
    let request = || v1::WatchGameRequest {
        game_id: table.id.clone(),
        rematch: true,
        ..v1::WatchGameRequest::default()
    };
    let mut messages = watch_as(&server, request(), "").await;
    assert!(!snapshot(&mut messages).await.last);
    Call::Resign.by(&server, &table, &table.white).await;
    assert_eq!(event(&mut messages).await, 3);
    let mut late = watch_as(&server, request(), "").await;
    assert!(!snapshot(&mut late).await.last);
    Call::OfferRematch.by(&server, &table, &table.black).await;
    Call::OfferRematch.by(&server, &table, &table.white).await;
    for messages in [&mut messages, &mut late] {
        assert_eq!(event(messages).await, 4);
        let Message::Event(agreed) = next(messages).await else {
            panic!("no event");
        };
        assert!(
            matches!(agreed.change, Some(Change::RematchWanted(wanted)) if !wanted.game_id.is_empty())
        );
        let end = the_end(messages).await;
        assert_eq!(
            (end.reason(), end.after_revision),
            (StreamEndReason::GameOver, 5)
        );
    }
    let mut too_late = watch_as(&server, request(), "").await;
    assert!(snapshot(&mut too_late).await.last);
    the_end(&mut too_late).await;
}

#[tokio::test]
async fn a_stream_that_waits_for_a_rematch_ends_when_none_comes() {
    let server = TestServer::with(ServerOptions {
        rematch_window: Duration::from_millis(50),
        ..ServerOptions::default()
    })
    .await;
    let table = Table::joined(&server).await;
    let request = v1::WatchGameRequest {
        game_id: table.id.clone(),
        rematch: true,
        ..v1::WatchGameRequest::default()
    };
    let mut messages = watch_as(&server, request, "").await;
    snapshot(&mut messages).await;
    Call::Resign.by(&server, &table, &table.white).await;
    assert_eq!(event(&mut messages).await, 3);
    let end = the_end(&mut messages).await;
    assert_eq!(end.reason(), StreamEndReason::GameOver);
}

#[tokio::test]
async fn a_token_that_was_replaced_watches_a_private_game_no_more() {
    let server = TestServer::start().await;
    let other = server.beside().await;
    let table = Table::set(&server, v1::Visibility::Private).await;
    let table = table.with_black(&server).await;
    let request = || v1::WatchGameRequest {
        game_id: table.id.clone(),
        after_revision: Some(2),
        ..v1::WatchGameRequest::default()
    };
    let mut lost = Vec::new();
    let mut kept = Vec::new();
    for server in [&server, &other] {
        lost.push(watch_as(server, request(), &table.white).await);
        kept.push(watch_as(server, request(), &table.owner).await);
    }
    Call::Reissue.by(&server, &table, &table.white).await;
    for messages in &mut lost {
        let end = the_end(messages).await;
        assert_eq!(
            (end.reason(), end.after_revision),
            (StreamEndReason::Unauthorized, 2)
        );
    }
    for messages in &mut kept {
        assert_eq!(event(messages).await, 3);
    }
}

/// What it has not taken may wait in the connection; the game is not followed for it any more.
#[tokio::test]
async fn a_reader_that_takes_nothing_is_given_up() {
    let server = TestServer::with(ServerOptions {
        patience: Duration::from_millis(20),
        ..ServerOptions::default()
    })
    .await;
    let table = Table::joined(&server).await;
    let endpoint = tonic::transport::Endpoint::from_shared(format!("http://{}", server.address));
    let endpoint = endpoint
        .expect("an address")
        .initial_stream_window_size(512);
    let channel = endpoint.connect().await.expect("a connection");
    let mut client = v1::game_service_client::GameServiceClient::new(channel);
    let request = v1::WatchGameRequest {
        game_id: table.id.clone(),
        ..v1::WatchGameRequest::default()
    };
    let _unread = client.watch_game(request).await.expect("a stream");
    for _ in 0..500 {
        if server.watchers() == 0 {
            return;
        }
        Call::OfferDraw.by(&server, &table, &table.white).await;
        Call::DeclineDraw.by(&server, &table, &table.black).await;
    }
    panic!("it is still followed");
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
        ..v1::WatchGameRequest::default()
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
    let other = server.beside().await;
    let mut messages = watch(&server, &table, None).await;
    snapshot(&mut messages).await;
    server.store.fail_events(2);
    table.play(&other, &["d6"]).await;
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
