//! Requests that cannot be answered.

use http::Method;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::support::Gateway;
use crate::support::fake::Fake;
use crate::support::http::Call;
use crate::support::messages::ID;

const CHECK: &str = "/v1/rules/check-turn";

/// Sends a call that must fail before the game service is asked.
async fn refuse(call: Call, status: u16, reason: &str) -> Value {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    let answer = gateway.http.send(call).await;
    let problem = answer.problem(status, reason);
    let text = format!("{answer:?}").to_lowercase();
    for leak in [
        "<html",
        "<!doctype",
        ".rs",
        "panicked",
        "struct ",
        "serde",
        "axum",
    ] {
        assert!(!text.contains(leak), "{leak} is in {text}");
    }
    assert_eq!(fake.calls(), 0, "the game service was asked");
    problem
}

fn field(problem: &Value) -> &str {
    problem["errors"][0]["field"].as_str().expect("a field")
}

#[tokio::test]
async fn a_body_that_is_no_json_is_malformed() {
    for body in [
        "{",
        "",
        "turn=a1",
        "{\"variant\":\"nine\",}",
        "{\"variant\":\"nine\",\"turn\":\"a1\"} x",
    ] {
        let problem = refuse(Call::new(Method::POST, CHECK).json(body), 400, "malformed").await;
        assert!(
            problem["detail"]
                .as_str()
                .expect("a text")
                .contains("line 1"),
            "{problem}"
        );
    }
}

#[tokio::test]
async fn a_field_that_is_wrong_is_named() {
    for (body, reason, expected) in [
        (json!({"variant": "nine"}), "invalid_argument", "turn"),
        (
            json!({"variant": 9, "turn": "a1"}),
            "invalid_argument",
            "variant",
        ),
        (json!({"turn": "a1"}), "invalid_argument", "variant"),
        (
            json!({"variant": "nine", "rules": {}, "turn": "a1"}),
            "invalid_argument",
            "rules",
        ),
        (
            json!({"variant": "nine", "turn": "a1", "postion": "x"}),
            "invalid_argument",
            "postion",
        ),
        (
            json!({"variant": "nine", "turn": "a1", "options": {"fly": 0}}),
            "option_not_offered",
            "options.fly",
        ),
        (
            json!({"variant": "nine", "turn": "a1", "options": {"flyAt": "0"}}),
            "invalid_argument",
            "options.flyAt",
        ),
        (
            json!({"variant": "nine", "turn": "a1", "options": {"flyAt": -1}}),
            "invalid_option",
            "options.flyAt",
        ),
        (
            json!({"variant": "nine", "turn": "a1", "options": {"removable": "x"}}),
            "invalid_option",
            "options.removable",
        ),
        (
            json!({"rules": {"board": "square99"}, "turn": "a1"}),
            "invalid_rule_set",
            "rules.board",
        ),
        (json!([]), "invalid_argument", ""),
        (json!(null), "invalid_argument", ""),
    ] {
        let problem = refuse(Call::post(CHECK, &body), 400, reason).await;
        assert_eq!(field(&problem), expected, "{body}");
    }
    for (path, body, expected) in [
        (
            "games".to_owned(),
            json!({"variant": "nine", "seat": "left"}),
            "seat",
        ),
        (
            "games".to_owned(),
            json!({"variant": "nine", "names": {"red": "Ada"}}),
            "names.red",
        ),
        (
            format!("games/{ID}/turns"),
            json!({"turn": "a1", "revision": -1}),
            "revision",
        ),
        (
            format!("games/{ID}/turns"),
            json!({"turn": "a1", "revision": 1.5}),
            "revision",
        ),
        (format!("games/{ID}/turns"), json!({}), "turn"),
        (
            format!("games/{ID}/join"),
            json!({"name": "Bo"}),
            "invitation",
        ),
        (
            format!("games/{ID}/resign"),
            json!({"really": true}),
            "really",
        ),
    ] {
        let call = Call::post(format!("/v1/{path}"), &body);
        assert_eq!(
            field(&refuse(call, 400, "invalid_argument").await),
            expected,
            "{body}"
        );
    }
}

#[tokio::test]
async fn a_body_must_say_that_it_is_json() {
    let body = json!({"variant": "nine", "turn": "a1"}).to_string();
    let call = || Call::new(Method::POST, CHECK).body(body.clone());
    refuse(call(), 415, "wrong_content_type").await;
    for content_type in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "nonsense",
    ] {
        let call = call().header("content-type", content_type);
        refuse(call, 415, "wrong_content_type").await;
    }
    let compressed = call()
        .header("content-type", "application/json")
        .header("content-encoding", "gzip");
    refuse(compressed, 415, "wrong_content_type").await;
}

#[tokio::test]
async fn who_takes_no_json_gets_none() {
    let call = Call::get("/v1/variants").header("accept", "text/html, application/xml;q=0.9");
    refuse(call, 406, "not_acceptable").await;
    let call = Call::get(format!("/v1/games/{ID}/events")).header("accept", "image/png");
    refuse(call, 406, "not_acceptable").await;
}

#[tokio::test]
async fn a_body_may_have_64_kib_and_a_replay_2_mib() {
    let padded = |bytes: usize| {
        format!(
            "{{\"variant\":\"nine\",\"turn\":\"{}\"}}",
            "a".repeat(bytes)
        )
    };
    let two_mib = 2 * 1024 * 1024;
    for bytes in [64 * 1024, two_mib, 5 * two_mib] {
        let call = Call::new(Method::POST, CHECK).json(padded(bytes));
        let problem = refuse(call, 413, "too_large").await;
        assert!(
            problem["detail"]
                .as_str()
                .expect("a text")
                .contains("65536"),
            "{problem}"
        );
    }
    let replay = |bytes: usize| {
        Call::new(Method::POST, "/v1/rules/replay")
            .json(format!("{{\"record\":\"{}\"}}", "a".repeat(bytes)))
    };
    refuse(replay(two_mib), 413, "too_large").await;
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    gateway.http.send(replay(two_mib - 100)).await.expect(200);
    gateway
        .http
        .send(Call::new(Method::POST, CHECK).json(padded(60 * 1024)))
        .await
        .expect(200);
}

#[tokio::test]
async fn a_body_without_a_length_is_read_to_its_limit_all_the_same() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    let mut stream = TcpStream::connect(gateway.address)
        .await
        .expect("a connection");
    let head = format!(
        "POST {CHECK} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\n\
         transfer-encoding: chunked\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await.expect("sent");
    let chunk = format!("4000\r\n{}\r\n", " ".repeat(0x4000));
    for _ in 0..5 {
        stream.write_all(chunk.as_bytes()).await.expect("sent");
    }
    stream.write_all(b"0\r\n\r\n").await.expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 413 "), "{answer}");
    assert!(answer.contains("\"reason\":\"too_large\""), "{answer}");
}

#[tokio::test]
async fn an_id_that_no_game_can_have_is_one_that_no_game_has() {
    for id in [
        "x",
        "1BqkzVJm2xXQnS7TjGzR9",
        "1BqkzVJm2xXQnS7TjGzR9_",
        "%FF%FE",
        "1BqkzVJm2xXQnS7TjGzR9%2e",
    ] {
        for call in [
            Call::get(format!("/v1/games/{id}")),
            Call::get(format!("/v1/games/{id}/events")),
            Call::post(format!("/v1/games/{id}/turns"), &json!({"turn": "a1"})),
            Call::post(format!("/v1/games/{id}/join"), &json!({"invitation": "x"})),
            Call::post(format!("/v1/games/{id}/resign"), &json!({})),
        ] {
            refuse(call, 404, "game_not_found").await;
        }
    }
}

#[tokio::test]
async fn a_query_that_is_wrong_is_named() {
    for (query, expected) in [
        ("after=x", "after"),
        ("limit=0", "limit"),
        ("limit=501", "limit"),
        ("since=1", "since"),
    ] {
        let call = Call::get(format!("/v1/games/{ID}/events?{query}"));
        assert_eq!(
            field(&refuse(call, 400, "invalid_argument").await),
            expected
        );
    }
    for (header, value) in [
        ("last-event-id", "x"),
        ("if-match", "12"),
        ("idempotency-key", "\"\""),
    ] {
        let call = if header == "last-event-id" {
            Call::get(format!("/v1/games/{ID}/events"))
        } else {
            Call::post(format!("/v1/games/{ID}/turns"), &json!({"turn": "a1"}))
        };
        refuse(call.header(header, value), 400, "invalid_argument").await;
    }
}

#[tokio::test]
async fn where_nothing_is_there_is_a_problem_document() {
    for path in [
        "/nowhere",
        "/v1",
        "/v1/games/",
        "/v2/variants",
        "/docs/nowhere.js",
        "/problems/none",
        "/v1/variants/%FF",
    ] {
        refuse(Call::get(path), 404, "unknown_route").await;
    }
    let stray = Call::new(Method::DELETE, "/nowhere").header("accept", "text/html");
    refuse(stray, 404, "unknown_route").await;
}

#[tokio::test]
async fn what_the_gateway_refuses_itself_is_told_in_the_language_of_the_caller() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    let mut told = std::collections::BTreeSet::new();
    for language in ["en", "da", "nb", "de"] {
        let call = Call::get("/nowhere").header("accept-language", language);
        let answer = gateway.http.send(call).await;
        let problem = answer.problem(404, "unknown_route");
        assert_eq!(answer.header("content-language"), language);
        told.insert(problem["detail"].as_str().expect("a text").to_owned());
        let call = Call::new(Method::DELETE, "/v1/variants").header("accept-language", language);
        let answer = gateway.http.send(call).await;
        answer.problem(405, "wrong_method");
        assert_eq!(answer.header("allow"), "GET,HEAD", "{language}");
    }
    assert_eq!(told.len(), 4, "{told:?}");
    let variants = Call::get("/v1/variants").header("accept-language", "fr, nn;q=0.5");
    assert_eq!(
        gateway.http.send(variants).await.header("content-language"),
        "nb"
    );
}

#[tokio::test]
async fn a_wrong_method_is_told_the_right_ones() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    for (method, path, allowed) in [
        (Method::GET, CHECK.to_owned(), "POST"),
        (Method::DELETE, format!("/v1/games/{ID}"), "GET,HEAD"),
        (Method::PUT, "/v1/games".to_owned(), "GET,HEAD,POST"),
        (Method::GET, "/v1/games/import".to_owned(), "POST"),
        (
            Method::GET,
            format!("/v1/games/{ID}/invitations/white"),
            "DELETE",
        ),
        (Method::POST, "/livez".to_owned(), "GET,HEAD"),
        (Method::POST, "/docs/".to_owned(), "GET,HEAD"),
        (
            Method::from_bytes(b"FLY").expect("a method"),
            "/v1/variants".to_owned(),
            "GET,HEAD",
        ),
    ] {
        let answer = gateway.http.send(Call::new(method, &path)).await;
        answer.problem(405, "wrong_method");
        assert_eq!(answer.header("allow"), allowed, "{path}");
    }
}

#[tokio::test]
async fn whatever_is_repeated_of_a_request_its_answer_stays_short() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    let long = "x".repeat(60_000);
    for call in [
        Call::new(Method::POST, "/v1/games").json(format!(r#"{{"variant":"nine","{long}":1}}"#)),
        Call::get(format!("/v1/games?{}", &long[..20_000])),
        Call::get(format!("/v1/games?{}", "ab=1&".repeat(4_000))),
    ] {
        let answer = gateway.http.send(call).await;
        answer.problem(400, "invalid_argument");
        assert!(answer.bytes.len() < 20_000, "{}", answer.bytes.len());
    }
    assert_eq!(fake.calls(), 0);
}

#[tokio::test]
async fn a_query_whose_bytes_are_no_text_is_refused_by_name() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    let answer = gateway.http.send(Call::get("/v1/games?player=%ff")).await;
    let problem = answer.problem(400, "invalid_argument");
    assert_eq!(problem["errors"][0]["field"], "player");
    assert_eq!(fake.calls(), 0);
}
