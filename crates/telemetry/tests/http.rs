//! HTTP requests as the gateway serves them, with axum.

mod support;

use std::convert::Infallible;

use axum::{
    Router,
    body::Body,
    extract::MatchedPath,
    response::IntoResponse,
    routing::{get, post},
};
use bytes::Bytes;
use http::{Method, Request, Response, StatusCode};
use http_body::Frame;
use http_body_util::BodyExt as _;
use moelle_telemetry::{HttpServerLayer, current_trace_id, mark_refusal};
use opentelemetry::trace::{SpanKind, Status};
use support::{
    CALLER, CALLER_SPAN, CALLER_TRACE, Feed, Heard, assert_attributes, assert_root, attribute,
    fed_body, is_error, traceparent, traceparent_of,
};
use tower::{Layer as _, ServiceExt as _, service_fn};

fn layer(heard: &Heard) -> HttpServerLayer {
    HttpServerLayer::new(|extensions| extensions.get::<MatchedPath>().map(MatchedPath::as_str))
        .with_metrics(heard.metrics())
}

fn app(heard: &Heard) -> Router {
    Router::new()
        .route(
            "/v1/games/{id}",
            get(async || current_trace_id().unwrap_or_default()),
        )
        .route("/v1/games/{id}/turns", post(refuse_a_turn))
        .route("/broken", get(async || StatusCode::INTERNAL_SERVER_ERROR))
        .layer(layer(heard))
}

async fn refuse_a_turn() -> impl IntoResponse {
    mark_refusal("man_in_mill");
    StatusCode::UNPROCESSABLE_ENTITY
}

async fn answer(app: Router, request: http::request::Builder) -> (http::response::Parts, Bytes) {
    let request = request.body(Body::empty()).expect("a request");
    let response = app.oneshot(request).await.expect("axum cannot fail");
    let (parts, body) = response.into_parts();
    (parts, body.collect().await.expect("a body").to_bytes())
}

#[tokio::test]
async fn a_question_whether_something_would_be_logged_costs_no_span() {
    let heard = Heard::new();
    let app = app(&heard);
    let request = || Request::get("/v1/games/7").body(Body::empty());
    let question = tracing::debug_span!("question");
    for count in 1..=3 {
        tracing::dispatcher::get_default(|dispatch| {
            let metadata = question.metadata().expect("of a span that is off");
            // The answer is the library's affair.
            let _ = dispatch.enabled(metadata);
        });
        let response = app.clone().oneshot(request().expect("a request")).await;
        let body = response.expect("it answers").into_body();
        body.collect().await.expect("a body");
        assert_eq!(heard.spans().len(), count);
    }
}

#[tokio::test]
async fn the_span_is_named_by_route_and_describes_the_request() {
    let heard = Heard::new();
    let request = Request::get("/v1/games/2NyK7w?token=canary").header("user-agent", "test/1");
    let (parts, body) = answer(app(&heard), request).await;

    let span = heard.span(&SpanKind::Server);
    assert_eq!(span.name, "GET /v1/games/{id}");
    assert_root(&span);
    assert_eq!(span.status, Status::Unset);
    assert_attributes(
        &span,
        &[
            ("http.request.method", "GET"),
            ("http.route", "/v1/games/{id}"),
            ("http.response.status_code", "200"),
            ("url.path", "/v1/games/2NyK7w"),
            ("url.scheme", "http"),
            ("network.protocol.version", "1.1"),
            ("user_agent.original", "test/1"),
        ],
    );
    assert!(!format!("{span:?}").contains("canary"), "{span:?}");
    for unwanted in ["code.file.path", "thread.id", "busy_ns", "target"] {
        assert_eq!(attribute(&span, unwanted), None, "{unwanted}");
    }
    assert_eq!(traceparent(&parts.headers), traceparent_of(&span));
    assert_eq!(body, span.span_context.trace_id().to_string());
}

#[tokio::test]
async fn the_callers_span_is_the_parent() {
    let heard = Heard::new();
    let request = Request::get("/v1/games/1").header("traceparent", CALLER);
    let (parts, _) = answer(app(&heard), request).await;

    let span = heard.span(&SpanKind::Server);
    assert_eq!(span.span_context.trace_id().to_string(), CALLER_TRACE);
    assert_eq!(span.parent_span_id.to_string(), CALLER_SPAN);
    assert_eq!(traceparent(&parts.headers), traceparent_of(&span));
}

#[tokio::test]
async fn a_malformed_traceparent_is_ignored() {
    for malformed in ["", "00-zz", "00-1-2-01", &CALLER.replace("-b7", "-B7")] {
        let heard = Heard::new();
        let request = Request::get("/v1/games/1").header("traceparent", malformed);
        let (parts, _) = answer(app(&heard), request).await;
        let span = heard.span(&SpanKind::Server);
        assert_root(&span);
        assert_eq!(
            traceparent(&parts.headers),
            traceparent_of(&span),
            "{malformed:?}"
        );
    }
}

#[tokio::test]
async fn a_caller_that_does_not_sample_is_honoured() {
    let heard = Heard::new();
    let unsampled = CALLER.replace("-01", "-00");
    let request = Request::get("/v1/games/1").header("traceparent", &unsampled);
    let (parts, body) = answer(app(&heard), request).await;

    assert!(heard.names().is_empty(), "{:?}", heard.names());
    let answered = traceparent(&parts.headers);
    assert!(
        answered.starts_with(&format!("00-{CALLER_TRACE}-")),
        "{answered}"
    );
    assert!(answered.ends_with("-00"), "{answered}");
    assert_eq!(body, CALLER_TRACE, "the id is there for problems and logs");
}

#[tokio::test]
async fn only_a_failure_of_ours_is_an_error() {
    let heard = Heard::new();
    answer(app(&heard), Request::get("/nowhere")).await;
    answer(app(&heard), Request::delete("/v1/games/1")).await;
    answer(app(&heard), Request::post("/v1/games/1/turns")).await;
    answer(app(&heard), Request::get("/broken")).await;

    let spans = heard.spans();
    let seen: Vec<(&str, bool)> = spans.iter().map(|s| (&*s.name, is_error(s))).collect();
    assert_eq!(
        seen,
        [
            ("GET", false),
            ("DELETE /v1/games/{id}", false),
            ("POST /v1/games/{id}/turns", false),
            ("GET /broken", true),
        ]
    );
    assert_attributes(&spans[2], &[("moelle.refusal", "man_in_mill")]);
    assert_attributes(&spans[3], &[("error.type", "500")]);
}

#[tokio::test]
async fn hostile_requests_make_no_names() {
    let heard = Heard::new();
    for id in 0..200 {
        answer(app(&heard), Request::get(format!("/v1/games/{id}"))).await;
        answer(app(&heard), Request::get(format!("/.env/{id}"))).await;
        let method = Method::from_bytes(format!("M{id}").as_bytes()).expect("a method");
        answer(app(&heard), Request::builder().method(method).uri("/x")).await;
    }
    let mut names = heard.names();
    names.sort();
    names.dedup();
    assert_eq!(names, ["GET", "GET /v1/games/{id}", "HTTP"]);

    let text = heard.guard.render_prometheus();
    let series = text
        .matches("http_server_request_duration_seconds_count{")
        .count();
    assert_eq!(series, 3, "{text}");
}

#[tokio::test]
async fn a_request_is_measured_by_route_and_status() {
    let heard = Heard::new();
    answer(app(&heard), Request::get("/v1/games/1")).await;
    answer(app(&heard), Request::get("/v1/games/2")).await;
    let text = heard.guard.render_prometheus();
    let expected = "http_server_request_duration_seconds_count{http_request_method=\"GET\",\
        http_response_status_code=\"200\",http_route=\"/v1/games/{id}\",\
        network_protocol_version=\"1.1\",url_scheme=\"http\"} 2";
    assert!(text.contains(expected), "{text}");
    let idle = "http_server_active_requests{http_request_method=\"GET\",url_scheme=\"http\"} 0";
    assert!(text.contains(idle), "{text}");
}

/// Answers one request with a body that the sender feeds.
async fn open_stream(
    heard: &Heard,
) -> (
    Feed,
    Response<impl http_body::Body<Data = Bytes, Error = &'static str> + Unpin>,
) {
    let (feed, body) = fed_body();
    let mut body = Some(body);
    let service = service_fn(move |_: Request<()>| {
        let response = Response::new(body.take().expect("one request"));
        async { Ok::<_, Infallible>(response) }
    });
    let request = Request::get("/events").body(()).expect("a request");
    let response = layer(heard).layer(service).oneshot(request).await;
    (feed, response.expect("it answers"))
}

#[tokio::test]
async fn the_span_of_a_stream_lasts_as_long_as_its_body() {
    let heard = Heard::new();
    let (feed, response) = open_stream(&heard).await;
    let mut body = response.into_body();
    for _ in 0..3 {
        feed.send(Ok(Frame::data(Bytes::from_static(b"event"))))
            .expect("open");
        body.frame().await.expect("a frame").expect("no error");
    }
    assert!(heard.names().is_empty(), "the stream is still open");
    let active = "http_server_active_requests{http_request_method=\"GET\",url_scheme=\"http\"} 1";
    assert!(heard.guard.render_prometheus().contains(active));

    tracing::info_span!("last event").in_scope(|| {});
    drop(feed);
    assert!(body.frame().await.is_none());
    let span = heard.span(&SpanKind::Server);
    let last_event = heard.span(&SpanKind::Internal).end_time;
    assert!(span.end_time >= last_event, "{span:?}");
    assert_eq!(span.status, Status::Unset);
}

#[tokio::test]
async fn a_stream_that_is_left_ends_its_span_then() {
    let heard = Heard::new();
    let (_feed, response) = open_stream(&heard).await;
    tracing::info_span!("left").in_scope(|| {});
    drop(response);
    let span = heard.span(&SpanKind::Server);
    let left = heard.span(&SpanKind::Internal).end_time;
    assert!(span.end_time >= left, "{span:?}");
    assert_eq!(span.status, Status::Unset);
    assert_attributes(&span, &[("http.response.status_code", "200")]);
}

#[tokio::test]
async fn a_stream_that_breaks_is_an_error() {
    let heard = Heard::new();
    let (feed, response) = open_stream(&heard).await;
    feed.send(Err("torn")).expect("open");
    let mut body = response.into_body();
    body.frame().await.expect("a frame").expect_err("torn");
    let span = heard.span(&SpanKind::Server);
    assert!(is_error(&span));
    assert_attributes(&span, &[("error.type", "broken")]);
}

#[tokio::test]
async fn a_request_that_nobody_waits_for_ends_its_span() {
    let heard = Heard::new();
    let service =
        service_fn(|_: Request<()>| std::future::pending::<Result<Response<Body>, Infallible>>());
    let request = Request::get("/events").body(()).expect("a request");
    let mut answer = Box::pin(layer(&heard).layer(service).oneshot(request));
    assert!(futures::poll!(&mut answer).is_pending());
    drop(answer);
    let span = heard.span(&SpanKind::Server);
    assert_eq!(span.status, Status::Unset);
    assert_attributes(&span, &[("error.type", "cancelled")]);
    assert_eq!(attribute(&span, "http.response.status_code"), None);
}

#[tokio::test]
async fn log_lines_carry_the_trace_id() {
    let heard = Heard::new();
    let app = Router::new()
        .route(
            "/",
            get(async || tracing::info!(plies = 17, level = "high", "turn stored")),
        )
        .layer(layer(&heard));
    answer(app, Request::get("/").header("traceparent", CALLER)).await;
    let span = heard.span(&SpanKind::Server);
    let log = heard.log();
    assert_eq!(log.len(), 1, "{log:?}");
    let line = &log[0];
    assert_eq!(line["message"], "turn stored");
    assert_eq!(line["level"], "INFO");
    assert_eq!(line["level_"], "high");
    assert_eq!(line["plies"], 17);
    assert_eq!(line["target"], "http");
    assert_eq!(line["trace_id"], CALLER_TRACE);
    assert_eq!(line["span_id"], span.span_context.span_id().to_string());
    let timestamp = line["timestamp"].as_str().expect("a text");
    assert!(
        timestamp.ends_with('Z') && timestamp.contains('T'),
        "{timestamp}"
    );
}

#[tokio::test]
async fn what_is_logged_does_not_decide_what_is_traced() {
    let heard = Heard::with_filter("error");
    let (parts, _) = answer(app(&heard), Request::get("/v1/games/1")).await;
    assert_eq!(
        traceparent(&parts.headers),
        traceparent_of(&heard.span(&SpanKind::Server))
    );
    assert!(heard.log().is_empty());
}

#[tokio::test]
async fn spans_of_the_transport_are_not_exported() {
    let heard = Heard::with_filter("trace");
    let app = Router::new()
        .route(
            "/",
            get(async || {
                tracing::info_span!(target: "h2::proto", "frame").in_scope(|| {});
                tracing::info_span!(target: "tower::buffer", "buffer").in_scope(|| {});
                tracing::info_span!(target: "opentelemetry_sdk", "export").in_scope(|| {});
                tracing::debug_span!("detail").in_scope(|| {});
                tracing::info_span!("kept").in_scope(|| {});
            }),
        )
        .layer(layer(&heard));
    answer(app, Request::get("/")).await;
    assert_eq!(heard.names(), ["kept", "GET /"]);
}

#[tokio::test]
async fn complaints_about_the_collector_are_limited_and_nothing_else_is() {
    let heard = Heard::with_filter("debug");
    for _ in 0..100 {
        tracing::error!(target: "opentelemetry_sdk", "export failed");
        tracing::warn!(target: "opentelemetry-otlp", "export failed");
        tracing::debug!(target: "opentelemetry_sdk", "asked for");
        tracing::error!("of the service");
    }
    let count = |text: &str| {
        heard
            .log()
            .iter()
            .filter(|line| line["message"] == text)
            .count()
    };
    assert_eq!(count("export failed"), 1);
    assert_eq!(count("asked for"), 100);
    assert_eq!(count("of the service"), 100);
}
