//! Somewhere for telemetry to go, where it can be looked at.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bytes::Bytes;
use http::{Request, Response};
use http_body_util::{BodyExt as _, Full};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto::Builder;
use opentelemetry_proto::tonic::collector::metrics::v1::ExportMetricsServiceRequest;
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::any_value::Value as Any;
use opentelemetry_proto::tonic::common::v1::{AnyValue, KeyValue};
use opentelemetry_proto::tonic::metrics::v1::metric::Data;
use opentelemetry_proto::tonic::trace::v1::span::SpanKind;
use opentelemetry_proto::tonic::trace::v1::{Span, Status, status::StatusCode};
use prost::Message as _;
use tokio::net::TcpListener;
use tokio::sync::watch;

/// How long spans may take to arrive.
const PATIENCE: Duration = Duration::from_mins(2);

/// A collector that takes whatever it is sent over HTTP, and keeps the bytes and what they say.
pub(crate) struct Collector {
    url: String,
    received: Arc<Received>,
}

#[derive(Default)]
struct Received {
    bytes: Mutex<Vec<u8>>,
    spans: Mutex<Vec<Exported>>,
    metrics: Mutex<BTreeMap<String, Metric>>,
    arrivals: watch::Sender<()>,
}

/// A span as it was exported.
#[derive(Clone, Debug)]
pub(crate) struct Exported {
    /// Which service it is of.
    pub(crate) service: String,
    pub(crate) span: Span,
}

/// A metric as it was exported.
#[derive(Clone, Debug, Default)]
pub(crate) struct Metric {
    pub(crate) unit: String,
    pub(crate) description: String,
    /// The values of each label.
    pub(crate) labels: BTreeMap<String, BTreeSet<String>>,
}

impl Exported {
    pub(crate) fn name(&self) -> &str {
        &self.span.name
    }

    pub(crate) fn kind(&self) -> SpanKind {
        self.span.kind()
    }

    pub(crate) fn trace(&self) -> String {
        hex(&self.span.trace_id)
    }

    pub(crate) fn id(&self) -> String {
        hex(&self.span.span_id)
    }

    /// Whether it is the first of its trace that is known here.
    pub(crate) fn is_root(&self) -> bool {
        self.span.parent_span_id.is_empty()
    }

    /// The id of the parent; empty where there is none.
    pub(crate) fn parent(&self) -> String {
        hex(&self.span.parent_span_id)
    }

    /// An attribute as text; empty where it is not there.
    pub(crate) fn attribute(&self, key: &str) -> String {
        let mut attributes = self.span.attributes.iter();
        attributes
            .find(|attribute| attribute.key == key)
            .map_or_else(String::new, |attribute| text(attribute.value.as_ref()))
    }

    pub(crate) fn status(&self) -> StatusCode {
        let status = self.span.status.as_ref();
        status.map_or(StatusCode::Unset, Status::code)
    }

    /// How long it lasted.
    pub(crate) fn duration(&self) -> Duration {
        let Span {
            start_time_unix_nano: start,
            end_time_unix_nano: end,
            ..
        } = self.span;
        Duration::from_nanos(end.saturating_sub(start))
    }
}

impl Collector {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let received = Arc::<Received>::default();
        let keep = Arc::clone(&received);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let keep = Arc::clone(&keep);
                let take = service_fn(move |request| take(request, Arc::clone(&keep)));
                tokio::spawn(async move {
                    let serving = Builder::new(TokioExecutor::new());
                    let serving = serving.serve_connection(TokioIo::new(stream), take).await;
                    drop(serving);
                });
            }
        });
        Self { url, received }
    }

    /// What a program must be told so that it exports here, all of it and at once.
    pub(crate) fn variables(&self) -> Vec<(&'static str, String)> {
        vec![
            ("OTEL_EXPORTER_OTLP_ENDPOINT", self.url.clone()),
            ("OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf".to_owned()),
            ("OTEL_BSP_SCHEDULE_DELAY", "50".to_owned()),
            ("OTEL_BSP_MAX_QUEUE_SIZE", "200000".to_owned()),
            ("OTEL_METRIC_EXPORT_INTERVAL", "200".to_owned()),
        ]
    }

    /// Everything that came so far, as bytes.
    pub(crate) fn taken(&self) -> Vec<u8> {
        self.received.bytes.lock().expect("no panic").clone()
    }

    /// The spans that came so far.
    pub(crate) fn spans(&self) -> Vec<Exported> {
        self.received.spans.lock().expect("no panic").clone()
    }

    /// How many spans came so far that are the first of their trace.
    pub(crate) fn roots(&self) -> usize {
        let spans = self.received.spans.lock().expect("no panic");
        spans.iter().filter(|span| span.is_root()).count()
    }

    /// The metrics that came so far, by name.
    pub(crate) fn metrics(&self) -> BTreeMap<String, Metric> {
        self.received.metrics.lock().expect("no panic").clone()
    }

    /// The spans of a trace, once they are what is waited for.
    pub(crate) async fn trace(
        &self,
        trace: &str,
        is_whole: impl Fn(&[Exported]) -> bool,
    ) -> Vec<Exported> {
        let of_trace = || {
            let spans = self.received.spans.lock().expect("no panic");
            let spans = spans.iter().filter(|span| span.trace() == trace);
            spans.cloned().collect::<Vec<_>>()
        };
        let in_time = self.until(|| is_whole(&of_trace())).await;
        let spans = of_trace();
        assert!(in_time, "not what was waited for: {spans:#?}");
        spans
    }

    /// Waits until this is so, and looks again whenever something comes; false if it is never so.
    pub(crate) async fn until(&self, is_so: impl Fn() -> bool) -> bool {
        let mut arrivals = self.received.arrivals.subscribe();
        let waiting = async {
            arrivals.mark_unchanged();
            while !is_so() {
                arrivals.changed().await.expect("the collector runs");
            }
        };
        tokio::time::timeout(PATIENCE, waiting).await.is_ok()
    }
}

async fn take(
    request: Request<Incoming>,
    keep: Arc<Received>,
) -> Result<Response<Full<Bytes>>, hyper::Error> {
    let path = request.uri().path().to_owned();
    let body = request.into_body().collect().await?.to_bytes();
    keep.bytes
        .lock()
        .expect("no panic")
        .extend_from_slice(&body);
    match path.as_str() {
        "/v1/traces" => keep.take_spans(body),
        "/v1/metrics" => keep.take_metrics(body),
        _ => panic!("nothing is exported to {path}"),
    }
    keep.arrivals.send_replace(());
    Ok(Response::new(Full::default()))
}

impl Received {
    fn take_spans(&self, body: Bytes) {
        let request = ExportTraceServiceRequest::decode(body).expect("spans");
        let mut spans = self.spans.lock().expect("no panic");
        for resource in request.resource_spans {
            let attributes = resource.resource.map_or_else(Vec::new, |it| it.attributes);
            let service = attributes
                .iter()
                .find(|attribute| attribute.key == "service.name")
                .map_or_else(String::new, |name| text(name.value.as_ref()));
            let of_scopes = resource.scope_spans.into_iter().flat_map(|it| it.spans);
            spans.extend(of_scopes.map(|span| Exported {
                service: service.clone(),
                span,
            }));
        }
    }

    fn take_metrics(&self, body: Bytes) {
        let request = ExportMetricsServiceRequest::decode(body).expect("metrics");
        let mut metrics = self.metrics.lock().expect("no panic");
        let resources = request.resource_metrics.into_iter();
        let scopes = resources.flat_map(|resource| resource.scope_metrics);
        for metric in scopes.flat_map(|scope| scope.metrics) {
            let known = metrics.entry(metric.name).or_default();
            known.unit = metric.unit;
            known.description = metric.description;
            for attribute in attributes_of(metric.data) {
                let value = text(attribute.value.as_ref());
                let values = known.labels.entry(attribute.key).or_default();
                values.insert(value);
            }
        }
    }
}

fn attributes_of(data: Option<Data>) -> Vec<KeyValue> {
    let attributes: Vec<Vec<KeyValue>> = match data {
        Some(Data::Gauge(it)) => it.data_points.into_iter().map(|it| it.attributes).collect(),
        Some(Data::Sum(it)) => it.data_points.into_iter().map(|it| it.attributes).collect(),
        Some(Data::Histogram(it)) => it.data_points.into_iter().map(|it| it.attributes).collect(),
        other => panic!("no metric is of this kind: {other:?}"),
    };
    attributes.into_iter().flatten().collect()
}

fn text(value: Option<&AnyValue>) -> String {
    match value.and_then(|value| value.value.as_ref()) {
        Some(Any::StringValue(text)) => text.clone(),
        Some(Any::IntValue(number)) => number.to_string(),
        Some(Any::BoolValue(truth)) => truth.to_string(),
        Some(other) => format!("{other:?}"),
        None => String::new(),
    }
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}
