//! Every vector of the rules through the gRPC service.

use moelle_proto::v1;
use moelle_proto::v1::check_turn_response::Answer;
use serde_json::{Value, json};
use tonic::Code;

use crate::support::grpc::{points, rules, word};
use crate::support::stack::Stack;
use crate::support::vectors::{read, text, texts};

fn end(outcome: Option<&v1::Outcome>) -> Value {
    outcome.map_or(Value::Null, |outcome| {
        let result = match outcome.result() {
            v1::GameResult::WhiteWins => "1-0",
            v1::GameResult::BlackWins => "0-1",
            v1::GameResult::Draw => "1/2-1/2",
            v1::GameResult::None | v1::GameResult::Unspecified => "*",
        };
        let termination = word(outcome.termination().as_str_name(), "TERMINATION_");
        json!({"result": result, "termination": termination})
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn every_position_has_its_legal_turns_phase_mills_and_end() {
    let stack = Stack::on_sqlite().await;
    let mut client = stack.rules();
    for file in ["positions.jsonl", "positions_more.jsonl"] {
        for line in read(file) {
            let request = v1::ListLegalTurnsRequest {
                rules: Some(rules(&line)),
                position: Some(text(&line, "position").to_owned()),
            };
            let answer = client
                .list_legal_turns(request)
                .await
                .expect("a position")
                .into_inner();
            let state = answer.state.expect("a state");
            assert_eq!(json!(answer.turns), line["legal_turns"], "{line}");
            assert_eq!(json!(state.removable), line["removable"], "{line}");
            assert_eq!(end(state.outcome.as_ref()), line["outcome"], "{line}");
            if line["outcome"].is_null() {
                assert_eq!(
                    word(state.phase().as_str_name(), "PHASE_"),
                    line["phase"],
                    "{line}"
                );
            }
            let mills = state.mills.expect("mills");
            for (mills, letter) in [(mills.white, "w"), (mills.black, "b")] {
                let mut found = points(&mills);
                let mut expected: Vec<Vec<String>> =
                    serde_json::from_value(line["mills"][letter].clone()).expect("mills");
                found.sort();
                expected.sort();
                assert_eq!(found, expected, "{line}");
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_bad_position_is_refused() {
    let stack = Stack::on_sqlite().await;
    let mut client = stack.rules();
    for line in read("bad_positions.jsonl") {
        let request = v1::ListLegalTurnsRequest {
            rules: Some(rules(&line)),
            position: Some(text(&line, "position").to_owned()),
        };
        let status = client
            .list_legal_turns(request)
            .await
            .expect_err(text(&line, "why"));
        assert_eq!(status.code(), Code::InvalidArgument, "{line} {status:?}");
        assert_eq!(reason(&status), "invalid_position", "{line}");
    }
}

fn reason(status: &tonic::Status) -> String {
    use tonic_types::StatusExt;
    status
        .get_details_error_info()
        .map(|info| info.reason)
        .unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_is_replayed_to_its_end() {
    let stack = Stack::on_sqlite().await;
    let mut client = stack.rules();
    for file in ["games.jsonl", "split_games.jsonl"] {
        for line in read(file) {
            let turn_list = v1::TurnList {
                rules: Some(rules(&line)),
                start: Some(text(&line, "start").to_owned()),
                turns: texts(&line, "turns")
                    .into_iter()
                    .map(str::to_owned)
                    .collect(),
            };
            let source = Some(v1::replay_game_request::Source::TurnList(turn_list));
            let request = v1::ReplayGameRequest { source };
            let replay = client
                .replay_game(request)
                .await
                .expect("a game")
                .into_inner();
            assert_eq!(replay.refusal, None, "{line}");
            assert_eq!(replay.steps.len(), texts(&line, "turns").len(), "{line}");
            let state = replay.state.expect("a state");
            assert_eq!(state.position, line["final"], "{line}");
            let end = end(state.outcome.as_ref());
            assert_eq!(
                (&end["result"], &end["termination"]),
                (&line["result"], &line["termination"])
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_refused_turn_is_answered_with_its_reason_alone_and_in_a_batch() {
    let stack = Stack::on_sqlite().await;
    let mut client = stack.rules();
    let lines = read("refusals.jsonl");
    let checks: Vec<v1::CheckTurnRequest> = lines
        .iter()
        .map(|line| v1::CheckTurnRequest {
            rules: Some(rules(line)),
            position: Some(text(line, "position").to_owned()),
            turn: text(line, "turn").to_owned(),
        })
        .collect();
    let batch = tokio_stream::once(v1::CheckTurnsRequest {
        checks: checks.clone(),
    });
    let mut stream = client
        .check_turns(batch)
        .await
        .expect("a stream")
        .into_inner();
    let answers = stream
        .message()
        .await
        .expect("a batch")
        .expect("a batch")
        .answers;
    assert_eq!(answers.len(), lines.len());
    for ((line, check), in_batch) in lines.iter().zip(checks).zip(answers) {
        let alone = client
            .check_turn(check)
            .await
            .expect("an answer")
            .into_inner();
        let Some(v1::check_turns_answer::Answer::Checked(in_batch)) = in_batch.answer else {
            panic!("{in_batch:?} for {line}");
        };
        for checked in [alone, in_batch] {
            let Some(Answer::Refusal(refusal)) = checked.answer else {
                panic!("{line}")
            };
            let reason = word(refusal.reason().as_str_name(), "REFUSAL_REASON_");
            assert_eq!(reason, line["reason"], "{line}");
            assert_eq!(refusal.action, line["action"], "{line}");
            assert_eq!(json!(refusal.point), line["point"], "{line}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_turn_of_a_stored_game_carries_reason_action_and_point() {
    use tonic_types::StatusExt;
    let stack = Stack::on_postgres().await;
    let mut client = stack.games();
    for line in read("refusals.jsonl") {
        let request = v1::CreateGameRequest {
            rules: Some(rules(&line)),
            seat: v1::SeatChoice::Both.into(),
            start: Some(text(&line, "position").to_owned()),
            ..v1::CreateGameRequest::default()
        };
        let created = client
            .create_game(request)
            .await
            .expect("a game")
            .into_inner();
        let game = created.game.expect("a game");
        let side = game.state.as_ref().expect("a state").side;
        let seat = created
            .seats
            .iter()
            .find(|seat| seat.side == side)
            .expect("a seat");
        let mut request = tonic::Request::new(v1::PlayTurnRequest {
            game_id: game.id.clone(),
            turn: text(&line, "turn").to_owned(),
            revision: Some(game.revision),
            request_id: String::new(),
        });
        let bearer = format!("Bearer {}", seat.token).parse().expect("ASCII");
        request.metadata_mut().insert("authorization", bearer);
        let status = client.play_turn(request).await.expect_err("a refusal");
        assert_eq!(status.code(), Code::FailedPrecondition, "{line} {status:?}");
        let info = status.get_details_error_info().expect("an ErrorInfo");
        assert_eq!(info.domain, "moelle.v1");
        // In a stored game the end comes before everything that is said of the turn.
        if game.status() == v1::GameStatus::Finished {
            assert_eq!(info.reason, "game_over", "{line}");
        } else {
            assert_eq!(info.reason, line["reason"], "{line}");
            assert_eq!(
                info.metadata["action"],
                line["action"].to_string(),
                "{line}"
            );
            let point = info.metadata.get("point").map(String::as_str);
            assert_eq!(point, line["point"].as_str(), "{line}");
        }
        let request = v1::GetGameRequest {
            game_id: game.id.clone(),
        };
        let read = client
            .get_game(request)
            .await
            .expect("a game")
            .into_inner()
            .game
            // Other answers do not count spectators.
            .map(|read| v1::Game {
                spectators: None,
                ..read
            });
        assert_eq!(read, Some(game), "{line}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_reported_fault_is_absent() {
    let stack = Stack::on_sqlite().await;
    for line in read("reported.jsonl") {
        let expect = &line["expect"];
        if expect["bad_position"] == true {
            let request = v1::ListLegalTurnsRequest {
                rules: Some(rules(&line)),
                position: Some(text(&line, "start").to_owned()),
            };
            let status = stack.rules().list_legal_turns(request).await;
            let status = status.expect_err(text(&line, "id"));
            assert_eq!(reason(&status), "invalid_position", "{line}");
            continue;
        }
        let turns = texts(&line, "turns");
        for earlier in line["earlier"].as_array().into_iter().flatten() {
            let after = usize::try_from(earlier["after"].as_u64().expect("a count")).expect("few");
            holds(&stack, &line, &turns[..after], earlier).await;
        }
        holds(&stack, &line, &turns, expect).await;
    }
}

/// Plays turns, of which one may be refused, and looks whether everything expected after them holds.
async fn holds(stack: &Stack, line: &Value, turns: &[&str], expect: &Value) {
    let id = text(line, "id");
    let mut turns = turns.to_vec();
    let refusal = &line["expect"]["refusal"];
    let refused = refusal["at"]
        .as_u64()
        .map(|at| usize::try_from(at).expect("few"));
    if let Some(at) = refused.filter(|at| *at < turns.len()) {
        let stopped = replay(stack, line, &turns).await.refusal.expect(id);
        assert_eq!(usize::try_from(stopped.turn), Ok(at), "{id}");
        let found = stopped.refusal.expect("why");
        let name = word(found.reason().as_str_name(), "REFUSAL_REASON_");
        assert_eq!(name, refusal["reason"], "{id}");
        assert_eq!(json!(found.action), refusal["action"], "{id}");
        assert_eq!(json!(found.point), refusal["point"], "{id}");
        turns.remove(at);
    }
    let replay = replay(stack, line, &turns).await;
    assert_eq!(replay.refusal, None, "{id}");
    let state = replay.state.expect("a state");
    let is_over = state.outcome.is_some();
    let request = v1::ListLegalTurnsRequest {
        rules: Some(rules(line)),
        position: Some(state.position.clone()),
    };
    let legal = stack.rules().list_legal_turns(request).await;
    let legal = legal.expect("a position").into_inner();
    for (key, value) in expect.as_object().expect("an object") {
        let found = match key.as_str() {
            "position" => json!(state.position),
            "side" => json!(state.position.split(' ').nth(1)),
            "owed" => json!(state.removals_owed),
            "quiet" => json!(state.quiet_plies),
            "outcome" => end(state.outcome.as_ref()),
            "phase" => json!(word(state.phase().as_str_name(), "PHASE_")),
            "removable" => {
                let mut points = state.removable.clone();
                points.sort();
                json!(points)
            }
            // A game that its history has ended has no legal turn; its position alone may have.
            "legal_turns" if is_over => json!([]),
            "legal_turns" => json!(legal.turns),
            "refusal" | "after" => continue,
            other => panic!("{id} expects {other}, which is not looked at"),
        };
        assert_eq!(found, *value, "{key} of {id} at {}", state.position);
    }
}

async fn replay(stack: &Stack, line: &Value, turns: &[&str]) -> v1::ReplayGameResponse {
    let turn_list = v1::TurnList {
        rules: Some(rules(line)),
        start: line["start"].as_str().map(str::to_owned),
        turns: turns.iter().map(|turn| (*turn).to_owned()).collect(),
    };
    let source = Some(v1::replay_game_request::Source::TurnList(turn_list));
    let request = v1::ReplayGameRequest { source };
    let replay = stack.rules().replay_game(request).await;
    replay.expect("a replay").into_inner()
}
