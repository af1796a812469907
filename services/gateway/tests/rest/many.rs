//! Many games on one stream.

use moelle_proto::error::{ErrorCode, Failure};
use moelle_proto::v1;
use moelle_proto::v1::game_event::Change;
use moelle_proto::v1::watch_game_response::Message;
use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedSender;
use tonic::Status;

use crate::support::Gateway;
use crate::support::fake::{Fake, Said, message};
use crate::support::http::{Call, Events};
use crate::support::messages::{ID, OTHER_ID, clock, event, game, played};

fn watch(query: &str) -> Call {
    Call::get(format!("/v1/events?{query}")).header("accept", "text/event-stream")
}

fn both() -> String {
    format!("game={ID}&game={OTHER_ID}")
}

fn snapshot(game_id: &str, revision: u64, reset: bool) -> Said {
    let game = v1::Game {
        id: game_id.to_owned(),
        ..game(revision)
    };
    message(Message::Snapshot(v1::Snapshot {
        game: Some(game),
        reset,
        last: false,
    }))
}

fn end(reason: v1::StreamEndReason, after_revision: u64) -> Said {
    message(Message::End(v1::StreamEnd {
        reason: reason.into(),
        after_revision,
    }))
}

async fn expect(events: &mut Events, name: &str, id: Option<String>, parts: Value) {
    let (told, told_id, data) = events.event().await.expect("an event");
    assert_eq!((told.as_str(), told_id), (name, id), "{data}");
    for (key, value) in parts.as_object().expect("parts") {
        assert_eq!(&data[key], value, "{key} of {data}");
    }
}

#[tokio::test]
async fn every_event_says_its_game_and_where_all_of_them_go_on() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    let (one, two) = (fake.stream_of(ID), fake.stream_of(OTHER_ID));
    let say = |service: &UnboundedSender<Said>, said| service.send(said).expect("it is there");
    say(&one, snapshot(ID, 7, false));
    say(&two, snapshot(OTHER_ID, 3, false));
    let mut events = gateway.http.events(watch(&both())).await;
    let headers = events.response.headers();
    assert_eq!(headers["content-type"], "text/event-stream");
    assert_eq!(headers["x-accel-buffering"], "no");
    let wanted = Change::RematchWanted(v1::RematchWanted {
        side: v1::Side::White.into(),
        game_id: OTHER_ID.to_owned(),
    });
    let mut wanted = event(8, wanted);
    wanted.clock = Some(clock());

    let id = |first: &str, second: &str| Some(format!("{ID}:{first},{OTHER_ID}:{second}"));
    let events = &mut events;
    let about = json!({"gameId": ID});
    expect(events, "snapshot", Some(format!("{ID}:7")), about).await;
    let about = json!({"gameId": OTHER_ID});
    expect(events, "snapshot", id("7", "3"), about).await;
    say(&one, message(Message::Heartbeat(v1::Heartbeat {})));
    say(&two, message(Message::Event(played(4))));
    let about = json!({"gameId": OTHER_ID, "type": "turn_played", "revision": 4, "clock": null});
    expect(events, "event", id("7", "4"), about).await;
    say(&one, message(Message::Event(wanted)));
    say(&one, end(v1::StreamEndReason::GameOver, 8));
    let about = json!({"gameId": ID, "type": "rematch_wanted", "rematchGameId": OTHER_ID});
    expect(events, "event", id("8", "4"), about).await;
    let about = json!({"gameId": ID, "reason": "game_over"});
    expect(events, "end", id("8!", "4"), about).await;
    say(&two, message(Message::Event(played(5))));
    say(&two, end(v1::StreamEndReason::GameOver, 5));
    expect(events, "event", id("8!", "5"), json!({"gameId": OTHER_ID})).await;
    expect(events, "end", id("8!", "5!"), json!({"gameId": OTHER_ID})).await;
    let (name, told, data) = events.event().await.expect("an end");
    assert_eq!((name.as_str(), told), ("end", None));
    assert_eq!(data, json!({"gameId": null, "reason": "game_over"}));
    assert_eq!(events.event().await, None);
}

/// Games of which something is known go on with the next event, the others with a snapshot. Both are
/// at revision 7.
#[tokio::test]
async fn a_stream_goes_on_with_every_game_where_the_client_left_it() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    for (query, known, first, second) in [
        (both(), format!("{ID}:6,{OTHER_ID}:5"), Some(6), Some(5)),
        (both(), format!("{OTHER_ID}:6"), None, Some(6)),
        (both(), String::new(), None, None),
        (
            format!("game={ID}:5&game={OTHER_ID}"),
            format!("{OTHER_ID}:3"),
            Some(5),
            Some(3),
        ),
        (
            format!("game={ID}:5&game={OTHER_ID}"),
            format!("{ID}:6"),
            Some(6),
            None,
        ),
    ] {
        let call = watch(&query).header("last-event-id", &known);
        let mut events = gateway.http.events(call).await;
        assert_eq!(events.response.status(), 200, "{query} {known}");
        let told = |after: Option<u64>| after.map_or(1, |after| 7 - after);
        let mut seen = [Vec::new(), Vec::new()];
        for _ in 0..told(first) + told(second) {
            let (name, _, data) = events.event().await.expect("an event");
            let revision = data["revision"].as_u64().filter(|_| name == "event");
            seen[usize::from(data["gameId"] == OTHER_ID)].push(revision);
        }
        for (seen, after) in seen.iter().zip([first, second]) {
            let expected = after.map_or(vec![None], |after| (after + 1..=7).map(Some).collect());
            assert_eq!(*seen, expected, "{query} {known}");
        }
    }
}

#[tokio::test]
async fn games_whose_end_was_told_are_asked_for_no_more() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    *fake.script.finished.lock().expect("no panic") = true;
    let known = format!("{ID}:8!,{OTHER_ID}:7");
    let call = watch(&both()).header("last-event-id", &known);
    let mut events = gateway.http.events(call).await;
    let watched = fake.watched();
    assert!(!watched.iter().any(|it| it.contains(ID)), "{watched:?}");
    let id = Some(format!("{ID}:8!,{OTHER_ID}:7!"));
    expect(&mut events, "end", id, json!({"gameId": OTHER_ID})).await;
    expect(&mut events, "end", None, json!({"gameId": null})).await;
    let calls = fake.calls();
    let known = format!("{ID}:8!,{OTHER_ID}:7!");
    let call = watch(&both()).header("last-event-id", &known);
    let answer = gateway.http.send(call).await;
    assert_eq!((answer.status, answer.bytes.len()), (204, 0));
    assert_eq!(fake.calls(), calls);
}

#[tokio::test]
async fn a_game_that_cannot_be_followed_any_more_ends_the_stream_or_only_itself() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    let (one, two) = (fake.stream_of(ID), fake.stream_of(OTHER_ID));
    one.send(snapshot(ID, 7, false)).expect("it is there");
    two.send(snapshot(OTHER_ID, 7, false)).expect("it is there");
    let mut events = gateway.http.events(watch(&both())).await;
    for _ in 0..2 {
        events.event().await.expect("a snapshot");
    }
    one.send(end(v1::StreamEndReason::Unauthorized, 7))
        .expect("somebody listens");
    let about = json!({"gameId": ID, "reason": "unauthorized"});
    let id = Some(format!("{ID}:7,{OTHER_ID}:7"));
    expect(&mut events, "end", id, about).await;
    fake.fail_with(Status::from(Failure::new(ErrorCode::GameNotFound)));
    drop(two);
    let (name, _, data) = events.event().await.expect("an end");
    assert_eq!(
        (name.as_str(), &data["reason"]),
        ("end", &json!("interrupted"))
    );
    assert_eq!(data["problem"]["reason"], "game_not_found");
    assert_eq!(events.event().await, None);
}

#[tokio::test]
async fn what_cannot_be_followed_is_refused_with_a_status() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    let field = async |call: Call| {
        let problem = gateway
            .http
            .send(call)
            .await
            .problem(400, "invalid_argument");
        problem["errors"][0]["field"].clone()
    };
    let many: Vec<_> = (0..101)
        .map(|number| format!("game=1BqkzVJm2xXQnS7TjGz{number:03}"))
        .collect();
    assert_eq!(field(watch("")).await, "game");
    assert_eq!(field(watch(&many.join("&"))).await, "game");
    assert_eq!(
        field(watch(&format!("game={ID}&game={ID}:3"))).await,
        "game"
    );
    assert_eq!(field(watch(&format!("game={ID}&after=3"))).await, "after");
    for known in ["7", "x:7", "é"] {
        let call = watch(&both()).header("last-event-id", known);
        assert_eq!(field(call).await, "Last-Event-ID", "{known}");
    }
    let nowhere = gateway.http.send(watch("game=x")).await;
    nowhere.problem(404, "game_not_found");
    let json = Call::get(format!("/v1/events?game={ID}")).header("accept", "application/json");
    gateway.http.send(json).await.problem(406, "not_acceptable");
    assert_eq!(fake.calls(), 0);
    fake.fail_with(Status::from(Failure::new(ErrorCode::PrivateGame)));
    let private = gateway.http.send(watch(&both())).await;
    private.problem(403, "private_game");
}
