//! Game services that are away, come, and go.

use std::net::SocketAddr;
use std::time::Instant;

use futures::future::join_all;
use serde_json::json;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;
use tonic::Status;

use crate::support::fake::Fake;
use crate::support::http::Call;
use crate::support::messages::ID;
use crate::support::{Gateway, SOON, eventually};

/// A port on which nobody listens yet.
async fn free_port() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    listener.local_addr().expect("an address")
}

#[tokio::test]
async fn without_a_game_service_the_gateway_starts_and_says_when_to_come_back() {
    let address = free_port().await;
    let gateway = Gateway::start(&[address], |_| ()).await;
    for path in ["/v1/variants", "/readyz", "/v1/variants"] {
        let answer = gateway.http.send(Call::get(path)).await;
        answer.problem(503, "unavailable");
        assert!(!answer.text().contains("connect"), "{}", answer.text());
    }
    gateway.http.send(Call::get("/livez")).await.expect(200);
    let stream = Call::get(format!("/v1/games/{ID}/events")).header("accept", "text/event-stream");
    gateway.http.send(stream).await.problem(503, "unavailable");

    let listener = TcpListener::bind(address)
        .await
        .expect("the port is still free");
    let started = Instant::now();
    let _fake = Fake::on(listener);
    gateway.wait_until_ready().await;
    assert!(started.elapsed().as_secs() < 2, "{:?}", started.elapsed());
    gateway.http.send(Call::get("/readyz")).await.expect(200);
    gateway
        .http
        .send(Call::get("/v1/variants"))
        .await
        .expect(200);
}

#[tokio::test]
async fn calls_are_spread_over_replicas_and_one_that_is_gone_is_not_missed() {
    let (first, second) = (Fake::start().await, Fake::start().await);
    let gateway = Gateway::start(&[first.address, second.address], |_| ()).await;
    gateway.wait_until_ready().await;
    for _ in 0..40 {
        gateway
            .http
            .send(Call::get("/v1/variants"))
            .await
            .expect(200);
    }
    assert!(
        first.calls() > 5 && second.calls() > 5,
        "{} {}",
        first.calls(),
        second.calls()
    );
    drop(first);
    for _ in 0..40 {
        gateway
            .http
            .send(Call::get("/v1/variants"))
            .await
            .expect(200);
    }
}

/// An address that leads to another until it is cut off: then nothing comes through any more, and
/// nothing says so.
async fn way_to(target: SocketAddr) -> (SocketAddr, CancellationToken) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let cut = CancellationToken::new();
    let is_cut = cut.clone();
    tokio::spawn(async move {
        while let Ok((mut near, _)) = listener.accept().await {
            let is_cut = is_cut.clone();
            tokio::spawn(async move {
                let mut far = TcpStream::connect(target).await.expect("it is there");
                let talk = copy_bidirectional(&mut near, &mut far);
                if is_cut.run_until_cancelled(talk).await.is_none() {
                    std::future::pending::<()>().await;
                }
            });
        }
    });
    (address, cut)
}

#[tokio::test]
async fn calls_that_wait_for_a_replica_that_was_cut_off_are_answered_by_another() {
    let (first, second) = (Fake::start().await, Fake::start().await);
    let (way, cut) = way_to(first.address).await;
    let gateway = Gateway::start(&[way, second.address], |_| ()).await;
    gateway.wait_until_ready().await;
    while first.calls() == 0 || second.calls() == 0 {
        let call = Call::get("/v1/variants");
        gateway.http.send(call).await.expect(200);
    }
    cut.cancel();
    let calls = (0..20).map(|_| gateway.http.send(Call::get("/v1/variants")));
    for answer in join_all(calls).await {
        answer.expect(200);
    }
}

#[tokio::test]
async fn what_the_game_service_answers_is_not_asked_again() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    fake.fail_with(Status::unavailable("overloaded"));
    gateway
        .http
        .send(Call::get("/v1/variants"))
        .await
        .problem(503, "unavailable");
    assert_eq!(fake.calls(), 1);
}

#[tokio::test]
async fn a_change_that_broke_off_is_made_again_only_where_it_is_recognised() {
    for (key, expected) in [(None, 1), (Some("4f9cf9f0-2f5e-4c0e-9d53-4a2ed1a6b1a4"), 2)] {
        let (first, second) = (Fake::start().await, Fake::start().await);
        let gateway = Gateway::start(&[first.address, second.address], |_| ()).await;
        gateway.wait_until_ready().await;
        first.hang();
        second.hang();
        let mut call = Call::post(format!("/v1/games/{ID}/turns"), &json!({"turn": "a1"}));
        if let Some(key) = key {
            call = call.header("idempotency-key", key);
        }
        let http = gateway.http.clone();
        let calling = tokio::spawn(async move { http.send(call).await });
        eventually("one is asked", || first.calls() + second.calls() == 1).await;
        // The connection breaks off while the call is under way.
        let (gone, left) = if first.calls() == 1 {
            (first, second)
        } else {
            (second, first)
        };
        *left.script.hangs.lock().expect("no panic") = false;
        drop(gone);
        let answer = tokio::time::timeout(SOON, calling)
            .await
            .expect("in time")
            .expect("no panic");
        assert_eq!(1 + left.calls(), expected);
        if key.is_some() {
            answer.expect(200);
        } else {
            answer.problem(503, "unavailable");
        }
    }
}
