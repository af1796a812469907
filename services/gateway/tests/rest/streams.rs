//! Games that are followed.

use std::time::Duration;

use futures::future::join_all;
use moelle_proto::error::{ErrorCode, Failure};
use moelle_proto::v1;
use moelle_proto::v1::game_event::Change;
use moelle_proto::v1::watch_game_response::Message;
use serde_json::json;
use tonic::Status;

use crate::support::fake::{Fake, Said, message, snapshot};
use crate::support::http::Call;
use crate::support::messages::{ID, OTHER_ID, event, finished_game, played};
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
        service.send(snapshot(7, false)).expect("it is there");
        service
            .send(message(Message::Event(played(8))))
            .expect("it is there");
        let mut events = gateway.http.events(call).await;
        assert_eq!(events.response.status(), 200);
        for revision in 6..=8 {
            let (name, id, _) = events.event().await.expect("an event");
            assert_eq!((name.as_str(), id), ("event", Some(revision.to_string())));
        }
        drop(events);
        let under_way = || {
            fake.script
                .under_way
                .load(std::sync::atomic::Ordering::SeqCst)
        };
        eventually("nobody follows", || under_way() == 0).await;
    }
}

#[tokio::test]
async fn a_revision_from_the_future_is_reset() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
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

/// What the feed has not heard of may be known to the client all the same.
#[tokio::test]
async fn a_client_that_knows_more_than_the_feed_waits_for_what_comes_then() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    let service = fake.stream();
    service.send(snapshot(5, false)).expect("it is there");
    let mut events = gateway
        .http
        .events(watch().header("last-event-id", "7"))
        .await;
    for revision in 6..=8 {
        service
            .send(message(Message::Event(played(revision))))
            .expect("somebody listens");
    }
    let (name, id, _) = events.event().await.expect("an event");
    assert_eq!((name.as_str(), id.as_deref()), ("event", Some("8")));
}

#[tokio::test]
async fn all_who_follow_a_game_share_one_stream_of_the_game_service() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    let service = fake.stream();
    service.send(snapshot(7, false)).expect("it is there");
    fake.script
        .listed
        .store(61, std::sync::atomic::Ordering::SeqCst);
    let mut clients = join_all((0..50).map(|_| gateway.http.events(watch()))).await;
    for revision in 8..=60 {
        service
            .send(message(Message::Event(played(revision))))
            .expect("somebody listens");
    }
    for client in &mut clients {
        assert_eq!(client.event().await.expect("a snapshot").0, "snapshot");
        for revision in 8..=60 {
            let (name, id, _) = client.event().await.expect("an event");
            assert_eq!((name.as_str(), id), ("event", Some(revision.to_string())));
        }
    }
    // Who comes late gets an older snapshot with what followed it, or a newer one.
    let mut late = gateway.http.events(watch()).await;
    let (name, first, _) = late.event().await.expect("a snapshot");
    assert_eq!(name, "snapshot");
    service
        .send(message(Message::Event(played(61))))
        .expect("somebody listens");
    let first: u64 = first.expect("an id").parse().expect("a revision");
    let mut next = first + 1;
    while next <= 61 {
        let (name, id, _) = late.event().await.expect("an event");
        assert_eq!((name.as_str(), id), ("event", Some(next.to_string())));
        next += 1;
    }
    assert_eq!(fake.watched().len(), 1, "{:?}", fake.watched());
    let danish = watch().header("accept-language", "da");
    let _danish = gateway.http.events(danish).await;
    assert_eq!(fake.watched().len(), 2, "texts are in another language");
    let noted = || {
        let noted = fake.script.noted.lock().expect("no panic");
        let last = noted.last().map(|noted| noted.games.clone());
        last.unwrap_or_default()
    };
    eventually("all are counted", || {
        noted().first().is_some_and(|game| game.count == 52)
    })
    .await;
    assert_eq!(noted()[0].game_id, ID);
    drop(clients);
    eventually("those who went are not", || {
        noted().first().is_some_and(|game| game.count == 2)
    })
    .await;
}

#[tokio::test]
async fn a_private_game_is_shared_by_those_with_the_same_token_until_it_is_replaced() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    *fake.script.private_to.lock().expect("no panic") = Some("good".to_owned());
    let with = |token: &str| watch().header("authorization", &format!("Bearer {token}"));
    let service = fake.stream();
    service.send(snapshot(7, false)).expect("it is there");
    let mut clients = [
        gateway.http.events(with("good")).await,
        gateway.http.events(with("good")).await,
    ];
    let refused = |call: Call| {
        gateway
            .http
            .send(call.header("accept", "text/event-stream"))
    };
    refused(with("bad")).await.problem(403, "private_game");
    refused(watch()).await.problem(401, "unauthenticated");
    service
        .send(end(v1::StreamEndReason::Unauthorized))
        .expect("somebody listens");
    for client in &mut clients {
        assert_eq!(client.event().await.expect("a snapshot").0, "snapshot");
        let (name, _, data) = client.event().await.expect("an end");
        assert_eq!(name, "end");
        assert_eq!(data, json!({"reason": "unauthorized", "afterRevision": 7}));
        assert_eq!(client.event().await, None);
    }
}

#[tokio::test]
async fn who_waits_for_a_rematch_is_told_of_it_after_the_end() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    let service = fake.stream();
    let say = |message| service.send(message).expect("somebody listens");
    say(snapshot(7, false));
    let plain = gateway.http.events(watch()).await;
    let waiting = Call::get(format!("/v1/games/{ID}/events?rematch=true"));
    let waiting = gateway.http.events(waiting).await;
    let mut over = played(8);
    over.state = finished_game(8).state;
    let side = v1::Side::White.into();
    let mut wanted = event(
        9,
        Change::RematchWanted(v1::RematchWanted {
            side,
            game_id: OTHER_ID.to_owned(),
        }),
    );
    wanted.state.clone_from(&over.state);
    for (mut client, last) in [(plain, 8), (waiting, 9)] {
        assert_eq!(client.event().await.expect("a snapshot").0, "snapshot");
        if last == 8 {
            say(message(Message::Event(over.clone())));
        }
        for revision in 8..=last {
            let (name, id, _) = client.event().await.expect("an event");
            assert_eq!((name.as_str(), id), ("event", Some(revision.to_string())));
            if last == 9 && revision == 8 {
                say(message(Message::Event(wanted.clone())));
                say(end(v1::StreamEndReason::GameOver));
            }
        }
        let (name, _, data) = client.event().await.expect("an end");
        assert_eq!(name, "end");
        assert_eq!(data, json!({"reason": "game_over", "afterRevision": last}));
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

/// Whatever it is that broke it off.
#[tokio::test]
async fn a_stream_of_the_game_service_that_ends_early_is_taken_up_again_and_no_client_notices() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    let mut service = fake.stream();
    service.send(snapshot(7, false)).expect("it is there");
    let mut events = gateway.http.events(watch()).await;
    events.event().await.expect("a snapshot");
    for (revision, last) in [
        (8, Some(Err(Status::unknown("SELECT secret")))),
        (9, None),
        (10, Some(end(v1::StreamEndReason::ShuttingDown))),
        // One that leaves a gap.
        (11, Some(message(Message::Event(played(13))))),
    ] {
        let next = fake.stream();
        let say = |said| service.send(said).expect("somebody listens");
        say(message(Message::Event(played(revision))));
        if let Some(last) = last {
            say(last);
        }
        drop(service);
        service = next;
        let (name, id, _) = events.event().await.expect("an event");
        assert_eq!((name.as_str(), id), ("event", Some(revision.to_string())));
        let after = format!("after_revision: Some({revision})");
        eventually("it is taken up again", || {
            fake.watched().last().is_some_and(|it| it.contains(&after))
        })
        .await;
    }
    service.send(snapshot(3, true)).expect("somebody listens");
    for expected in ["reset", "snapshot"] {
        let (name, id, _) = events.event().await.expect("an event");
        assert_eq!((name.as_str(), id.as_deref()), (expected, Some("3")));
    }
}

#[tokio::test]
async fn a_stream_that_cannot_be_taken_up_again_says_so_and_where_to_go_on() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    let service = fake.stream();
    service.send(snapshot(7, false)).expect("it is there");
    let mut events = gateway.http.events(watch()).await;
    events.event().await.expect("a snapshot");
    service
        .send(message(Message::Event(played(8))))
        .expect("somebody listens");
    events.event().await.expect("an event");
    fake.fail_with(Status::from(Failure::new(ErrorCode::GameNotFound)));
    drop(service);
    let (name, _, data) = events.event().await.expect("an end");
    assert_eq!(name, "end");
    assert_eq!(
        (&data["reason"], &data["afterRevision"]),
        (&json!("interrupted"), &json!(8))
    );
    assert_eq!(data["problem"]["reason"], "game_not_found");
    assert_eq!(events.event().await, None);
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
