//! Many games on one stream, and who watches.

use std::time::Duration;

use moelle_proto::error::ErrorCode;
use moelle_proto::v1;
use moelle_proto::v1::StreamEndReason;
use moelle_proto::v1::watch_game_response::Message;
use tonic::{Status, Streaming};

use super::calls::Call;
use crate::server::ServerOptions;
use crate::testing::{Table, TestServer, failure, with_token};

type Messages = Streaming<v1::WatchGamesResponse>;

async fn watch(
    server: &TestServer,
    games: &[(&Table, Option<u64>)],
    token: &str,
) -> Result<Messages, Status> {
    let request = v1::WatchGamesRequest {
        games: games
            .iter()
            .map(|(table, after_revision)| v1::WatchedGame {
                game_id: table.id.clone(),
                after_revision: *after_revision,
            })
            .collect(),
        rematch: false,
    };
    let watching = server.games().watch_games(with_token(request, token)).await;
    watching.map(tonic::Response::into_inner)
}

async fn next(messages: &mut Messages) -> Option<(String, Message)> {
    let next = tokio::time::timeout(Duration::from_secs(20), messages.message()).await;
    let next = next.expect("in time").expect("no failure")?;
    let message = next.message.and_then(|message| message.message);
    Some((next.game_id, message.expect("a message")))
}

#[tokio::test]
async fn each_game_is_told_in_order_and_ends_once() {
    let server = TestServer::start().await;
    let (one, two) = (Table::joined(&server).await, Table::joined(&server).await);
    let mut messages = watch(&server, &[(&one, None), (&two, Some(1))], "")
        .await
        .expect("a stream");
    one.play(&server, &["d6", "f4"]).await;
    two.play(&server, &["d6"]).await;
    Call::Resign.by(&server, &one, &one.white).await;
    Call::Resign.by(&server, &two, &two.white).await;
    let mut told: [Vec<String>; 2] = Default::default();
    while let Some((id, message)) = next(&mut messages).await {
        let what = match message {
            Message::Snapshot(snapshot) => {
                format!("snapshot {}", snapshot.game.expect("a game").revision)
            }
            Message::Event(event) => format!("event {}", event.revision),
            Message::End(end) => {
                assert_eq!(end.reason(), StreamEndReason::GameOver);
                format!("end {}", end.after_revision)
            }
            Message::Heartbeat(_) => continue,
        };
        told[usize::from(id == two.id)].push(what);
    }
    // The snapshot may be of any moment; what follows it goes on from there.
    let first: u64 = told[0][0]
        .strip_prefix("snapshot ")
        .and_then(|revision| revision.parse().ok())
        .expect("a snapshot");
    let mut expected = vec![format!("snapshot {first}")];
    expected.extend((first + 1..=5).map(|revision| format!("event {revision}")));
    expected.push("end 5".to_owned());
    assert_eq!(told[0], expected);
    assert_eq!(told[1], ["event 2", "event 3", "event 4", "end 4"]);
}

#[tokio::test]
async fn one_game_that_may_not_be_seen_refuses_the_stream() {
    let server = TestServer::start().await;
    let open = Table::joined(&server).await;
    let private = Table::set(&server, v1::Visibility::Private).await;
    let games = [(&open, None), (&private, None)];
    let status = watch(&server, &games, "").await.expect_err("private");
    let refused = failure(&status);
    assert_eq!(refused.code(), ErrorCode::Unauthenticated);
    assert_eq!(refused.metadata()["index"], "1");
    watch(&server, &games, &private.owner)
        .await
        .expect("the owner's");
    let status = watch(&server, &[], "").await.expect_err("no game");
    assert_eq!(failure(&status).code(), ErrorCode::InvalidArgument);
    let twice = [(&open, None), (&open, None)];
    let status = watch(&server, &twice, "").await.expect_err("twice");
    assert_eq!(failure(&status).code(), ErrorCode::InvalidArgument);
}

#[tokio::test]
async fn a_quiet_stream_gives_signs_of_life_and_a_shutdown_ends_it() {
    let server = TestServer::with(ServerOptions {
        heartbeat: Duration::from_millis(20),
        ..ServerOptions::default()
    })
    .await;
    let (one, two) = (Table::joined(&server).await, Table::joined(&server).await);
    let games = [(&one, Some(2)), (&two, Some(2))];
    let mut messages = watch(&server, &games, "").await.expect("a stream");
    for _ in 0..3 {
        let (game, message) = next(&mut messages).await.expect("a message");
        assert_eq!(
            (game.as_str(), message),
            ("", Message::Heartbeat(v1::Heartbeat {}))
        );
    }
    server.shutdown.cancel();
    let end = loop {
        match next(&mut messages).await.expect("a message") {
            (game, Message::End(end)) => break (game, end.reason()),
            (_, Message::Heartbeat(_)) => {}
            other => panic!("no end: {other:?}"),
        }
    };
    assert_eq!(end, (String::new(), StreamEndReason::ShuttingDown));
    assert_eq!(next(&mut messages).await, None);
    drop(messages);
    server.stopped().await;
}

#[tokio::test]
async fn those_who_watch_without_a_seat_are_counted() {
    let server = TestServer::start().await;
    let table = Table::joined(&server).await;
    assert_eq!(table.game(&server).await.spectators, Some(0));
    let _seat = watch(&server, &[(&table, None)], &table.white).await;
    let _one = watch(&server, &[(&table, None)], "").await;
    let _two = watch(&server, &[(&table, None)], "").await;
    // Who passes on to others says itself how many there are.
    let relay = v1::WatchGameRequest {
        game_id: table.id.clone(),
        relay: true,
        ..v1::WatchGameRequest::default()
    };
    let _relay = server.games().watch_game(relay).await.expect("a stream");
    let mut tries = 0;
    while table.game(&server).await.spectators != Some(2) {
        tries += 1;
        assert!(tries < 300, "never counted");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}
