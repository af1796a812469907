//! Failures of the game service, as callers of REST see them.

use std::time::Duration;

use moelle_proto::error::{ErrorCode, Failure, FieldViolation};
use serde_json::{Value, json};
use tonic::{Code, Status};

use crate::support::Gateway;
use crate::support::fake::Fake;
use crate::support::http::{Answer, Call};
use crate::support::messages::{ID, game};

async fn answer(status: impl Into<Status>, call: Call) -> Answer {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    fake.fail_with(status.into());
    gateway.http.send(call).await
}

fn turn() -> Call {
    Call::post(
        format!("/v1/games/{ID}/turns"),
        &json!({"turn": "d6-d5xa7", "revision": 12}),
    )
}

#[tokio::test]
async fn each_of_the_17_codes_has_its_status_and_keeps_its_text_to_itself() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    assert_eq!(gateway.http.send(turn()).await.status, 200, "OK");
    for (code, status, reason) in [
        (Code::Cancelled, 499, "cancelled"),
        (Code::Unknown, 500, "internal"),
        (Code::InvalidArgument, 400, "invalid_argument"),
        (Code::DeadlineExceeded, 504, "deadline_exceeded"),
        (Code::NotFound, 404, "not_found"),
        (Code::AlreadyExists, 409, "conflict"),
        (Code::PermissionDenied, 403, "forbidden"),
        (Code::ResourceExhausted, 429, "too_many"),
        (Code::FailedPrecondition, 409, "conflict"),
        (Code::Aborted, 409, "conflict"),
        (Code::OutOfRange, 413, "too_large"),
        (Code::Unimplemented, 501, "not_implemented"),
        (Code::Internal, 500, "internal"),
        (Code::Unavailable, 503, "unavailable"),
        (Code::DataLoss, 500, "internal"),
        (Code::Unauthenticated, 401, "unauthenticated"),
    ] {
        fake.fail_with(Status::new(
            code,
            "SELECT secret FROM games -- tcp connect error",
        ));
        let answer = gateway.http.send(turn()).await;
        answer.problem(status, reason);
        assert!(!format!("{answer:?}").contains("SELECT"), "{answer:?}");
        assert_eq!(answer.header("www-authenticate") == "Bearer", status == 401);
    }
}

#[tokio::test]
async fn every_failure_of_the_table_has_its_reason_and_status() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    for code in ErrorCode::all() {
        fake.fail_with(Failure::saying(code, "What is wrong.").into());
        let problem = gateway
            .http
            .send(turn())
            .await
            .problem(code.http(), code.reason());
        assert_eq!(problem["detail"], "What is wrong.", "{code}");
        assert_eq!(problem["title"], code.title());
        let kind = gateway
            .http
            .send(Call::get(format!("/problems/{code}")))
            .await
            .expect(200);
        assert_eq!(
            (&kind["type"], &kind["status"]),
            (&problem["type"], &problem["status"])
        );
    }
    let kinds = gateway.http.send(Call::get("/problems")).await.expect(200);
    assert_eq!(
        kinds["problems"].as_array().expect("a list").len(),
        ErrorCode::all().len()
    );
}

#[tokio::test]
async fn a_refused_turn_says_why_where_and_in_the_language_of_the_caller() {
    let failure = Failure::saying(ErrorCode::ManInMill, "The man on a7 stands in a mill.")
        .in_words("da", "Brikken på a7 står i en mølle.")
        .with("action", 1)
        .with("point", "a7");
    let answer = answer(failure, turn()).await;
    let problem = answer.problem(422, "man_in_mill");
    assert_eq!(
        (&problem["action"], &problem["point"]),
        (&json!(1), &json!("a7"))
    );
    assert_eq!(problem["detail"], "Brikken på a7 står i en mølle.");
    assert_eq!(answer.header("content-language"), "da");
}

#[tokio::test]
async fn bad_notation_is_about_no_point() {
    let failure = Failure::new(ErrorCode::BadNotation).with("action", 0);
    let problem = answer(failure, turn()).await.problem(422, "bad_notation");
    assert_eq!(problem["action"], 0);
    assert!(
        problem
            .as_object()
            .expect("an object")
            .contains_key("point")
    );
    assert_eq!(problem["point"], Value::Null);
}

#[tokio::test]
async fn a_stale_revision_brings_the_game_as_it_stands() {
    let stale = || {
        Failure::saying(ErrorCode::StaleRevision, "The game is at revision 13.")
            .with("current_revision", 13)
            .with_game(game(13))
    };
    let problem = answer(stale(), turn()).await.problem(409, "stale_revision");
    assert_eq!(
        (&problem["game"]["revision"], &problem["currentRevision"]),
        (&json!(13), &json!(13))
    );
    for path in ["turns", "resign"] {
        let call = Call::post(format!("/v1/games/{ID}/{path}"), &json!({"turn": "a1"}));
        let call = if path == "turns" {
            call
        } else {
            call.json("{}")
        };
        let call = call.header("if-match", "\"12\"");
        let problem = answer(stale(), call).await.problem(412, "stale_revision");
        assert_eq!(problem["game"]["id"], ID);
    }
}

#[tokio::test]
async fn wrong_fields_are_named_as_the_request_of_rest_names_them() {
    let violation = |field: &str, code| FieldViolation {
        field: field.to_owned(),
        code,
        message: "Wrong.".to_owned(),
    };
    let failure = Failure::of_fields(vec![
        violation("rules.options.fly_at", ErrorCode::OptionNotOffered),
        violation("first_to_act", ErrorCode::InvalidArgument),
        violation("request_id", ErrorCode::InvalidArgument),
    ]);
    let call = Call::post("/v1/games", &json!({"variant": "nine"}));
    let code = failure.code();
    let problem = answer(failure, call).await.problem(400, code.reason());
    assert_eq!(
        problem["errors"],
        json!([
            {"field": "options.flyAt", "reason": "option_not_offered", "message": "Wrong."},
            {"field": "firstToAct", "reason": "invalid_argument", "message": "Wrong."},
            {"field": "Idempotency-Key", "reason": "invalid_argument", "message": "Wrong."},
        ])
    );
}

#[tokio::test]
async fn too_many_says_when_as_the_game_service_says_it() {
    let failure = Failure::new(ErrorCode::TooMany).with_retry_after(Duration::from_millis(6500));
    let answer = answer(failure, turn()).await;
    answer.problem(429, "too_many");
    assert_eq!(answer.header("retry-after"), "7");
}

#[tokio::test]
async fn a_variant_that_the_path_names_and_that_there_is_not_is_not_found() {
    let unknown = || Failure::new(ErrorCode::UnknownVariant);
    for path in ["/v1/variants/ninety", "/v1/variants/nine/compare/ninety"] {
        answer(unknown(), Call::get(path))
            .await
            .problem(404, "unknown_variant");
    }
    let body = json!({"variant": "ninety", "turn": "a1"});
    let call = Call::post("/v1/rules/check-turn", &body);
    answer(unknown(), call)
        .await
        .problem(400, "unknown_variant");
}
