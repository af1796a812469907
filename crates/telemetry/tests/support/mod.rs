//! Telemetry of one test: its own dispatcher, spans in memory, log lines in memory.

#![allow(
    dead_code,
    unreachable_pub,
    reason = "every test binary takes what it needs"
)]

use std::{
    io::{self, Write},
    pin::Pin,
    sync::{Arc, Mutex},
    task::{Context, Poll},
};

use bytes::Bytes;
use http::{HeaderMap, HeaderValue};
use http_body::{Body, Frame};
use moelle_telemetry::{LogFormat, Metrics, Telemetry, TelemetryConfig, TelemetryGuard};
use opentelemetry::{
    Value,
    trace::{SpanId, SpanKind, Status},
};
use opentelemetry_sdk::trace::{InMemorySpanExporter, SimpleSpanProcessor, SpanData};
use tokio::sync::mpsc;
use tracing::dispatcher::DefaultGuard;

pub const CALLER: &str = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
pub const CALLER_TRACE: &str = "0af7651916cd43dd8448eb211c80319c";
pub const CALLER_SPAN: &str = "b7ad6b7169203331";

/// Telemetry that lasts as long as this and hears only this thread.
pub struct Heard {
    exporter: InMemorySpanExporter,
    lines: Lines,
    pub guard: TelemetryGuard,
    _default: DefaultGuard,
}

impl Heard {
    pub fn new() -> Self {
        Self::with_filter("info")
    }

    pub fn with_filter(filter: &str) -> Self {
        let exporter = InMemorySpanExporter::default();
        let lines = Lines::default();
        let config = TelemetryConfig {
            log_format: LogFormat::Json,
            log_filter: Some(filter.to_owned()),
            ..TelemetryConfig::default()
        };
        let (dispatch, guard) = Telemetry::builder("moelle-test", config)
            .with_variables(|_| None)
            .with_log_writer(lines.writer())
            .with_span_processor(SimpleSpanProcessor::new(exporter.clone()))
            .build()
            .expect("good settings");
        Self {
            exporter,
            lines,
            guard,
            _default: tracing::dispatcher::set_default(&dispatch),
        }
    }

    pub fn metrics(&self) -> Metrics {
        self.guard.handle().metrics().clone()
    }

    /// The spans that have ended, in the order of their ends.
    pub fn spans(&self) -> Vec<SpanData> {
        self.exporter.get_finished_spans().expect("not shut down")
    }

    pub fn names(&self) -> Vec<String> {
        self.spans()
            .iter()
            .map(|span| span.name.to_string())
            .collect()
    }

    /// The one span of a kind.
    #[track_caller]
    pub fn span(&self, kind: &SpanKind) -> SpanData {
        let mut spans = self.spans();
        spans.retain(|span| span.span_kind == *kind);
        assert_eq!(spans.len(), 1, "spans of kind {kind:?}: {:?}", self.names());
        spans.remove(0)
    }

    pub fn log(&self) -> Vec<serde_json::Value> {
        self.lines.read()
    }
}

/// Log lines in memory.
#[derive(Clone, Default)]
pub struct Lines(Arc<Mutex<Vec<u8>>>);

impl Lines {
    pub fn writer(&self) -> impl Fn() -> Self + Send + Sync + 'static + use<> {
        let lines = self.clone();
        move || lines.clone()
    }

    pub fn read(&self) -> Vec<serde_json::Value> {
        let bytes = self.0.lock().expect("no writer panics").clone();
        String::from_utf8(bytes)
            .expect("text")
            .lines()
            .map(|line| serde_json::from_str(line).expect(line))
            .collect()
    }
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no writer panics").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

pub fn attribute(span: &SpanData, key: &str) -> Option<Value> {
    span.attributes
        .iter()
        .rev()
        .find(|attribute| attribute.key.as_str() == key)
        .map(|attribute| attribute.value.clone())
}

#[track_caller]
pub fn assert_attributes(span: &SpanData, expected: &[(&str, &str)]) {
    for (key, value) in expected {
        let found = attribute(span, key).map(|value| value.to_string());
        assert_eq!(found.as_deref(), Some(*value), "{key} of {span:?}");
    }
}

pub fn is_error(span: &SpanData) -> bool {
    matches!(span.status, Status::Error { .. })
}

#[track_caller]
pub fn assert_root(span: &SpanData) {
    assert_eq!(span.parent_span_id, SpanId::INVALID, "{span:?}");
}

/// The `traceparent` that names this span.
pub fn traceparent_of(span: &SpanData) -> String {
    format!(
        "00-{}-{}-01",
        span.span_context.trace_id(),
        span.span_context.span_id()
    )
}

#[track_caller]
pub fn traceparent(headers: &HeaderMap) -> String {
    let value = headers.get("traceparent").map(HeaderValue::to_str);
    let value = value.expect("an answer names its span");
    value.expect("text").to_owned()
}

/// What feeds a body; the body ends when this is dropped.
pub type Feed = mpsc::UnboundedSender<Result<Frame<Bytes>, &'static str>>;

/// A body that yields what it is fed.
pub struct FedBody(mpsc::UnboundedReceiver<Result<Frame<Bytes>, &'static str>>);

pub fn fed_body() -> (Feed, FedBody) {
    let (feed, receiver) = mpsc::unbounded_channel();
    (feed, FedBody(receiver))
}

impl Body for FedBody {
    type Data = Bytes;
    type Error = &'static str;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, &'static str>>> {
        self.0.poll_recv(cx)
    }
}
