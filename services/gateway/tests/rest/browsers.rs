//! Pages of other origins, and what stands between.

use http::Method;
use moelle_settings::CorsOrigins;
use serde_json::json;

use crate::support::Gateway;
use crate::support::fake::Fake;
use crate::support::http::{Answer, Call};
use crate::support::messages::ID;

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
            "ratelimit",
            "ratelimit-policy",
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

/// The header that says what a page may do.
const POLICY: &str = "content-security-policy";

#[tokio::test]
async fn every_kind_of_answer_tells_browsers_what_it_may_do_there() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    let mut told = Vec::new();
    for (what, call) in [
        ("an answer", Call::get("/v1/variants")),
        ("an answer with tokens", create(FRIEND)),
        ("the document", Call::get("/openapi.json")),
        ("a sign of life", Call::get("/livez")),
        ("a problem", Call::get("/nowhere")),
        ("another method", Call::new(Method::DELETE, "/v1/variants")),
        ("a body that is none", Call::post("/v1/games", &json!(7))),
        ("a preflight", preflight(STRANGER)),
        ("a redirect", Call::get("/docs")),
        ("a page", Call::get("/docs/")),
        ("a part of it", Call::get("/docs/swagger-initializer.js")),
    ] {
        let answer = gateway.http.send(call).await;
        told.push((what, answer.headers));
    }
    let events = Call::get(format!("/v1/games/{ID}/events"));
    let events = gateway.http.events(events).await;
    assert_eq!(events.response.status(), 200);
    told.push(("a stream", events.response.headers().clone()));
    for (what, headers) in told {
        let header = |name| headers.get(name).and_then(|value| value.to_str().ok());
        assert_eq!(header("x-content-type-options"), Some("nosniff"), "{what}");
        assert_eq!(header("referrer-policy"), Some("no-referrer"), "{what}");
        assert_eq!(headers.get_all(POLICY).iter().count(), 1, "{what}");
        let policy = header(POLICY).expect("a policy");
        assert!(
            policy.starts_with("default-src 'none'; "),
            "{what}: {policy}"
        );
        assert!(
            policy.contains("frame-ancestors 'none'"),
            "{what}: {policy}"
        );
        let is_page = what.ends_with("a page") || what.ends_with("a part of it");
        assert_eq!(policy.contains("script-src"), is_page, "{what}: {policy}");
    }
}

#[tokio::test]
async fn the_page_of_the_api_runs_no_script_but_those_that_are_served_here() {
    let fake = Fake::start().await;
    let gateway = Gateway::before(&fake, |_| ()).await;
    let page = gateway.http.send(Call::get("/docs/")).await;
    let policy = page.header(POLICY);
    assert!(policy.contains("script-src 'self';"), "{policy}");
    let scripts: Vec<_> = page.text().split("<script").skip(1).collect();
    assert!(!scripts.is_empty(), "{}", page.text());
    for script in scripts {
        let (_, rest) = script.split_once("src=\"./").expect("a file of its own");
        let (name, rest) = rest.split_once('"').expect("a name");
        let (_, inside) = rest.split_once('>').expect("its end");
        assert!(inside.trim_start().starts_with("</script>"), "{inside}");
        let file = gateway.http.send(Call::get(format!("/docs/{name}"))).await;
        assert_eq!(file.status, 200, "{name}");
    }
}
