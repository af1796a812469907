//! Gateways that stop.

use std::time::{Duration, Instant};

use futures::future::join_all;
use serde_json::json;
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;

use crate::support::fake::Fake;
use crate::support::http::Call;
use crate::support::messages::ID;
use crate::support::{Gateway, eventually};

fn watch() -> Call {
    Call::get(format!("/v1/games/{ID}/events"))
}

#[tokio::test]
async fn every_stream_ends_with_a_hint_where_to_go_on() {
    let fake = Fake::start().await;
    let mut gateway = Gateway::before(&fake, |_| ()).await;
    let mut streams = join_all((0..100).map(|_| gateway.http.events(watch()))).await;
    for stream in &mut streams {
        assert_eq!(stream.event().await.expect("a snapshot").0, "snapshot");
    }
    let started = Instant::now();
    let drained = join_all(streams.into_iter().map(|mut stream| async move {
        let end = stream.event().await.expect("an end");
        (end, stream.event().await)
    }));
    let (ends, ()) = tokio::join!(drained, gateway.stop());
    for ((name, _, data), after) in ends {
        assert_eq!(name, "end");
        assert_eq!(data, json!({"reason": "shutting_down", "afterRevision": 7}));
        assert_eq!(after, None);
    }
    assert!(
        started.elapsed() < Duration::from_secs(5),
        "{:?}",
        started.elapsed()
    );
    let under_way = || {
        fake.script
            .under_way
            .load(std::sync::atomic::Ordering::SeqCst)
    };
    eventually("every stream behind the gateway has ended", || {
        under_way() == 0
    })
    .await;
}

#[tokio::test]
async fn calls_under_way_are_finished_and_new_ones_find_nobody() {
    let fake = Fake::start().await;
    let mut gateway = Gateway::before(&fake, |config| {
        config.service.deadline = Duration::from_secs(3);
    })
    .await;
    fake.hang();
    let http = gateway.http.clone();
    let calling = tokio::spawn(async move {
        join_all((0..200).map(|_| http.send(Call::get("/v1/variants")))).await
    });
    eventually("all are under way", || fake.calls() == 200).await;
    gateway.shutdown.cancel();
    assert!(!gateway.readiness.is_ready());
    let answers = calling.await.expect("no panic");
    for answer in answers {
        answer.problem(504, "deadline_exceeded");
    }
    gateway.stop().await;
    assert!(gateway.http.open(Call::get("/livez")).await.is_err());
}

#[tokio::test]
async fn silent_connections_do_not_hold_a_gateway_up() {
    let fake = Fake::start().await;
    let mut gateway = Gateway::before(&fake, |config| {
        config.service.drain = Duration::from_millis(300);
    })
    .await;
    let silent = TcpStream::connect(gateway.address)
        .await
        .expect("a connection");
    let mut slow = TcpStream::connect(gateway.address)
        .await
        .expect("a connection");
    slow.write_all(b"POST /v1/games HTTP/1.1\r\nhost: x\r\ncontent-le")
        .await
        .expect("sent");
    let mut half = TcpStream::connect(gateway.address)
        .await
        .expect("a connection");
    let head = b"POST /v1/games HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{";
    half.write_all(head).await.expect("sent");
    gateway.http.send(Call::get("/livez")).await.expect(200);
    let started = Instant::now();
    gateway.stop().await;
    assert!(
        started.elapsed() < Duration::from_secs(5),
        "{:?}",
        started.elapsed()
    );
    drop((silent, slow, half));
}
