//! gRPC calls: the layers over plain services, and over tonic itself.

mod support;

use std::convert::Infallible;

use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Request, Response};
use http_body::Frame;
use http_body_util::{BodyExt as _, Empty};
use moelle_telemetry::{
    GrpcClientLayer, GrpcMethods, GrpcServerLayer, current_trace_id, mark_refusal,
};
use opentelemetry::trace::{SpanKind, Status};
use support::{
    CALLER, CALLER_SPAN, CALLER_TRACE, FedBody, Feed, Heard, assert_attributes, assert_root,
    attribute, fed_body, is_error, traceparent, traceparent_of,
};
use tonic::transport::{Channel, Server, server::TcpIncoming};
use tonic_health::pb::{
    HealthCheckRequest, health_client::HealthClient, health_server::HealthServer,
};
use tower::{Layer as _, Service, ServiceBuilder, ServiceExt as _, service_fn};
use tracing::Instrument as _;

const PLAY_TURN: &str = "moelle.v1.GameService/PlayTurn";
const WATCH_GAME: &str = "moelle.v1.GameService/WatchGame";

fn server_layer(heard: &Heard) -> GrpcServerLayer {
    GrpcServerLayer::new(GrpcMethods::new([PLAY_TURN, WATCH_GAME])).with_metrics(heard.metrics())
}

/// The span of a statement, as a store makes it.
fn statement(name: &str) -> tracing::Span {
    tracing::info_span!("db", otel.name = name, otel.kind = "client")
}

fn call(method: &str) -> Request<()> {
    Request::post(format!("http://game/{method}"))
        .body(())
        .expect("a request")
}

fn status_trailers(code: &'static str) -> HeaderMap {
    let mut trailers = HeaderMap::new();
    trailers.insert("grpc-status", HeaderValue::from_static(code));
    trailers
}

/// A service that answers with the status in the trailers, after one message.
fn answers(
    code: &'static str,
) -> impl Service<Request<()>, Response = Response<FedBody>, Error = Infallible, Future: Send> + Clone
{
    service_fn(move |_: Request<()>| async move {
        let (feed, body) = fed_body();
        feed.send(Ok(Frame::data(Bytes::from_static(b"message"))))
            .expect("open");
        feed.send(Ok(Frame::trailers(status_trailers(code))))
            .expect("open");
        Ok(Response::new(body))
    })
}

/// A service that refuses at once, with nothing but headers, from inside spans of its own.
fn refuses(
    code: &'static str,
    reason: &'static str,
) -> impl Service<Request<()>, Response = Response<Empty<Bytes>>, Error = Infallible> {
    service_fn(move |_: Request<()>| {
        let refuse = async move {
            async { mark_refusal(reason) }
                .instrument(statement("SELECT games"))
                .await;
            let mut response = Response::new(Empty::new());
            *response.headers_mut() = status_trailers(code);
            Ok(response)
        };
        refuse.instrument(tracing::info_span!("decide"))
    })
}

#[tokio::test]
async fn a_call_is_one_trace_from_the_client_to_the_database() {
    let heard = Heard::new();
    let game = service_fn(|_: Request<()>| async {
        let store = async {};
        store.instrument(statement("UPDATE games")).await;
        let mut response = Response::new(Empty::<Bytes>::new());
        *response.headers_mut() = status_trailers("0");
        Ok::<_, Infallible>(response)
    });
    let server = server_layer(&heard).layer(game);
    let client = GrpcClientLayer::new()
        .with_server("game", 50051)
        .with_metrics(heard.metrics())
        .layer(server);
    let gateway = tracing::info_span!("gateway");
    let response = client
        .oneshot(call(PLAY_TURN))
        .instrument(gateway)
        .await
        .expect("it answers");

    let spans = heard.spans();
    let names: Vec<&str> = spans.iter().map(|span| &*span.name).collect();
    assert_eq!(names, ["UPDATE games", PLAY_TURN, PLAY_TURN, "gateway"]);
    for pair in spans.windows(2) {
        assert_eq!(
            pair[0].parent_span_id,
            pair[1].span_context.span_id(),
            "{pair:?}"
        );
        assert_eq!(
            pair[0].span_context.trace_id(),
            pair[1].span_context.trace_id()
        );
    }
    let kinds = [&spans[0], &spans[1], &spans[2]].map(|span| span.span_kind.clone());
    assert_eq!(
        kinds,
        [SpanKind::Client, SpanKind::Server, SpanKind::Client]
    );
    let rpc = [
        ("rpc.system.name", "grpc"),
        ("rpc.method", PLAY_TURN),
        ("rpc.response.status_code", "OK"),
    ];
    assert_attributes(&spans[1], &rpc);
    assert_attributes(&spans[2], &rpc);
    assert_attributes(
        &spans[2],
        &[("server.address", "game"), ("server.port", "50051")],
    );
    assert_eq!(traceparent(response.headers()), traceparent_of(&spans[1]));
}

#[tokio::test]
async fn the_callers_context_is_read_strictly() {
    for (sent, parent) in [(CALLER, Some(CALLER_SPAN)), ("00-1-2-01", None)] {
        let heard = Heard::new();
        let mut request = call(PLAY_TURN);
        request
            .headers_mut()
            .insert("traceparent", HeaderValue::from_static(sent));
        let response = server_layer(&heard)
            .layer(answers("0"))
            .oneshot(request)
            .await;
        drop(response.expect("it answers").into_body().collect().await);
        let span = heard.span(&SpanKind::Server);
        match parent {
            Some(parent) => assert_eq!(span.parent_span_id.to_string(), parent),
            None => assert_root(&span),
        }
    }
}

#[tokio::test]
async fn a_caller_that_does_not_sample_is_honoured_over_both_hops() {
    let heard = Heard::new();
    let seen = service_fn(|request: Request<()>| async move {
        assert_eq!(current_trace_id().as_deref(), Some(CALLER_TRACE));
        let mut response = Response::new(Empty::<Bytes>::new());
        *response.headers_mut() = request.headers().clone();
        Ok::<_, Infallible>(response)
    });
    let client = GrpcClientLayer::new()
        .with_metrics(heard.metrics())
        .layer(seen);
    let server = server_layer(&heard).layer(client);
    let mut request = call(PLAY_TURN);
    let unsampled = HeaderValue::try_from(CALLER.replace("-01", "-00")).expect("a value");
    request.headers_mut().insert("traceparent", unsampled);
    let response = server.oneshot(request).await.expect("it answers");
    assert!(heard.names().is_empty(), "{:?}", heard.names());
    let answered = traceparent(response.headers());
    assert!(
        answered.contains(CALLER_TRACE) && answered.ends_with("-00"),
        "{answered}"
    );
}

#[tokio::test]
async fn a_refusal_leaves_both_spans_unset_and_is_named_on_the_server() {
    let heard = Heard::new();
    let server = server_layer(&heard).layer(refuses("9", "man_in_mill"));
    let client = GrpcClientLayer::new()
        .with_metrics(heard.metrics())
        .layer(server);
    client.oneshot(call(PLAY_TURN)).await.expect("it answers");

    let spans = heard.spans();
    let names: Vec<&str> = spans.iter().map(|span| &*span.name).collect();
    assert_eq!(names, ["SELECT games", "decide", PLAY_TURN, PLAY_TURN]);
    for span in &spans {
        assert_eq!(span.status, Status::Unset, "{span:?}");
    }
    assert_attributes(
        &spans[2],
        &[
            ("moelle.refusal", "man_in_mill"),
            ("rpc.response.status_code", "FAILED_PRECONDITION"),
        ],
    );
    for other in [&spans[0], &spans[1], &spans[3]] {
        assert_eq!(attribute(other, "moelle.refusal"), None);
    }
    assert_eq!(attribute(&spans[2], "error.type"), None);
}

#[tokio::test]
async fn each_status_is_named_and_only_failures_are_errors() {
    for (code, name, failure) in [
        ("0", "OK", false),
        ("1", "CANCELLED", false),
        ("2", "UNKNOWN", true),
        ("3", "INVALID_ARGUMENT", false),
        ("4", "DEADLINE_EXCEEDED", true),
        ("5", "NOT_FOUND", false),
        ("6", "ALREADY_EXISTS", false),
        ("7", "PERMISSION_DENIED", false),
        ("8", "RESOURCE_EXHAUSTED", false),
        ("9", "FAILED_PRECONDITION", false),
        ("10", "ABORTED", false),
        ("11", "OUT_OF_RANGE", false),
        ("12", "UNIMPLEMENTED", true),
        ("13", "INTERNAL", true),
        ("14", "UNAVAILABLE", true),
        ("15", "DATA_LOSS", true),
        ("16", "UNAUTHENTICATED", false),
        ("17", "UNKNOWN", true),
        ("x", "UNKNOWN", true),
    ] {
        let heard = Heard::new();
        let response = server_layer(&heard)
            .layer(answers(code))
            .oneshot(call(PLAY_TURN))
            .await;
        let body = response.expect("it answers").into_body();
        body.collect().await.expect("a body");
        let span = heard.span(&SpanKind::Server);
        assert_attributes(&span, &[("rpc.response.status_code", name)]);
        assert_eq!(is_error(&span), failure, "{name}");
        assert_eq!(attribute(&span, "error.type").is_some(), failure, "{name}");

        let text = heard.guard.render_prometheus();
        let counted = text.lines().any(|line| {
            line.starts_with("rpc_server_call_duration_seconds_count{")
                && line.contains(&format!("rpc_response_status_code=\"{name}\""))
                && line.contains(&format!("rpc_method=\"{PLAY_TURN}\""))
                && line.ends_with("} 1")
        });
        assert!(counted, "{name}: {text}");
    }
}

#[tokio::test]
async fn unknown_methods_share_one_name() {
    let heard = Heard::new();
    for n in 0..100 {
        let path = format!("moelle.v1.GameService/Cheat{n}");
        let response = server_layer(&heard)
            .layer(answers("12"))
            .oneshot(call(&path))
            .await;
        drop(response.expect("it answers").into_body().collect().await);
    }
    let spans = heard.spans();
    assert!(
        spans.iter().all(|span| span.name == "grpc"),
        "{:?}",
        heard.names()
    );
    assert_attributes(
        &spans[7],
        &[
            ("rpc.method", "_OTHER"),
            ("rpc.method_original", "/moelle.v1.GameService/Cheat7"),
        ],
    );
    let text = heard.guard.render_prometheus();
    let series = text
        .matches("rpc_server_call_duration_seconds_count{")
        .count();
    assert_eq!(series, 1, "{text}");
}

async fn watch(
    heard: &Heard,
) -> (
    Feed,
    Response<impl http_body::Body<Data = Bytes, Error = &'static str> + Unpin + use<>>,
) {
    let (feed, body) = fed_body();
    let mut body = Some(body);
    let service = service_fn(move |_: Request<()>| {
        let response = Response::new(body.take().expect("one call"));
        async { Ok::<_, Infallible>(response) }
    });
    let response = server_layer(heard)
        .layer(service)
        .oneshot(call(WATCH_GAME))
        .await;
    (feed, response.expect("it answers"))
}

#[tokio::test]
async fn the_span_of_a_stream_ends_with_its_trailers() {
    let heard = Heard::new();
    let (feed, response) = watch(&heard).await;
    let mut body = response.into_body();
    feed.send(Ok(Frame::data(Bytes::from_static(b"snapshot"))))
        .expect("open");
    body.frame().await.expect("a frame").expect("no error");
    assert!(heard.names().is_empty(), "the stream is still open");
    feed.send(Ok(Frame::trailers(status_trailers("14"))))
        .expect("open");
    body.frame().await.expect("a frame").expect("no error");
    let span = heard.span(&SpanKind::Server);
    assert_attributes(&span, &[("rpc.response.status_code", "UNAVAILABLE")]);
    assert!(is_error(&span));
}

#[tokio::test]
async fn a_stream_whose_watcher_leaves_is_cancelled() {
    let heard = Heard::new();
    let (_feed, response) = watch(&heard).await;
    drop(response);
    let span = heard.span(&SpanKind::Server);
    assert_attributes(&span, &[("rpc.response.status_code", "CANCELLED")]);
    assert_eq!(span.status, Status::Unset);
}

#[tokio::test]
async fn what_happens_in_a_stream_belongs_to_its_span() {
    let heard = Heard::new();
    let (sender, receiver) = tokio::sync::mpsc::unbounded_channel::<()>();
    let mut events = Some(tokio_stream::wrappers::UnboundedReceiverStream::new(
        receiver,
    ));
    let service = service_fn(move |_: Request<()>| {
        let events = events.take().expect("one call");
        let frames = futures::StreamExt::map(events, |()| {
            statement("SELECT events").in_scope(|| {});
            Ok::<_, Infallible>(Frame::data(Bytes::new()))
        });
        async { Ok::<_, Infallible>(Response::new(http_body_util::StreamBody::new(frames))) }
    });
    let response = server_layer(&heard)
        .layer(service)
        .oneshot(call(WATCH_GAME))
        .await;
    sender.send(()).expect("open");
    drop(sender);
    drop(response.expect("it answers").into_body().collect().await);
    let spans = heard.spans();
    assert_eq!(heard.names(), ["SELECT events", WATCH_GAME]);
    assert_eq!(spans[0].parent_span_id, spans[1].span_context.span_id());
}

#[tokio::test]
async fn a_server_that_is_away_is_an_error_of_the_call() {
    let heard = Heard::new();
    let away = service_fn(|_: Request<()>| async { Err::<Response<FedBody>, _>("refused") });
    let client = GrpcClientLayer::new()
        .with_metrics(heard.metrics())
        .layer(away);
    client
        .oneshot(call(PLAY_TURN))
        .await
        .err()
        .expect("nobody is there");
    let span = heard.span(&SpanKind::Client);
    assert!(is_error(&span));
    assert_attributes(&span, &[("rpc.response.status_code", "UNAVAILABLE")]);
}

#[tokio::test]
async fn the_layers_fit_tonic() {
    let heard = Heard::new();
    let (_, health) = tonic_health::server::health_reporter();
    let health: HealthServer<_> = health;
    let incoming = TcpIncoming::bind("127.0.0.1:0".parse().expect("an address")).expect("a port");
    let address = incoming.local_addr().expect("bound");
    let server = Server::builder()
        .layer(server_layer(&heard))
        .add_service(health);
    let serving = tokio::spawn(server.serve_with_incoming(incoming));

    let channel = Channel::from_shared(format!("http://{address}"))
        .expect("a URL")
        .connect_lazy();
    let channel = ServiceBuilder::new()
        .layer(GrpcClientLayer::new().with_metrics(heard.metrics()))
        .service(channel);
    let mut client = HealthClient::new(channel);
    let known = client
        .check(HealthCheckRequest::default())
        .await
        .expect("it is served");
    assert!(known.metadata().get("traceparent").is_some());
    let unknown = HealthCheckRequest {
        service: "nobody".to_owned(),
    };
    let refused = client.check(unknown).await.expect_err("no such service");
    assert!(refused.metadata().get("traceparent").is_some());
    serving.abort();

    let mut ends: Vec<(SpanKind, String)> = heard
        .spans()
        .iter()
        .inspect(|span| assert_eq!(span.name, "grpc.health.v1.Health/Check"))
        .map(|span| {
            let status = attribute(span, "rpc.response.status_code").expect("it ended");
            (span.span_kind.clone(), status.to_string())
        })
        .collect();
    ends.sort_by_key(|(kind, status)| (status.clone(), format!("{kind:?}")));
    let expected = [
        (SpanKind::Client, "NOT_FOUND".to_owned()),
        (SpanKind::Server, "NOT_FOUND".to_owned()),
        (SpanKind::Client, "OK".to_owned()),
        (SpanKind::Server, "OK".to_owned()),
    ];
    assert_eq!(ends, expected);
}
