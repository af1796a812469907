//! What a watcher is told, from the snapshot to the end.

use moelle_proto::v1;
use moelle_proto::v1::watch_game_response::Message;
use serde_json::{Value, json};

use crate::support::http::Call;
use crate::support::sse::ServerEvent;
use crate::support::stack::Stack;
use crate::support::table::Table;
use crate::support::vectors::{read_nine, text, texts};
use crate::support::watching::drain;

fn revisions(events: &[ServerEvent]) -> Vec<u64> {
    events
        .iter()
        .filter(|event| event.name == "event")
        .filter_map(|event| event.id)
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_watchers_see_every_event_once_and_in_order() {
    let stack = Stack::on_postgres().await;
    let line = &read_nine("games.jsonl")[0];
    let mut table = Table::of_line(&stack.http, line).await;
    let first = table.revision();
    let mut source = stack.http.events(Call::get(table.path("/events"))).await;
    let snapshot = source.next().await.expect("a snapshot");
    assert_eq!(
        (snapshot.name.as_str(), snapshot.id),
        ("snapshot", Some(first))
    );
    // A snapshot counts who watches; the answer to a change does not.
    let mut game = snapshot.data["game"].clone();
    let spectators = game
        .as_object_mut()
        .and_then(|game| game.remove("spectators"));
    assert!(spectators.is_some_and(|count| count.is_u64()));
    assert_eq!(game, table.game);
    let request = v1::WatchGameRequest {
        game_id: table.id.clone(),
        after_revision: None,
        ..v1::WatchGameRequest::default()
    };
    let stream = stack
        .games()
        .watch_game(request)
        .await
        .expect("a stream")
        .into_inner();
    let (by_sse, by_grpc) = (tokio::spawn(source.drain()), tokio::spawn(drain(stream)));
    let turns = texts(line, "turns");
    for turn in &turns {
        table.play(turn).await;
    }
    let expected: Vec<u64> = (first + 1..=table.revision()).collect();

    let events = by_sse.await.expect("no panic");
    assert_eq!(revisions(&events), expected);
    let played: Vec<&str> = events[..turns.len()]
        .iter()
        .map(|event| text(&event.data, "turn"))
        .collect();
    assert_eq!(played, turns);
    let last = &events[turns.len() - 1].data;
    assert_eq!(last["position"], line["final"]);
    assert_eq!(last["outcome"]["termination"], line["termination"]);
    let end = events.last().expect("an end");
    assert_eq!(
        (end.name.as_str(), &end.data["reason"]),
        ("end", &json!("game_over"))
    );

    let messages = by_grpc.await.expect("no panic");
    let Some((Message::Snapshot(_), rest)) = messages.split_first() else {
        panic!("{messages:?}")
    };
    let Some((Message::End(end), rest)) = rest.split_last() else {
        panic!("{rest:?}")
    };
    assert_eq!(end.reason(), v1::StreamEndReason::GameOver);
    let seen: Vec<u64> = rest
        .iter()
        .filter_map(|message| match message {
            Message::Event(event) => Some(event.revision),
            Message::Heartbeat(_) => None,
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(seen, expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_watcher_resumes_after_the_revision_it_knows() {
    let stack = Stack::on_sqlite().await;
    let mut table = Table::open(&stack.http, &json!({"variant": "nine"})).await;
    for turn in ["a1", "g7", "d1", "g4"] {
        table.play(turn).await;
    }
    let resume = |after: u64| {
        stack
            .http
            .events(Call::get(table.path("/events")).header("last-event-id", &after.to_string()))
    };
    let known = table.revision() - 2;
    let mut source = resume(known).await;
    for revision in [known + 1, known + 2] {
        let event = source.next().await.expect("an event");
        assert_eq!((event.name.as_str(), event.id), ("event", Some(revision)));
    }
    let mut source = resume(table.revision() + 7).await;
    let reset = source.next().await.expect("a reset");
    assert_eq!(
        (reset.name.as_str(), reset.id),
        ("reset", Some(table.revision()))
    );
    assert_eq!(reset.data["game"]["position"], table.position());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reconnect_after_the_end_is_told_to_stop() {
    let stack = Stack::on_sqlite().await;
    let table = Table::open(&stack.http, &json!({"variant": "nine"})).await;
    let resign = Call::post(table.path("/resign"), &json!({})).token(&table.black);
    let game = stack.http.send(resign).await.expect(200)["game"].clone();
    assert_eq!(game["outcome"]["result"], "1-0");
    assert_eq!(game["outcome"]["termination"], "resignation");
    let revision = game["revision"].to_string();
    let call = Call::get(table.path("/events")).header("last-event-id", &revision);
    assert_eq!(stack.http.events(call).await.status(), 204);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_list_of_events_comes_in_pages() {
    let stack = Stack::on_postgres().await;
    let line = &read_nine("games.jsonl")[0];
    let mut table = Table::of_line(&stack.http, line).await;
    for turn in texts(line, "turns") {
        table.play(turn).await;
    }
    let mut events: Vec<Value> = Vec::new();
    loop {
        let after = events
            .last()
            .map_or(0, |event| event["revision"].as_u64().expect("a number"));
        let path = table.path(&format!("/events?after={after}&limit=7"));
        let page = stack.http.send(Call::get(path)).await.expect(200);
        events.extend(page["events"].as_array().expect("events").iter().cloned());
        if page["more"] == false {
            break;
        }
    }
    let revisions: Vec<u64> = events
        .iter()
        .filter_map(|event| event["revision"].as_u64())
        .collect();
    assert_eq!(revisions, (1..=table.revision()).collect::<Vec<_>>());
    assert_eq!(events[0]["type"], "created");
    assert_eq!(events[1]["type"], "seat_taken");
    assert_eq!(
        events.last().expect("events")["outcome"]["result"],
        line["result"]
    );
}
