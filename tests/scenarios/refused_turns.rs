//! Turns that the rules refuse, in stored games and without.

use serde_json::{Value, json};

use crate::support::http::Call;
use crate::support::stack::Stack;
use crate::support::table::Table;
use crate::support::vectors::{read, rules, text};

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_turn_says_why_and_changes_nothing_in_a_stored_game() {
    let stack = Stack::on_postgres().await;
    let mut reasons = std::collections::BTreeSet::new();
    for line in read("refusals.jsonl") {
        let mut request = rules(&line);
        request.insert("start".to_owned(), line["position"].clone());
        let table = Table::open_both(&stack.http, &Value::Object(request)).await;
        // In a stored game the end comes before everything that is said of the turn.
        let is_over = table.game["status"] == "finished";
        let reason = if is_over {
            "game_over"
        } else {
            text(&line, "reason")
        };
        let status = if reason == "game_over" { 409 } else { 422 };
        let problem = table
            .send(text(&line, "turn"))
            .await
            .problem(status, reason);
        if !is_over {
            assert_eq!(problem["action"], line["action"], "{line} {problem}");
            assert_eq!(problem["point"], line["point"], "{line} {problem}");
        }
        assert_eq!(table.read().await, table.game, "{line}");
        reasons.insert(reason.to_owned());
    }
    assert_eq!(reasons.len(), 14, "{reasons:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_is_an_answer_where_nothing_is_stored() {
    let stack = Stack::on_sqlite().await;
    for line in read("refusals.jsonl") {
        let mut request = rules(&line);
        request.insert("position".to_owned(), line["position"].clone());
        request.insert("turn".to_owned(), line["turn"].clone());
        let call = Call::post("/v1/rules/check-turn", &Value::Object(request));
        let answer = stack.http.send(call).await.expect(200);
        assert_eq!(answer["accepted"], false, "{line}");
        let refusal = &answer["refusal"];
        for key in ["reason", "action", "point"] {
            assert_eq!(refusal[key], line[key], "{key} of {refusal} for {line}");
        }
        assert_ne!(text(refusal, "message"), "", "{line}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_not_to_act_is_told_so_before_the_rules_are_asked() {
    let stack = Stack::on_postgres().await;
    let table = Table::open(&stack.http, &json!({"variant": "nine"})).await;
    let body = json!({"turn": "nonsense", "revision": table.revision()});
    let call = || Call::post(table.path("/turns"), &body);
    stack
        .http
        .send(call().token(table.waiting_token()))
        .await
        .problem(409, "not_your_turn");
    stack
        .http
        .send(call())
        .await
        .problem(401, "unauthenticated");
    stack
        .http
        .send(call().token("guess"))
        .await
        .problem(401, "unauthenticated");
    let stale = json!({"turn": "a1", "revision": 1});
    let answer = stack
        .http
        .send(Call::post(table.path("/turns"), &stale).token(table.token()))
        .await;
    let problem = answer.problem(409, "stale_revision");
    assert_eq!(
        problem["game"]["revision"], table.game["revision"],
        "{problem}"
    );
    assert_eq!(table.read().await, table.game);
}
