//! Calls that are served.

use std::{
    task::{Context, Poll},
    time::Instant,
};

use http::{HeaderMap, Request, Response, response::Parts};
use http_body::Body;
use opentelemetry::{KeyValue, trace::Status};
use opentelemetry_semantic_conventions::attribute;
use tower_layer::Layer;
use tower_service::Service;
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt as _;

use super::{method::GrpcMethods, status::GrpcStatus};
use crate::{
    exchange::{Ending, Exchange, TracedBody, TracedFuture},
    facts::CallFacts,
    http_server::{OTHER, answer_traceparent, bounded},
    metrics::Metrics,
    w3c,
};

/// The name of the span of a call to a method that the server does not know.
const UNKNOWN_CALL: &str = "grpc";

/// A tower layer that gives every gRPC call a server span and measures it.
///
/// The span is named by the method, is the child of the caller's span where the `traceparent`
/// metadata is well formed, and lasts until the end of the answer, streams included. The answer's
/// metadata carries its own `traceparent`. Only a failure of the service makes the span an error;
/// a refusal leaves it unset.
#[derive(Clone, Debug)]
pub struct GrpcServerLayer {
    methods: GrpcMethods,
    metrics: Option<Metrics>,
}

impl GrpcServerLayer {
    /// A layer for a server that knows these methods.
    #[must_use]
    pub fn new(methods: GrpcMethods) -> Self {
        Self {
            methods,
            metrics: None,
        }
    }

    /// Measures with these instruments in place of the global ones.
    #[must_use]
    pub fn with_metrics(mut self, metrics: Metrics) -> Self {
        self.metrics = Some(metrics);
        self
    }
}

impl<S> Layer<S> for GrpcServerLayer {
    type Service = GrpcServer<S>;

    fn layer(&self, inner: S) -> Self::Service {
        GrpcServer {
            inner,
            layer: self.clone(),
        }
    }
}

/// The service of [`GrpcServerLayer`].
#[derive(Clone, Debug)]
pub struct GrpcServer<S> {
    inner: S,
    layer: GrpcServerLayer,
}

impl<S, B, R> Service<Request<B>> for GrpcServer<S>
where
    S: Service<Request<B>, Response = Response<R>>,
    R: Body,
{
    type Response = Response<TracedBody<R, ServerCall>>;
    type Error = S::Error;
    type Future = TracedFuture<S::Future, ServerCall>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let call = ServerCall::open(&self.layer, &request);
        let future = call.span.in_scope(|| self.inner.call(request));
        TracedFuture::new(future, call)
    }
}

/// A call under way.
pub struct ServerCall {
    span: Span,
    facts: CallFacts,
    metrics: Metrics,
    started: Instant,
    method: String,
    answered: bool,
    status: Option<GrpcStatus>,
}

impl ServerCall {
    fn open<B>(layer: &GrpcServerLayer, request: &Request<B>) -> Self {
        let path = request.uri().path();
        let known = layer.methods.at_path(path);
        let span = tracing::info_span!(
            "grpc",
            otel.name = known.unwrap_or(UNKNOWN_CALL),
            otel.kind = "server",
        );
        let facts = CallFacts::for_server_span(&span, w3c::extract(request.headers()));
        let method = known.unwrap_or(OTHER).to_owned();
        span.set_attribute(attribute::RPC_SYSTEM_NAME, "grpc");
        span.set_attribute(attribute::RPC_METHOD, method.clone());
        if known.is_none() {
            span.set_attribute(attribute::RPC_METHOD_ORIGINAL, bounded(path));
        }
        Self {
            span,
            facts,
            metrics: layer
                .metrics
                .clone()
                .unwrap_or_else(|| Metrics::global().clone()),
            started: Instant::now(),
            method,
            answered: false,
            status: None,
        }
    }
}

impl Exchange for ServerCall {
    fn span(&self) -> &Span {
        &self.span
    }

    fn answered(&mut self, parts: &mut Parts) {
        answer_traceparent(&self.span, parts);
        self.answered = true;
        self.status = GrpcStatus::from_headers(&parts.headers);
    }

    fn trailers(&mut self, trailers: &HeaderMap) {
        self.status = GrpcStatus::from_headers(trailers).or(self.status);
    }

    fn finish(self, ending: Ending) {
        self.facts.describe(&self.span, self.answered, ending);
        let status = ended_with(self.status, ending);
        let attributes = describe_status(&self.span, self.method, status);
        let elapsed = self.started.elapsed();
        self.metrics.rpc_served(elapsed.as_secs_f64(), &attributes);
        tracing::debug!(
            status = status.name(),
            elapsed_ms = elapsed.as_secs_f64() * 1e3,
            "gRPC call finished"
        );
    }
}

/// The status of a call; one that said nothing was given up or broke.
pub(crate) fn ended_with(said: Option<GrpcStatus>, ending: Ending) -> GrpcStatus {
    said.unwrap_or(match ending {
        Ending::Abandoned => GrpcStatus::CANCELLED,
        Ending::Complete | Ending::Broken => GrpcStatus::UNKNOWN,
    })
}

/// Puts the status on the span and returns the labels of the call's duration.
pub(crate) fn describe_status(span: &Span, method: String, status: GrpcStatus) -> Vec<KeyValue> {
    span.set_attribute(attribute::RPC_RESPONSE_STATUS_CODE, status.name());
    let mut attributes = vec![
        KeyValue::new(attribute::RPC_SYSTEM_NAME, "grpc"),
        KeyValue::new(attribute::RPC_METHOD, method),
        KeyValue::new(attribute::RPC_RESPONSE_STATUS_CODE, status.name()),
    ];
    if status.is_failure() {
        span.set_attribute(attribute::ERROR_TYPE, status.name());
        span.set_status(Status::error(""));
        attributes.push(KeyValue::new(attribute::ERROR_TYPE, status.name()));
    }
    attributes
}
