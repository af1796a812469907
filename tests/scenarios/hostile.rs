//! Callers who mean no good, and others who must not notice.

use serde_json::{Value, json};

use crate::support::http::Call;
use crate::support::stack::Stack;

#[tokio::test(flavor = "multi_thread")]
async fn a_huge_text_is_refused_and_cuts_nobody_off() {
    let stack = Stack::on_sqlite().await;
    let table = json!({"variant": "nine", "turn": "d6"});
    for size in [1_000, 5_000, 60_000] {
        let junk = "x".repeat(size);
        for record in [junk.clone(), format!("[Variant \"{junk}\"]\n\n1. d6 *")] {
            let import = Call::post("/v1/games/import", &json!({"record": record}));
            let check = Call::post("/v1/rules/check-turn", &table);
            let (refused, answered) = tokio::join!(stack.http.send(import), stack.http.send(check));
            refused.problem(400, "invalid_record");
            answered.expect(200);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_header_is_passed_on_or_refused_for_what_it_says() {
    let stack = Stack::on_sqlite().await;
    let long = "x".repeat(20_000);
    let call = Call::get("/v1/variants/nine").header("accept-language", &long);
    stack.http.send(call).await.expect(200);
    let call = Call::post(
        "/v1/games",
        &json!({"variant": "nine", "visibility": "private"}),
    );
    let created = stack.http.send(call).await.expect(201);
    let path = format!(
        "/v1/games/{}",
        created["game"]["id"].as_str().expect("an id")
    );
    let call = Call::get(path).token(&long);
    stack.http.send(call).await.problem(401, "unauthenticated");
}

#[tokio::test(flavor = "multi_thread")]
async fn null_is_a_body_that_says_nothing() {
    let stack = Stack::on_sqlite().await;
    let call = Call::post("/v1/games", &json!({"variant": "nine"}));
    let created = stack.http.send(call).await.expect(201);
    let id = created["game"]["id"].as_str().expect("an id");
    let token = created["seats"][0]["token"].as_str().expect("a token");
    let call = Call::post(format!("/v1/games/{id}/resign"), &Value::Null).token(token);
    let answer = stack.http.send(call).await.expect(200);
    assert_eq!(answer["game"]["status"], "finished");
}
