//! Every vector of the rules through the REST gateway.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use crate::support::http::{Call, Http};
use crate::support::stack::Stack;
use crate::support::vectors::{read, rules, text, texts};

/// Asks a stateless call about the rules of a line, with one field more.
async fn ask(http: &Http, call: &str, line: &Value, field: &str, value: Value) -> Value {
    let mut request = rules(line);
    request.insert(field.to_owned(), value);
    post(http, call, request).await
}

async fn post(http: &Http, call: &str, request: Map<String, Value>) -> Value {
    http.send(Call::post(
        format!("/v1/rules/{call}"),
        &Value::Object(request),
    ))
    .await
    .expect(200)
}

/// Lists of points as a set: the order of lines is no part of the vectors.
fn as_set(lists: &Value) -> BTreeSet<String> {
    lists
        .as_array()
        .expect("a list")
        .iter()
        .map(Value::to_string)
        .collect()
}

fn end(outcome: &Value) -> Value {
    if outcome.is_null() {
        return Value::Null;
    }
    json!({"result": outcome["result"], "termination": outcome["termination"]})
}

#[tokio::test(flavor = "multi_thread")]
async fn every_position_has_its_legal_turns_phase_mills_and_end() {
    let stack = Stack::on_sqlite().await;
    for file in ["positions.jsonl", "positions_more.jsonl"] {
        for line in read(file) {
            let position = line["position"].clone();
            let answer = ask(&stack.http, "legal-turns", &line, "position", position).await;
            assert_eq!(answer["turns"], line["legal_turns"], "{line}");
            assert_eq!(answer["removable"], line["removable"], "{line}");
            assert_eq!(end(&answer["outcome"]), line["outcome"], "{line}");
            if line["outcome"].is_null() {
                assert_eq!(answer["phase"], line["phase"], "{line}");
            }
            for (side, letter) in [("white", "w"), ("black", "b")] {
                assert_eq!(
                    as_set(&answer["mills"][side]),
                    as_set(&line["mills"][letter]),
                    "{line}"
                );
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_bad_position_is_refused() {
    let stack = Stack::on_sqlite().await;
    for line in read("bad_positions.jsonl") {
        let mut request = rules(&line);
        request.insert("position".to_owned(), line["position"].clone());
        let call = Call::post("/v1/rules/legal-turns", &Value::Object(request));
        let problem = stack.http.send(call).await.problem(400, "invalid_position");
        assert_ne!(text(&problem, "detail"), "", "{line}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_reported_fault_is_absent() {
    let stack = Stack::on_sqlite().await;
    for line in read("reported.jsonl") {
        let expect = &line["expect"];
        if expect["bad_position"] == true {
            let mut request = rules(&line);
            request.insert("position".to_owned(), line["start"].clone());
            let call = Call::post("/v1/rules/legal-turns", &Value::Object(request));
            stack.http.send(call).await.problem(400, "invalid_position");
            continue;
        }
        let refused = expect["refusal"]["at"].as_u64();
        let turns = texts(&line, "turns");
        for earlier in line["earlier"].as_array().into_iter().flatten() {
            let after = usize::try_from(earlier["after"].as_u64().expect("a count")).expect("few");
            holds(&stack.http, &line, &turns[..after], refused, earlier).await;
        }
        holds(&stack.http, &line, &turns, refused, expect).await;
    }
}

/// Plays turns, of which one may be refused, and looks whether everything expected after them holds.
async fn holds(http: &Http, line: &Value, turns: &[&str], refused: Option<u64>, expect: &Value) {
    let id = text(line, "id");
    let mut turns = turns.to_vec();
    let refused = refused.map(|at| usize::try_from(at).expect("few"));
    if let Some(at) = refused.filter(|at| *at < turns.len()) {
        let replay = replay(http, line, &turns).await;
        assert_eq!(replay["refusal"]["turn"], at, "{id}");
        for key in ["reason", "action", "point"] {
            let expected = &line["expect"]["refusal"][key];
            assert_eq!(replay["refusal"][key], *expected, "{id} {key}");
        }
        turns.remove(at);
    }
    let replay = replay(http, line, &turns).await;
    assert_eq!(replay["refusal"], Value::Null, "{id}");
    let position = text(&replay, "position").to_owned();
    let legal = ask(http, "legal-turns", line, "position", json!(position)).await;
    let fields: Vec<&str> = position.split(' ').collect();
    for (key, value) in expect.as_object().expect("an object") {
        let found = match key.as_str() {
            "position" => json!(position),
            "side" => json!(fields[1]),
            "owed" => json!(fields[3].parse::<u32>().expect("a number")),
            "quiet" => json!(fields[4].parse::<u32>().expect("a number")),
            "outcome" => end(&replay["outcome"]),
            "phase" => legal["phase"].clone(),
            "removable" => {
                let mut points = texts(&legal, "removable");
                points.sort_unstable();
                json!(points)
            }
            // A game that its history has ended has no legal turn; its position alone may have.
            "legal_turns" if !replay["outcome"].is_null() => json!([]),
            "legal_turns" => legal["turns"].clone(),
            "refusal" | "after" => continue,
            other => panic!("{id} expects {other}, which is not looked at"),
        };
        assert_eq!(found, *value, "{key} of {id} at {position}");
    }
}

async fn replay(http: &Http, line: &Value, turns: &[&str]) -> Value {
    let mut request = rules(line);
    if !line["start"].is_null() {
        request.insert("start".to_owned(), line["start"].clone());
    }
    request.insert("turns".to_owned(), json!(turns));
    post(http, "replay", request).await
}
