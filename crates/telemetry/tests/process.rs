//! Telemetry of a whole process: one test, since a process has only one.

mod support;

use std::convert::Infallible;

use bytes::Bytes;
use http::{Request, Response};
use http_body_util::Empty;
use moelle_telemetry::{
    GrpcMethods, GrpcServerLayer, LogFormat, Metrics, Telemetry, TelemetryConfig, TelemetryError,
    record_refusal,
};
use opentelemetry_sdk::trace::{InMemorySpanExporter, SimpleSpanProcessor};
use support::{Lines, assert_attributes, traceparent, traceparent_of};
use tower::{Layer as _, ServiceExt as _, service_fn};

#[tokio::test(flavor = "multi_thread")]
async fn a_process_has_telemetry_once_and_layers_find_it() {
    // Before there is telemetry nothing is counted and nothing fails.
    record_refusal("not_your_turn");
    Metrics::global().game_created("nine");
    let layer = GrpcServerLayer::new(GrpcMethods::new(["moelle.v1.GameService/PlayTurn"]));

    let (lines, exporter) = (Lines::default(), InMemorySpanExporter::default());
    let config = TelemetryConfig {
        log_format: LogFormat::Json,
        ..TelemetryConfig::default()
    };
    let guard = Telemetry::builder("moelle-game", config.clone())
        .with_variables(|_| None)
        .with_log_writer(lines.writer())
        .with_span_processor(SimpleSpanProcessor::new(exporter.clone()))
        .init()
        .expect("the first in this process");
    let again = Telemetry::init("moelle-game", config);
    assert!(matches!(again, Err(TelemetryError::AlreadySetUp)));

    let refuse = service_fn(|_: Request<()>| async {
        record_refusal("man_in_mill");
        tracing::info!("turn refused");
        let response = Response::builder().header("grpc-status", "9");
        Ok::<_, Infallible>(response.body(Empty::<Bytes>::new()).expect("a response"))
    });
    let request = Request::post("http://game/moelle.v1.GameService/PlayTurn");
    let request = request.body(()).expect("a request");
    // On another thread, as services do.
    let answering = tokio::spawn(layer.layer(refuse).oneshot(request));
    let response = answering.await.expect("no panic").expect("it answers");

    let spans = exporter.get_finished_spans().expect("not shut down");
    assert_eq!(spans.len(), 1, "{spans:?}");
    assert_attributes(&spans[0], &[("moelle.refusal", "man_in_mill")]);
    assert_eq!(traceparent(response.headers()), traceparent_of(&spans[0]));
    let log = lines.read();
    assert_eq!(log.len(), 1, "{log:?}");
    assert_eq!(
        log[0]["trace_id"],
        spans[0].span_context.trace_id().to_string()
    );

    let text = guard.render_prometheus();
    for line in [
        "moelle_refusals_total{moelle_reason=\"man_in_mill\"} 1",
        "rpc_server_call_duration_seconds_count{rpc_method=\"moelle.v1.GameService/PlayTurn\",\
         rpc_response_status_code=\"FAILED_PRECONDITION\",rpc_system_name=\"grpc\"} 1",
    ] {
        assert!(text.lines().any(|l| l == line), "no {line} in {text}");
    }
    assert!(
        !text.contains("not_your_turn") && !text.contains("games_created"),
        "{text}"
    );
    guard.shutdown().await;
}
