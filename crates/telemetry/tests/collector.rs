//! Collectors: good ones, silent ones and none. Every test has telemetry of its own.

mod support;

use std::{
    convert::Infallible,
    net::{SocketAddr, TcpListener},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use bytes::Bytes;
use http::{Request, Response};
use http_body_util::Empty;
use moelle_telemetry::{
    HttpServerLayer, LogFormat, Telemetry, TelemetryConfig, TelemetryError, TelemetryGuard,
};
use opentelemetry_proto::tonic::collector::{
    metrics::v1::{
        ExportMetricsServiceRequest, ExportMetricsServiceResponse,
        metrics_service_server::{MetricsService, MetricsServiceServer},
    },
    trace::v1::{
        ExportTraceServiceRequest, ExportTraceServiceResponse,
        trace_service_server::{TraceService, TraceServiceServer},
    },
};
use prost::Message as _;
use support::Lines;
use tonic::transport::{Server, server::TcpIncoming};
use tower::{Layer as _, ServiceExt as _, service_fn};
use tracing::Dispatch;

/// More than the queue of spans holds.
const REQUESTS: usize = 5_000;
const FLUSH_LIMIT: Duration = Duration::from_millis(500);
/// Far more than anything here takes unless it waits for a collector, whose time-out is 10 s.
const SOON: Duration = Duration::from_secs(20);

fn telemetry(
    variables: &[(&'static str, String)],
    lines: &Lines,
) -> Result<(Dispatch, TelemetryGuard), TelemetryError> {
    let config = TelemetryConfig {
        log_format: LogFormat::Json,
        flush_limit: FLUSH_LIMIT,
        ..TelemetryConfig::default()
    };
    let variables = variables.to_vec();
    Telemetry::builder("moelle-test", config)
        .with_log_writer(lines.writer())
        .with_variables(move |name| {
            let mut known = variables.iter();
            known
                .find(|(known, _)| *known == name)
                .map(|(_, value)| value.clone())
        })
        .build()
}

fn endpoint(address: SocketAddr, protocol: &str) -> Vec<(&'static str, String)> {
    vec![
        ("OTEL_EXPORTER_OTLP_ENDPOINT", format!("http://{address}")),
        ("OTEL_EXPORTER_OTLP_PROTOCOL", protocol.to_owned()),
    ]
}

/// Serves requests under the dispatcher and returns how long they took.
async fn serve(guard: &TelemetryGuard, count: usize) -> Duration {
    let layer = HttpServerLayer::new(|_| Some("/v1/games/{id}"))
        .with_metrics(guard.handle().metrics().clone());
    let service = service_fn(|_: Request<()>| async {
        Ok::<_, Infallible>(Response::new(Empty::<Bytes>::new()))
    });
    let service = layer.layer(service);
    let started = Instant::now();
    for _ in 0..count {
        let response = service.clone().oneshot(Request::new(())).await;
        let response = response.expect("it answers");
        assert!(response.headers().contains_key("traceparent"));
    }
    started.elapsed()
}

/// A collector that accepts every connection, reads nothing and says nothing.
struct Silent {
    address: SocketAddr,
    accepted: Arc<AtomicBool>,
}

impl Silent {
    fn new() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("bound");
        let accepted = Arc::new(AtomicBool::new(false));
        let seen = Arc::clone(&accepted);
        thread::spawn(move || {
            let mut held = Vec::new();
            for connection in listener.incoming() {
                seen.store(true, Ordering::SeqCst);
                held.push(connection);
            }
        });
        Self { address, accepted }
    }
}

/// An address where nobody listens.
fn nobody() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("bound")
}

async fn assert_costs_nothing(variables: &[(&'static str, String)]) {
    let lines = Lines::default();
    let (dispatch, guard) = telemetry(variables, &lines).expect("good settings");
    let _default = tracing::dispatcher::set_default(&dispatch);
    let took = serve(&guard, REQUESTS).await;
    assert!(took < SOON, "{variables:?}: {took:?}");

    let stopping = Instant::now();
    guard.shutdown().await;
    let took = stopping.elapsed();
    assert!(took < FLUSH_LIMIT + SOON / 2, "{variables:?}: {took:?}");
    let log = lines.read();
    let of_libraries = log.iter().filter(|line| {
        line["target"]
            .as_str()
            .is_some_and(|t| t.starts_with("opentelemetry"))
    });
    assert!(of_libraries.count() <= 1, "{log:?}");
}

#[tokio::test]
async fn a_silent_collector_costs_nothing() {
    for protocol in ["grpc", "http/protobuf"] {
        let silent = Silent::new();
        assert_costs_nothing(&endpoint(silent.address, protocol)).await;
        assert!(silent.accepted.load(Ordering::SeqCst), "{protocol} dials");
    }
}

#[tokio::test]
async fn a_collector_that_is_down_costs_nothing() {
    for protocol in ["grpc", "http/protobuf"] {
        assert_costs_nothing(&endpoint(nobody(), protocol)).await;
    }
}

#[tokio::test]
async fn without_an_endpoint_nothing_is_dialled_and_ids_exist() {
    assert_costs_nothing(&[]).await;
    let silent = Silent::new();
    let mut variables = endpoint(silent.address, "grpc");
    variables.push(("OTEL_SDK_DISABLED", "true".to_owned()));
    assert_costs_nothing(&variables).await;
    assert!(
        !silent.accepted.load(Ordering::SeqCst),
        "a disabled SDK dials nobody"
    );
}

#[test]
fn a_dropped_guard_keeps_its_limit_with_and_without_a_runtime() {
    let silent = Silent::new();
    let variables = endpoint(silent.address, "grpc");
    let run = |runtime: tokio::runtime::Runtime, within: bool| {
        let lines = Lines::default();
        let (dispatch, guard) = telemetry(&variables, &lines).expect("good settings");
        let _default = tracing::dispatcher::set_default(&dispatch);
        runtime.block_on(serve(&guard, 10));
        let started = Instant::now();
        if within {
            runtime.block_on(async move { drop(guard) });
        } else {
            drop(runtime);
            drop(guard);
        }
        assert!(
            started.elapsed() < FLUSH_LIMIT + SOON / 2,
            "{:?}",
            started.elapsed()
        );
    };
    let single = || {
        tokio::runtime::Builder::new_current_thread()
            .build()
            .expect("a runtime")
    };
    let many = || {
        tokio::runtime::Builder::new_multi_thread()
            .build()
            .expect("a runtime")
    };
    run(single(), true);
    run(single(), false);
    run(many(), true);
}

/// What a good collector was sent.
#[derive(Clone, Default)]
struct Received {
    spans: Arc<Mutex<Vec<String>>>,
    services: Arc<Mutex<Vec<String>>>,
    metrics: Arc<Mutex<Vec<String>>>,
}

impl Received {
    fn take_traces(&self, request: ExportTraceServiceRequest) {
        for resource in request.resource_spans {
            let attributes = resource.resource.expect("a resource").attributes;
            let name = attributes
                .iter()
                .find(|a| a.key == "service.name")
                .expect("a name");
            self.services
                .lock()
                .expect("no panic")
                .push(format!("{:?}", name.value));
            let spans = resource
                .scope_spans
                .into_iter()
                .flat_map(|scope| scope.spans);
            self.spans
                .lock()
                .expect("no panic")
                .extend(spans.map(|span| span.name));
        }
    }

    fn take_metrics(&self, request: ExportMetricsServiceRequest) {
        let scopes = request
            .resource_metrics
            .into_iter()
            .flat_map(|r| r.scope_metrics);
        let names = scopes
            .flat_map(|scope| scope.metrics)
            .map(|metric| metric.name);
        self.metrics.lock().expect("no panic").extend(names);
    }

    #[track_caller]
    fn assert_complete(&self, spans: usize) {
        let names = self.spans.lock().expect("no panic");
        assert_eq!(names.len(), spans);
        assert!(
            names.iter().all(|name| name == "GET /v1/games/{id}"),
            "{names:?}"
        );
        let services = self.services.lock().expect("no panic");
        assert!(
            services
                .iter()
                .all(|service| service.contains("moelle-test")),
            "{services:?}"
        );
        let metrics = self.metrics.lock().expect("no panic");
        assert!(
            metrics
                .iter()
                .any(|name| name == "http.server.request.duration"),
            "{metrics:?}"
        );
    }
}

#[tonic::async_trait]
impl TraceService for Received {
    async fn export(
        &self,
        request: tonic::Request<ExportTraceServiceRequest>,
    ) -> Result<tonic::Response<ExportTraceServiceResponse>, tonic::Status> {
        self.take_traces(request.into_inner());
        Ok(tonic::Response::new(ExportTraceServiceResponse::default()))
    }
}

#[tonic::async_trait]
impl MetricsService for Received {
    async fn export(
        &self,
        request: tonic::Request<ExportMetricsServiceRequest>,
    ) -> Result<tonic::Response<ExportMetricsServiceResponse>, tonic::Status> {
        self.take_metrics(request.into_inner());
        Ok(tonic::Response::new(ExportMetricsServiceResponse::default()))
    }
}

fn grpc_collector() -> (SocketAddr, Received) {
    let received = Received::default();
    let incoming = TcpIncoming::bind("127.0.0.1:0".parse().expect("an address")).expect("a port");
    let address = incoming.local_addr().expect("bound");
    let server = Server::builder()
        .add_service(TraceServiceServer::new(received.clone()))
        .add_service(MetricsServiceServer::new(received.clone()));
    tokio::spawn(server.serve_with_incoming(incoming));
    (address, received)
}

async fn http_collector() -> (SocketAddr, Received) {
    let received = Received::default();
    let (traces, metrics) = (received.clone(), received.clone());
    let app = axum::Router::new()
        .route(
            "/v1/traces",
            axum::routing::post(async move |body: Bytes| {
                traces.take_traces(ExportTraceServiceRequest::decode(body).expect("traces"));
            }),
        )
        .route(
            "/v1/metrics",
            axum::routing::post(async move |body: Bytes| {
                metrics.take_metrics(ExportMetricsServiceRequest::decode(body).expect("metrics"));
            }),
        );
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0")
        .await
        .expect("a port");
    let address = listener.local_addr().expect("bound");
    tokio::spawn(async { axum::serve(listener, app).await });
    (address, received)
}

async fn assert_all_arrives(variables: &[(&'static str, String)], received: &Received) {
    let lines = Lines::default();
    let (dispatch, guard) = telemetry(variables, &lines).expect("good settings");
    let default = tracing::dispatcher::set_default(&dispatch);
    serve(&guard, 100).await;
    drop(default);
    guard.shutdown().await;
    received.assert_complete(100);
    assert!(lines.read().is_empty(), "{:?}", lines.read());
}

#[tokio::test]
async fn everything_arrives_over_grpc() {
    let (address, received) = grpc_collector();
    assert_all_arrives(&endpoint(address, "grpc"), &received).await;
}

#[tokio::test]
async fn everything_arrives_over_http() {
    let (address, received) = http_collector().await;
    assert_all_arrives(&endpoint(address, "http/protobuf"), &received).await;
}

#[test]
fn mistakes_in_variables_stop_the_start() {
    for (variable, value) in [
        ("OTEL_EXPORTER_OTLP_PROTOCOL", "carrier-pigeon"),
        ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://not a url"),
        ("RUST_LOG", "a=b=c"),
    ] {
        let mut variables = endpoint(nobody(), "grpc");
        variables.retain(|(known, _)| *known != variable);
        variables.push((variable, value.to_owned()));
        let error = telemetry(&variables, &Lines::default())
            .expect_err(value)
            .to_string();
        assert!(error.contains(value), "{error}");
    }
}
