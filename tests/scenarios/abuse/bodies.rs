//! Bodies that are as large as they may be, larger, or never whole.

use bytes::Bytes;
use futures::{StreamExt as _, future, stream};
use http::Request;
use http_body_util::StreamBody;
use hyper::body::Frame;
use moelle_proto::error::ErrorCode;
use moelle_proto::limits::REQUEST_BYTES_MAX;
use moelle_proto::v1;
use moelle_proto::v1::rule_set_selection::Base;
use prost::Message as _;
use serde_json::json;
use tonic::body::Body;
use tonic::client::GrpcService as _;
use tonic::{Code, Status};

use crate::support::grpc::failure;
use crate::support::http::{Call, Http};
use crate::support::processes::{Plan, Processes};
use crate::support::stack::Stack;
use crate::support::table::Table;

/// Bytes of a body of REST, and of one that may be long, as docs/limits.md says.
const BODY_BYTES_MAX: usize = 64 * 1024;
const LONG_BODY_BYTES_MAX: usize = 2 * 1024 * 1024;

const START: &str = "3/3/3/6/3/3/3 w 9,9 0 0 0";

#[tokio::test(flavor = "multi_thread")]
async fn a_body_of_rest_may_be_as_large_as_its_limit_and_not_one_byte_larger() {
    let stack = Stack::on_sqlite().await;
    let check = json!({"variant": "nine", "position": START, "turn": "d6"});
    let replay = json!({"variant": "nine", "turns": ["d6"]});
    for (path, body, limit) in [
        ("/v1/rules/check-turn", check, BODY_BYTES_MAX),
        ("/v1/games", json!({"variant": "nine"}), BODY_BYTES_MAX),
        ("/v1/rules/replay", replay, LONG_BODY_BYTES_MAX),
    ] {
        for bytes in [limit - 1, limit] {
            let answer = stack.http.send(Call::post(path, &body).padded_to(bytes));
            let answer = answer.await;
            assert!(answer.status < 300, "{path} {bytes}: {answer:?}");
        }
        let beyond = Call::post(path, &body).padded_to(limit + 1);
        stack.http.send(beyond).await.problem(413, "too_large");
    }
}

/// A message of so many bytes that asks for a turn which no board knows.
fn check_of(bytes: usize) -> v1::CheckTurnRequest {
    let mut request = v1::CheckTurnRequest {
        rules: Some(v1::RuleSetSelection {
            base: Some(Base::Variant("nine".to_owned())),
            ..v1::RuleSetSelection::default()
        }),
        position: Some(START.to_owned()),
        turn: "x".repeat(bytes - 1_000),
    };
    let missing = bytes - request.encoded_len();
    request.turn.extend(std::iter::repeat_n('x', missing));
    assert_eq!(request.encoded_len(), bytes);
    request
}

fn play_of(bytes: usize) -> v1::PlayTurnRequest {
    let mut request = v1::PlayTurnRequest {
        game_id: "1".repeat(22),
        turn: "x".repeat(bytes - 1_000),
        ..v1::PlayTurnRequest::default()
    };
    let missing = bytes - request.encoded_len();
    request.turn.extend(std::iter::repeat_n('x', missing));
    assert_eq!(request.encoded_len(), bytes);
    request
}

fn is_too_large(status: &Status) -> bool {
    status.code() == Code::OutOfRange && failure(status).code() == ErrorCode::TooLarge
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_of_grpc_may_be_as_large_as_its_limit_and_not_one_byte_larger() {
    let stack = Stack::on_sqlite().await;
    for bytes in [REQUEST_BYTES_MAX - 1, REQUEST_BYTES_MAX] {
        let checked = stack.rules().check_turn(check_of(bytes)).await;
        checked.expect("a refusal of the turn is an answer");
        let played = stack.games().play_turn(play_of(bytes)).await;
        let played = played.expect_err("no token");
        assert!(!is_too_large(&played), "{played:?}");
    }
    let beyond = REQUEST_BYTES_MAX + 1;
    let checked = stack.rules().check_turn(check_of(beyond)).await;
    let played = stack.games().play_turn(play_of(beyond)).await;
    for status in [
        checked.map(|_| ()).expect_err("too large"),
        played.map(|_| ()).expect_err("too large"),
    ] {
        assert!(is_too_large(&status), "{status:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_of_grpc_that_never_comes_whole_is_given_up_in_time() {
    let processes = Processes::start(&Plan {
        variables: vec![("MOELLE_DEADLINE_MS", "1000".to_owned())],
        ..Plan::default()
    })
    .await;
    let http = Http::new(processes.gateway_url());
    let mut table = Table::open(&http, &json!({"variant": "nine"})).await;
    let mut channel = processes.channel(0);
    // A message of 100 bytes is announced, and three of them come.
    let begun = Bytes::from_static(&[0, 0, 0, 0, 100, 1, 2, 3]);
    let begun = stream::iter([Ok::<_, Status>(Frame::data(begun))]);
    let request = Request::post(format!(
        "http://127.0.0.1:{}/moelle.v1.RulesService/CheckTurn",
        processes.port(0)
    ))
    .header("content-type", "application/grpc")
    .header("te", "trailers")
    .body(Body::new(StreamBody::new(begun.chain(stream::pending()))))
    .expect("a request");
    let slow = async {
        let ready = future::poll_fn(|context| channel.poll_ready(context)).await;
        ready.expect("a connection");
        let answer = channel.call(request).await.expect("an answer");
        Status::from_header_map(answer.headers()).expect("a status")
    };
    let slow = tokio::time::timeout(std::time::Duration::from_mins(1), slow);
    let (status, ()) = tokio::join!(slow, table.play("d6"));
    let status = status.expect("nobody is waited for without an end");
    assert_eq!(status.code(), Code::DeadlineExceeded, "{status:?}");
    table.play("f4").await;
}
