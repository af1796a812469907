//! Probes, whose spans would bury all others.

use std::time::Duration;

use opentelemetry::{Context, trace::SpanId};
use opentelemetry_sdk::{
    Resource,
    error::OTelSdkResult,
    trace::{Span, SpanData, SpanProcessor},
};

/// Spans of those who ask again and again whether a service lives.
const PROBES: [&str; 6] = [
    "GET /livez",
    "GET /readyz",
    "HEAD /livez",
    "HEAD /readyz",
    "grpc.health.v1.Health/Check",
    "grpc.health.v1.Health/Watch",
];

/// Hands on every span but those of probes that are in no trace of their caller's.
#[derive(Debug)]
pub(crate) struct WithoutProbes<P>(pub(crate) P);

impl<P: SpanProcessor> SpanProcessor for WithoutProbes<P> {
    fn on_start(&self, span: &mut Span, cx: &Context) {
        self.0.on_start(span, cx);
    }

    fn on_end(&self, span: SpanData) {
        let is_root = span.parent_span_id == SpanId::INVALID;
        if !is_root || !PROBES.contains(&span.name.as_ref()) {
            self.0.on_end(span);
        }
    }

    fn force_flush(&self) -> OTelSdkResult {
        self.0.force_flush()
    }

    fn shutdown_with_timeout(&self, timeout: Duration) -> OTelSdkResult {
        self.0.shutdown_with_timeout(timeout)
    }

    fn set_resource(&mut self, resource: &Resource) {
        self.0.set_resource(resource);
    }
}

#[cfg(test)]
mod tests {
    use opentelemetry::trace::{
        SpanContext, TraceContextExt as _, TraceFlags, TraceId, TraceState, Tracer as _,
        TracerProvider as _,
    };
    use opentelemetry_sdk::trace::{InMemorySpanExporter, SdkTracerProvider, SimpleSpanProcessor};

    use super::*;

    #[test]
    fn probes_are_left_out_unless_their_caller_traces_them() {
        let exporter = InMemorySpanExporter::default();
        let processor = WithoutProbes(SimpleSpanProcessor::new(exporter.clone()));
        let provider = SdkTracerProvider::builder()
            .with_span_processor(processor)
            .build();
        let tracer = provider.tracer("test");
        for name in ["GET /readyz", "GET /v1/variants"] {
            drop(tracer.start_with_context(name, &Context::new()));
        }
        let caller = SpanContext::new(
            TraceId::from(1),
            SpanId::from(1),
            TraceFlags::SAMPLED,
            true,
            TraceState::default(),
        );
        let in_a_trace = Context::new().with_remote_span_context(caller);
        drop(tracer.start_with_context("GET /livez", &in_a_trace));
        let spans = exporter.get_finished_spans().expect("not shut down");
        let names: Vec<_> = spans.iter().map(|span| span.name.as_ref()).collect();
        assert_eq!(names, ["GET /v1/variants", "GET /livez"]);
    }
}
