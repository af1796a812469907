//! What of a request goes along to the game service.

use serde_json::json;

use crate::support::fake::Fake;
use crate::support::http::Call;
use crate::support::messages::ID;
use crate::support::{Gateway, logs};

#[tokio::test]
async fn token_language_and_deadline_go_along_with_every_call() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    let call = Call::get(format!("/v1/games/{ID}"))
        .header("authorization", "Bearer canary")
        .header("accept-language", "da, en;q=0.5");
    let answer = gateway.http.send(call).await;
    assert_eq!(answer.status, 200);
    let (metadata, _) = fake.last_seen();
    assert_eq!(
        metadata.get("authorization").expect("a token"),
        "Bearer canary"
    );
    assert_eq!(
        metadata.get("accept-language").expect("languages"),
        "da, en;q=0.5"
    );
    assert!(metadata.get("grpc-timeout").is_some());
    assert!(!format!("{answer:?}").contains("canary"), "{answer:?}");
}

#[tokio::test]
async fn a_key_makes_the_request_one_that_is_recognised() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    let key = "4f9cf9f0-2f5e-4c0e-9d53-4a2ed1a6b1a4";
    for (path, body) in [
        ("/v1/games".to_owned(), json!({"variant": "nine"})),
        (format!("/v1/games/{ID}/join"), json!({"invitation": "x"})),
        (format!("/v1/games/{ID}/turns"), json!({"turn": "a1"})),
        (format!("/v1/games/{ID}/resign"), json!({})),
    ] {
        for written in [key.to_owned(), format!("\"{key}\"")] {
            let call = Call::post(&path, &body).header("idempotency-key", &written);
            assert!(gateway.http.send(call).await.status < 300, "{path}");
            let (_, message) = fake.last_seen();
            assert!(
                message.contains(&format!("request_id: \"{key}\"")),
                "{message}"
            );
        }
        let twice = Call::post(&path, &body)
            .header("idempotency-key", key)
            .header("idempotency-key", key);
        let problem = gateway
            .http
            .send(twice)
            .await
            .problem(400, "invalid_argument");
        assert_eq!(problem["errors"][0]["field"], "Idempotency-Key");
    }
}

#[tokio::test]
async fn a_revision_comes_in_the_body_or_as_if_match() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    let turn = |revision: serde_json::Value| {
        Call::post(
            format!("/v1/games/{ID}/turns"),
            &json!({"turn": "a1", "revision": revision}),
        )
    };
    for (call, expected) in [
        (turn(json!(7)), "revision: Some(7)"),
        (
            turn(json!(null)).header("if-match", "\"7\""),
            "revision: Some(7)",
        ),
        (
            turn(json!(7)).header("if-match", "\"7\""),
            "revision: Some(7)",
        ),
        (turn(json!(null)).header("if-match", "*"), "revision: None"),
        (turn(json!(null)), "revision: None"),
    ] {
        assert_eq!(gateway.http.send(call).await.status, 200);
        let (_, message) = fake.last_seen();
        assert!(message.contains(expected), "{message}");
    }
    let different = turn(json!(7)).header("if-match", "\"8\"");
    let problem = gateway
        .http
        .send(different)
        .await
        .problem(400, "invalid_argument");
    assert_eq!(problem["errors"][0]["field"], "revision");
}

#[tokio::test]
async fn options_and_whole_rule_sets_reach_the_game_service_as_they_were_said() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    let body = json!({
        "variant": "nine",
        "options": {"flyAt": 0, "removable": "any"},
        "customRules": true,
        "position": "3/3/3/6/3/3/3 b 9,9 0 0 0",
        "turn": "a1",
    });
    gateway
        .http
        .send(Call::post("/v1/rules/check-turn", &body))
        .await
        .expect(200);
    let (_, message) = fake.last_seen();
    for part in [
        "Variant(\"nine\")",
        "fly_at: Some(0)",
        "removable: Some(Any)",
        "custom_rules: true",
        "b 9,9",
    ] {
        assert!(message.contains(part), "{part} is missing in {message}");
    }
    let body = json!({"rules": {"board": "grid9", "men": 3, "mill": "win"}, "turn": "a1"});
    gateway
        .http
        .send(Call::post("/v1/rules/check-turn", &body))
        .await
        .expect(200);
    let (_, message) = fake.last_seen();
    for part in [
        "Rules(RuleSet",
        "board: Some(Grid9)",
        "mill: Some(Win)",
        "position: None",
    ] {
        assert!(message.contains(part), "{part} is missing in {message}");
    }
}

#[tokio::test]
async fn every_answer_names_its_trace_and_so_does_every_problem() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    let trace = "0af7651916cd43dd8448eb211c80319c";
    let parent = format!("00-{trace}-b7ad6b7169203331-01");
    let call = Call::get("/v1/variants").header("traceparent", &parent);
    let answer = gateway.http.send(call).await;
    assert_eq!(answer.status, 200);
    assert!(
        answer.header("traceparent").contains(trace),
        "{:?}",
        answer.headers
    );
    let (metadata, _) = fake.last_seen();
    let passed_on = metadata
        .get("traceparent")
        .expect("a context")
        .to_str()
        .expect("text");
    assert!(
        passed_on.contains(trace) && passed_on != parent,
        "{passed_on}"
    );

    for path in ["/nowhere", "/v1/games/nobody"] {
        let answer = gateway
            .http
            .send(Call::get(path).header("traceparent", &parent))
            .await;
        assert_eq!(answer.json()["traceId"], trace, "{path}");
        assert!(answer.header("traceparent").contains(trace), "{path}");
    }
}

#[tokio::test]
async fn no_secret_of_a_caller_is_logged() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    let invitation = json!({"invitation": "canary-invitation"});
    let wrong = json!({"invitation": "canary-invitation", "canary-field": 1});
    let send = async || {
        for call in [
            Call::get(format!("/v1/games/{ID}")),
            Call::get("/v1/games/canary-id"),
            Call::post(format!("/v1/games/{ID}/turns"), &json!({"turn": "a1"})),
            Call::post(format!("/v1/games/{ID}/join"), &invitation),
            Call::post(format!("/v1/games/{ID}/resign"), &wrong),
        ] {
            gateway
                .http
                .send(call.header("authorization", "Bearer canary-token"))
                .await;
        }
    };
    send().await;
    fake.fail_with(tonic::Status::internal("canary-text"));
    send().await;
    let text = logs::text();
    assert!(
        text.contains("game_not_found"),
        "something is logged at all: {text}"
    );
    for secret in ["canary-token", "canary-invitation", "canary-text"] {
        assert!(!text.contains(secret), "{secret} is in {text}");
    }
}
