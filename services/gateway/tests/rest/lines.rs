//! Many turns, a line each.

use http::Method;
use serde_json::{Value, json};
use tonic::Status;

use crate::support::Gateway;
use crate::support::fake::Fake;
use crate::support::http::{Answer, Call};

fn call(body: impl Into<bytes::Bytes>) -> Call {
    Call::new(Method::POST, "/v1/rules/check-turns")
        .header("content-type", "application/x-ndjson")
        .body(body)
}

fn lines(answer: &Answer) -> Vec<Value> {
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.header("content-type"), "application/x-ndjson");
    let lines = answer.text().lines();
    lines
        .map(|line| serde_json::from_str(line).expect("a line of JSON"))
        .collect()
}

#[tokio::test]
async fn every_line_has_its_answer_and_bad_ones_do_not_keep_others_from_theirs() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    let body = "{\"variant\":\"nine\",\"turn\":\"a1\"}\n\
        \n\
        {\"variant\":\"nine\"\n\
        {\"variant\":\"nine\",\"turn\":\"zz\"}\r\n\
        {\"turn\":\"a1\"}\n\
        {\"variant\":\"nine\",\"turn\":\"?\"}";
    let answers = lines(&gateway.http.send(call(body)).await);
    assert_eq!(answers.len(), 5);
    assert_eq!(answers[0]["accepted"], true);
    assert_eq!(answers[1]["problem"]["reason"], "malformed");
    assert_eq!(answers[2]["refusal"]["reason"], "bad_notation");
    assert_eq!(answers[3]["problem"]["errors"][0]["field"], "variant");
    assert_eq!(answers[4]["problem"]["reason"], "invalid_position");
    assert!(answers.iter().all(|answer| answer["end"] != true));
}

#[tokio::test]
async fn many_lines_are_answered_in_their_order() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    let body: String = (0..3000)
        .map(|number| {
            let turn = if number % 3 == 0 { "a1" } else { "zz" };
            json!({"variant": "nine", "turn": turn}).to_string() + "\n"
        })
        .collect();
    let answers = lines(&gateway.http.send(call(body)).await);
    assert_eq!(answers.len(), 3000);
    for (number, answer) in answers.iter().enumerate() {
        assert_eq!(answer["accepted"], number % 3 == 0, "{number}");
    }
}

#[tokio::test]
async fn no_lines_have_no_answers() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    assert_eq!(
        lines(&gateway.http.send(call("\n\n")).await),
        Vec::<Value>::new()
    );
    assert_eq!(fake.calls(), 0);
}

#[tokio::test]
async fn what_fails_before_the_first_answer_has_a_status_of_its_own() {
    let line = json!({"variant": "nine", "turn": "a1"}).to_string();
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    *fake.script.batches_max.lock().expect("no panic") = Some(0);
    gateway
        .http
        .send(call(line.clone()))
        .await
        .problem(503, "unavailable");
    fake.fail_with(Status::resource_exhausted("no"));
    gateway.http.send(call(line)).await.problem(429, "too_many");
}

#[tokio::test]
async fn an_answer_that_breaks_off_says_so() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    *fake.script.batches_max.lock().expect("no panic") = Some(1);
    let line = json!({"variant": "nine", "turn": "a1"}).to_string() + "\n";
    let answer = gateway.http.send(call(line.repeat(1000))).await;
    let answers = lines(&answer);
    assert!(answers.len() < 1000);
    let (last, others) = answers.split_last().expect("answers");
    assert!(others.iter().all(|answer| answer["accepted"] == true));
    assert_eq!(
        (&last["end"], &last["problem"]["reason"]),
        (&json!(true), &json!("unavailable"))
    );
    assert!(!answer.text().contains("SELECT"));
}

#[tokio::test]
async fn the_form_of_lines_is_negotiated_and_limited() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    let line = json!({"variant": "nine", "turn": "a1"}).to_string();
    let json = Call::new(Method::POST, "/v1/rules/check-turns").json(line.clone());
    gateway
        .http
        .send(json)
        .await
        .problem(415, "wrong_content_type");
    let html = call(line.clone()).header("accept", "text/html");
    gateway.http.send(html).await.problem(406, "not_acceptable");
    gateway
        .http
        .send(call(" ".repeat(2 * 1024 * 1024 + 1)))
        .await
        .problem(413, "too_large");
    let long = format!(
        "{{\"variant\":\"nine\",\"turn\":\"{}\"}}\n{line}",
        "a".repeat(64 * 1024)
    );
    let answers = lines(&gateway.http.send(call(long)).await);
    assert_eq!(answers[0]["problem"]["reason"], "too_large");
    assert_eq!(answers[1]["accepted"], true);
}
