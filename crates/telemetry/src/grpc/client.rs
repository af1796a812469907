//! Calls that are made.

use std::{
    sync::Arc,
    task::{Context, Poll},
    time::Instant,
};

use http::{HeaderMap, Request, Response, response::Parts};
use http_body::Body;
use opentelemetry::trace::TraceContextExt as _;
use opentelemetry_semantic_conventions::attribute;
use tower_layer::Layer;
use tower_service::Service;
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt as _;

use super::{
    server::{describe_status, ended_with},
    status::GrpcStatus,
};
use crate::{
    exchange::{Ending, Exchange, TracedBody, TracedFuture},
    metrics::Metrics,
    w3c,
};

/// A tower layer for a channel: every call has a client span, whose context goes along as metadata.
///
/// The span is named by the method and lasts until the end of the answer, streams included. As on
/// the server, only a failure is an error: a refusal is an answer.
#[derive(Clone, Debug, Default)]
pub struct GrpcClientLayer {
    server: Option<(Arc<str>, u16)>,
    metrics: Option<Metrics>,
}

impl GrpcClientLayer {
    /// A layer that does not say which server is called.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Says on every span which server is called, as it was configured.
    #[must_use]
    pub fn with_server(mut self, host: &str, port: u16) -> Self {
        self.server = Some((host.into(), port));
        self
    }

    /// Measures with these instruments in place of the global ones.
    #[must_use]
    pub fn with_metrics(mut self, metrics: Metrics) -> Self {
        self.metrics = Some(metrics);
        self
    }
}

impl<S> Layer<S> for GrpcClientLayer {
    type Service = GrpcClient<S>;

    fn layer(&self, inner: S) -> Self::Service {
        GrpcClient {
            inner,
            layer: self.clone(),
        }
    }
}

/// The service of [`GrpcClientLayer`].
#[derive(Clone, Debug)]
pub struct GrpcClient<S> {
    inner: S,
    layer: GrpcClientLayer,
}

impl<S, B, R> Service<Request<B>> for GrpcClient<S>
where
    S: Service<Request<B>, Response = Response<R>>,
    R: Body,
{
    type Response = Response<TracedBody<R, ClientCall>>;
    type Error = S::Error;
    type Future = TracedFuture<S::Future, ClientCall>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, mut request: Request<B>) -> Self::Future {
        let call = ClientCall::open(&self.layer, &mut request);
        let future = call.span.in_scope(|| self.inner.call(request));
        TracedFuture::new(future, call)
    }
}

/// A call under way.
pub struct ClientCall {
    span: Span,
    metrics: Metrics,
    started: Instant,
    method: String,
    answered: bool,
    status: Option<GrpcStatus>,
}

impl ClientCall {
    fn open<B>(layer: &GrpcClientLayer, request: &mut Request<B>) -> Self {
        // Generated code makes the path, so that there are only as many as there are methods.
        let method = request.uri().path().trim_start_matches('/').to_owned();
        let span = tracing::info_span!(
            "grpc call",
            otel.name = method.as_str(),
            otel.kind = "client",
        );
        span.set_attribute(attribute::RPC_SYSTEM_NAME, "grpc");
        span.set_attribute(attribute::RPC_METHOD, method.clone());
        if let Some((host, port)) = &layer.server {
            span.set_attribute(attribute::SERVER_ADDRESS, host.to_string());
            span.set_attribute(attribute::SERVER_PORT, i64::from(*port));
        }
        w3c::inject(span.context().span().span_context(), request.headers_mut());
        Self {
            span,
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

impl Exchange for ClientCall {
    fn span(&self) -> &Span {
        &self.span
    }

    fn answered(&mut self, parts: &mut Parts) {
        self.answered = true;
        self.status = GrpcStatus::from_headers(&parts.headers);
    }

    fn trailers(&mut self, trailers: &HeaderMap) {
        self.status = GrpcStatus::from_headers(trailers).or(self.status);
    }

    fn finish(self, ending: Ending) {
        let status = match ending {
            // Without a head there was no server.
            Ending::Broken if !self.answered => GrpcStatus::UNAVAILABLE,
            _ => ended_with(self.status, ending),
        };
        let attributes = describe_status(&self.span, self.method, status);
        self.metrics
            .rpc_called(self.started.elapsed().as_secs_f64(), &attributes);
    }
}
