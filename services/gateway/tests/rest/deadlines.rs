//! Time, room, and callers that go away.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::support::fake::Fake;
use crate::support::http::Call;
use crate::support::messages::ID;
use crate::support::{Gateway, SOON, eventually};

fn under_way(fake: &Fake) -> usize {
    fake.script
        .under_way
        .load(std::sync::atomic::Ordering::SeqCst)
}

#[tokio::test]
async fn a_call_that_takes_too_long_is_answered_in_time() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |config| {
        config.service.deadline = Duration::from_millis(200);
    })
    .await;
    fake.hang();
    let started = Instant::now();
    let body = json!({"turn": "a1"});
    let answer = gateway
        .http
        .send(Call::post(format!("/v1/games/{ID}/turns"), &body))
        .await;
    answer.problem(504, "deadline_exceeded");
    assert!(started.elapsed() < SOON, "{:?}", started.elapsed());
    assert_eq!(fake.calls(), 1, "it is not tried again");
    eventually("the call is cancelled", || under_way(&fake) == 0).await;
}

#[tokio::test]
async fn a_caller_that_goes_away_takes_its_call_along() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    fake.hang();
    let http = gateway.http.clone();
    let calling = tokio::spawn(async move { http.send(Call::get("/v1/variants")).await });
    eventually("the game service is asked", || under_way(&fake) == 1).await;
    calling.abort();
    eventually("the call is cancelled", || under_way(&fake) == 0).await;
}

#[tokio::test]
async fn more_plain_calls_than_there_is_room_for_are_told_to_come_back_and_streams_are_not_touched()
{
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |config| config.service.calls_max = 1).await;
    let mut stream = gateway
        .http
        .events(Call::get(format!("/v1/games/{ID}/events")))
        .await;
    fake.hang();
    let http = gateway.http.clone();
    let calling = tokio::spawn(async move { http.send(Call::get("/v1/variants")).await });
    eventually("the game service is asked", || fake.calls() == 2).await;
    gateway
        .http
        .send(Call::get("/v1/variants"))
        .await
        .problem(503, "unavailable");
    gateway
        .http
        .send(Call::get(format!("/v1/games/{ID}/events")))
        .await
        .problem(503, "unavailable");
    assert_eq!(stream.event().await.expect("a snapshot").0, "snapshot");
    calling.abort();
    eventually("there is room again", || under_way(&fake) == 1).await;
    *fake.script.hangs.lock().expect("no panic") = false;
    gateway
        .http
        .send(Call::get("/v1/variants"))
        .await
        .expect(200);
}

#[tokio::test]
async fn more_streams_than_there_is_room_for_are_told_to_come_back_and_plain_calls_are_not_touched()
{
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |config| config.service.streams_max = 1).await;
    let watch = || Call::get(format!("/v1/games/{ID}/events"));
    let mut first = gateway.http.events(watch()).await;
    assert_eq!(first.event().await.expect("a snapshot").0, "snapshot");
    let second = gateway
        .http
        .send(watch().header("accept", "text/event-stream"))
        .await;
    second.problem(503, "unavailable");
    gateway.http.send(watch()).await.expect(200);
    drop(first);
    eventually("the stream is given back", || under_way(&fake) == 0).await;
    let mut third = gateway.http.events(watch()).await;
    assert_eq!(third.event().await.expect("a snapshot").0, "snapshot");
}
