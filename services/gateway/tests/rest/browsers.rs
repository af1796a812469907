//! Pages of other origins, and what stands between.

use http::Method;
use moelle_gateway::CorsOrigins;
use serde_json::json;

use crate::support::Gateway;
use crate::support::fake::Fake;
use crate::support::http::{Answer, Call};

const FRIEND: &str = "https://play.example";
const STRANGER: &str = "https://evil.example";

fn preflight(origin: &str) -> Call {
    Call::new(Method::OPTIONS, "/v1/games")
        .header("origin", origin)
        .header("access-control-request-method", "POST")
        .header(
            "access-control-request-headers",
            "authorization,content-type,idempotency-key",
        )
}

fn create(origin: &str) -> Call {
    Call::post("/v1/games", &json!({"variant": "nine"})).header("origin", origin)
}

fn header<'a>(answer: &'a Answer, name: &str) -> &'a str {
    answer.header(&format!("access-control-{name}"))
}

#[tokio::test]
async fn a_page_of_a_known_origin_sends_what_it_must_and_reads_what_it_needs() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |config| {
        config.cors = FRIEND.parse().expect("an origin");
    })
    .await;
    let asked = gateway.http.send(preflight(FRIEND)).await;
    assert_eq!(asked.status, 200);
    assert_eq!(header(&asked, "allow-origin"), FRIEND);
    for name in [
        "authorization",
        "content-type",
        "idempotency-key",
        "if-match",
        "last-event-id",
        "traceparent",
    ] {
        assert!(
            header(&asked, "allow-headers").contains(name),
            "{name} in {:?}",
            asked.headers
        );
    }
    for method in ["GET", "POST", "DELETE"] {
        assert!(header(&asked, "allow-methods").contains(method), "{method}");
    }

    for call in [
        create(FRIEND),
        Call::get("/nowhere").header("origin", FRIEND),
    ] {
        let answer = gateway.http.send(call).await;
        assert_eq!(header(&answer, "allow-origin"), FRIEND);
        for name in [
            "etag",
            "retry-after",
            "location",
            "traceparent",
            "grpc-status",
        ] {
            let exposed = header(&answer, "expose-headers");
            assert!(exposed.contains(name), "{name} in {exposed}");
        }
        assert!(
            answer.header_list("vary").contains("origin"),
            "{:?}",
            answer.headers
        );
    }
}

#[tokio::test]
async fn no_other_origin_is_allowed_and_credentials_never() {
    let fake = Fake::start().await;
    let known = || FRIEND.parse().expect("an origin");
    for (cors, origin, allowed) in [
        (known(), FRIEND, FRIEND),
        (known(), STRANGER, ""),
        (known(), "null", ""),
        (CorsOrigins::These(vec![]), STRANGER, ""),
        (CorsOrigins::Any, STRANGER, "*"),
    ] {
        let gateway = Gateway::before(&fake, |config| config.cors = cors.clone()).await;
        for call in [preflight(origin), create(origin)] {
            let answer = gateway.http.send(call).await;
            assert_eq!(
                header(&answer, "allow-origin"),
                allowed,
                "{cors:?} {origin}"
            );
            assert_eq!(
                header(&answer, "allow-credentials"),
                "",
                "{cors:?} {origin}"
            );
        }
    }
}

#[tokio::test]
async fn long_answers_are_compressed_and_those_that_hold_tokens_are_not() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    let gzip = |call: Call| call.header("accept-encoding", "gzip");
    let document = gateway.http.send(gzip(Call::get("/openapi.json"))).await;
    assert_eq!(document.header("content-encoding"), "gzip");
    assert_eq!(document.bytes[..2], [0x1f, 0x8b]);
    let created = gateway.http.send(gzip(create(FRIEND))).await;
    assert_eq!(created.header("content-encoding"), "");
    for answer in [document, created] {
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
    }
}
