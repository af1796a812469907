//! Games that are followed.

use std::time::Duration;

use moelle_proto::error::{ErrorCode, Failure};
use moelle_proto::v1;
use moelle_proto::v1::game_event::Change;
use moelle_proto::v1::watch_game_response::Message;
use serde_json::json;
use tonic::Status;

use crate::support::fake::{Fake, Said, message, snapshot};
use crate::support::http::Call;
use crate::support::messages::{ID, event, played};
use crate::support::{Gateway, eventually};

fn watch() -> Call {
    Call::get(format!("/v1/games/{ID}/events"))
}

fn end(reason: v1::StreamEndReason) -> Said {
    message(Message::End(v1::StreamEnd {
        reason: reason.into(),
        after_revision: 10,
    }))
}

#[tokio::test]
async fn a_stream_is_a_snapshot_every_event_and_an_end() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    let service = fake.stream();
    let say = |message| service.send(message).expect("somebody listens");
    say(snapshot(7, false));
    let mut events = gateway
        .http
        .events(watch().header("accept-encoding", "gzip, br"))
        .await;
    let headers = events.response.headers();
    for (name, value) in [
        ("content-type", "text/event-stream"),
        ("cache-control", "no-store"),
        ("x-accel-buffering", "no"),
    ] {
        assert_eq!(headers[name], value, "{headers:?}");
    }
    assert!(!headers.contains_key("content-encoding"), "{headers:?}");
    let (name, id, data) = events.event().await.expect("a snapshot");
    assert_eq!((name.as_str(), id.as_deref()), ("snapshot", Some("7")));
    assert_eq!(data["game"]["revision"], 7);

    let side = v1::Side::Black.into();
    let taken = Change::SeatTaken(v1::SeatTaken {
        side,
        name: "Bo".to_owned(),
    });
    say(message(Message::Event(event(8, taken))));
    say(message(Message::Heartbeat(v1::Heartbeat {})));
    say(message(Message::Event(played(9))));
    say(message(Message::Event(event(
        10,
        Change::Resigned(v1::GameResigned { side }),
    ))));
    say(end(v1::StreamEndReason::GameOver));
    for (revision, kind, key, value) in [
        ("8", "seat_taken", "name", "Bo"),
        ("9", "turn_played", "turn", "d6"),
        ("10", "resigned", "side", "black"),
    ] {
        let (name, id, data) = events.event().await.expect("an event");
        assert_eq!((name.as_str(), id.as_deref()), ("event", Some(revision)));
        assert_eq!((&data["type"], &data[key]), (&json!(kind), &json!(value)));
    }
    let (name, id, data) = events.event().await.expect("an end");
    assert_eq!((name.as_str(), id), ("end", None));
    assert_eq!(data, json!({"reason": "game_over", "afterRevision": 10}));
    assert_eq!(events.event().await, None);
}

#[tokio::test]
async fn a_stream_goes_on_after_the_revision_that_is_known() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    for call in [
        watch().header("last-event-id", "5"),
        Call::get(format!("/v1/games/{ID}/events?after=5")),
        Call::get(format!("/v1/games/{ID}/events?after=1")).header("last-event-id", "5"),
    ] {
        let service = fake.stream();
        let mut events = gateway.http.events(call).await;
        assert_eq!(events.response.status(), 200);
        let (_, seen) = fake.last_seen();
        assert!(seen.contains("after_revision: Some(5)"), "{seen}");
        service
            .send(message(Message::Event(played(6))))
            .expect("somebody listens");
        assert_eq!(
            events.event().await.expect("an event").1.as_deref(),
            Some("6")
        );
    }
}

#[tokio::test]
async fn a_stream_that_cannot_go_on_is_reset() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    let service = fake.stream();
    service.send(snapshot(7, true)).expect("somebody listens");
    let mut events = gateway
        .http
        .events(watch().header("last-event-id", "99"))
        .await;
    for expected in ["reset", "snapshot"] {
        let (name, id, data) = events.event().await.expect("an event");
        assert_eq!((name.as_str(), id.as_deref()), (expected, Some("7")));
        assert_eq!(data["game"]["id"], ID);
    }
}

#[tokio::test]
async fn who_has_seen_the_end_is_told_to_stop() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    *fake.script.finished.lock().expect("no panic") = true;
    let call = || watch().header("accept", "text/event-stream");
    let seen = gateway.http.send(call().header("last-event-id", "7")).await;
    assert_eq!((seen.status, seen.bytes.len()), (204, 0));
    let service = fake.stream();
    service
        .send(message(Message::Event(played(7))))
        .expect("somebody listens");
    service
        .send(end(v1::StreamEndReason::GameOver))
        .expect("somebody listens");
    let not_seen = gateway.http.send(call().header("last-event-id", "6")).await;
    assert_eq!(not_seen.status, 200);
    assert!(
        not_seen.text().contains("event: end"),
        "{}",
        not_seen.text()
    );
}

#[tokio::test]
async fn a_stream_that_fails_before_its_first_message_gives_the_real_status() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    let call = || watch().header("accept", "text/event-stream");
    let private = || Status::from(Failure::new(ErrorCode::PrivateGame));
    for call in [call(), call().header("last-event-id", "5")] {
        let service = fake.stream();
        service.send(Err(private())).expect("somebody listens");
        gateway.http.send(call).await.problem(403, "private_game");
    }
    drop(fake.stream());
    gateway.http.send(call()).await.problem(503, "unavailable");
    fake.fail_with(private());
    for call in [call(), call().header("last-event-id", "5")] {
        gateway.http.send(call).await.problem(403, "private_game");
    }
}

#[tokio::test]
async fn a_stream_that_breaks_off_says_so_and_where_to_go_on() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    for broken in [Some(Status::unknown("SELECT secret")), None] {
        let service = fake.stream();
        service.send(snapshot(7, false)).expect("somebody listens");
        service
            .send(message(Message::Event(played(8))))
            .expect("somebody listens");
        let reason = if broken.is_some() {
            "internal"
        } else {
            "unavailable"
        };
        if let Some(status) = broken {
            service.send(Err(status)).expect("somebody listens");
        }
        drop(service);
        let mut events = gateway.http.events(watch()).await;
        events.event().await.expect("a snapshot");
        events.event().await.expect("an event");
        let (name, _, data) = events.event().await.expect("an end");
        assert_eq!(name, "end");
        assert_eq!(
            (&data["reason"], &data["afterRevision"]),
            (&json!("interrupted"), &json!(8))
        );
        assert_eq!(data["problem"]["reason"], reason);
        assert!(!data.to_string().contains("SELECT"), "{data}");
        assert_eq!(events.event().await, None);
    }
}

#[tokio::test]
async fn a_game_service_that_goes_away_in_order_passes_its_hint_on() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    let service = fake.stream();
    service.send(snapshot(7, false)).expect("somebody listens");
    service
        .send(end(v1::StreamEndReason::ShuttingDown))
        .expect("somebody listens");
    let mut events = gateway.http.events(watch()).await;
    events.event().await.expect("a snapshot");
    let (_, _, data) = events.event().await.expect("an end");
    assert_eq!(data, json!({"reason": "shutting_down", "afterRevision": 7}));
}

#[tokio::test]
async fn a_quiet_stream_gives_a_sign_of_life() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |config| {
        config.service.heartbeat = Duration::from_millis(20);
    })
    .await;
    let mut events = gateway.http.events(watch()).await;
    events.event().await.expect("a snapshot");
    for _ in 0..3 {
        assert_eq!(events.block().await.as_deref(), Some(":"));
    }
}

#[tokio::test]
async fn a_watcher_that_goes_away_takes_its_stream_along() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    let under_way = || {
        fake.script
            .under_way
            .load(std::sync::atomic::Ordering::SeqCst)
    };
    let mut events = gateway.http.events(watch()).await;
    events.event().await.expect("a snapshot");
    assert_eq!(under_way(), 1);
    drop(events);
    eventually("the stream is cancelled", || under_way() == 0).await;
}

#[tokio::test]
async fn who_takes_both_forms_gets_the_one_that_is_wanted_more() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    for (accept, expected) in [
        ("*/*", "application/json"),
        ("application/json, text/event-stream", "application/json"),
        (
            "application/json;q=0.5, text/event-stream",
            "text/event-stream",
        ),
        (
            "text/event-stream;q=0.5, application/json",
            "application/json",
        ),
    ] {
        let response = gateway
            .http
            .open(watch().header("accept", accept))
            .await
            .expect("an answer");
        assert_eq!(response.headers()["content-type"], expected, "{accept}");
    }
}
