//! Whole games, stored and replayed.

use serde_json::{Value, json};

use crate::support::http::{Call, Http};
use crate::support::stack::Stack;
use crate::support::table::Table;
use crate::support::vectors::{read, read_nine, rules, text, texts};

/// Plays the turns of a line in a stored game, to its end.
async fn play_out(http: &Http, line: &Value) {
    let mut table = Table::of_line(http, line).await;
    for turn in texts(line, "turns") {
        assert!(
            table.game["outcome"].is_null(),
            "over before {turn} in {line}"
        );
        table.play(turn).await;
    }
    for game in [table.game.clone(), table.read().await] {
        assert_eq!(game["position"], line["final"], "{line}");
        assert_eq!(game["outcome"]["result"], line["result"], "{line}");
        assert_eq!(
            game["outcome"]["termination"], line["termination"],
            "{line}"
        );
        assert_eq!(game["status"], "finished", "{line}");
    }
    table.send("a1").await.problem(409, "game_over");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_of_nine_is_played_to_its_end_by_two_seats_on_postgresql() {
    let stack = Stack::on_postgres().await;
    for line in read_nine("games.jsonl") {
        play_out(&stack.http, &line).await;
    }
    for line in read_nine("split_games.jsonl") {
        play_out(&stack.http, &line).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_every_variant_is_played_to_its_end_on_the_embedded_store() {
    let stack = Stack::on_sqlite().await;
    let mut seen = Vec::new();
    for line in read("games.jsonl") {
        let kind = (line["variant"].clone(), line["termination"].clone());
        if !seen.contains(&kind) {
            seen.push(kind);
            play_out(&stack.http, &line).await;
        }
    }
    assert!(seen.len() >= 16, "{seen:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_is_replayed_to_the_same_end() {
    let stack = Stack::on_sqlite().await;
    for file in ["games.jsonl", "split_games.jsonl"] {
        for line in read(file) {
            let mut request = rules(&line);
            request.insert("start".to_owned(), line["start"].clone());
            request.insert("turns".to_owned(), line["turns"].clone());
            let call = Call::post("/v1/rules/replay", &Value::Object(request));
            let replay = stack.http.send(call).await.expect(200);
            assert_eq!(replay["refusal"], Value::Null, "{line}");
            assert_eq!(replay["position"], line["final"], "{line}");
            assert_eq!(replay["outcome"]["result"], line["result"], "{line}");
            assert_eq!(
                replay["outcome"]["termination"], line["termination"],
                "{line}"
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replay_stops_at_the_first_refusal() {
    let stack = Stack::on_sqlite().await;
    let request = json!({"variant": "nine", "turns": ["a1", "g7", "a1", "d6"]});
    let replay = stack
        .http
        .send(Call::post("/v1/rules/replay", &request))
        .await
        .expect(200);
    assert_eq!(replay["plies"], 2);
    assert_eq!(replay["refusal"]["turn"], 2);
    assert_eq!(replay["refusal"]["reason"], "point_occupied");
    assert_eq!(replay["refusal"]["point"], "a1");
    assert_eq!(text(&replay, "position"), "2b/3/3/6/3/3/w2 w 8,8 0 0 2");
}
