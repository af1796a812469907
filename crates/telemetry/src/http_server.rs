//! Spans and metrics of the HTTP requests that are served.

use std::{
    task::{Context, Poll},
    time::Instant,
};

use http::{Extensions, Method, Request, Response, Version, header::USER_AGENT, response::Parts};
use http_body::Body;
use opentelemetry::{KeyValue, trace::Status};
use opentelemetry_semantic_conventions::attribute;
use tower_layer::Layer;
use tower_service::Service;
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt as _;

use crate::{
    exchange::{Ending, Exchange, TracedBody, TracedFuture},
    facts::CallFacts,
    metrics::Metrics,
    w3c,
};

/// What stands for a value that is not in a closed list.
pub(crate) const OTHER: &str = "_OTHER";
/// No attribute that a caller chose is longer, in bytes.
const ATTRIBUTE_LEN_MAX: usize = 512;

/// Finds the template of the matched route, such as `/v1/games/{id}`, in a request's extensions.
pub type RouteOf = fn(&Extensions) -> Option<&str>;

/// A tower layer that gives every HTTP request a server span and measures it.
///
/// The span is `{method} {route}`, the child of the caller's span where `traceparent` is well
/// formed, and lasts until the last byte of the answer. The answer carries its own `traceparent`.
/// A status of 500 or more is an error of the span; one below is the caller's and leaves it unset.
#[derive(Clone, Debug)]
pub struct HttpServerLayer {
    route_of: RouteOf,
    metrics: Option<Metrics>,
}

impl HttpServerLayer {
    /// A layer that asks the function for the matched route.
    ///
    /// With axum that is `|extensions| extensions.get::<MatchedPath>().map(MatchedPath::as_str)`.
    #[must_use]
    pub fn new(route_of: RouteOf) -> Self {
        Self {
            route_of,
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

impl<S> Layer<S> for HttpServerLayer {
    type Service = HttpServer<S>;

    fn layer(&self, inner: S) -> Self::Service {
        HttpServer {
            inner,
            layer: self.clone(),
        }
    }
}

/// The service of [`HttpServerLayer`].
#[derive(Clone, Debug)]
pub struct HttpServer<S> {
    inner: S,
    layer: HttpServerLayer,
}

impl<S, B, R> Service<Request<B>> for HttpServer<S>
where
    S: Service<Request<B>, Response = Response<R>>,
    R: Body,
{
    type Response = Response<TracedBody<R, HttpExchange>>;
    type Error = S::Error;
    type Future = TracedFuture<S::Future, HttpExchange>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let exchange = HttpExchange::open(&self.layer, &request);
        let future = exchange.span().in_scope(|| self.inner.call(request));
        TracedFuture::new(future, exchange)
    }
}

/// An HTTP request under way.
pub struct HttpExchange {
    span: Span,
    facts: CallFacts,
    metrics: Metrics,
    started: Instant,
    /// Method, scheme, version and route.
    attributes: Vec<KeyValue>,
    status: Option<u16>,
}

impl HttpExchange {
    fn open<B>(layer: &HttpServerLayer, request: &Request<B>) -> Self {
        let method = known_method(request.method());
        let route = (layer.route_of)(request.extensions());
        let span = tracing::info_span!(
            "http",
            otel.name = span_name(method, route),
            otel.kind = "server",
        );
        let facts = CallFacts::for_server_span(&span, w3c::extract(request.headers()));
        let metrics = layer
            .metrics
            .clone()
            .unwrap_or_else(|| Metrics::global().clone());
        let attributes = request_attributes(method, route, request);
        for attribute in &attributes {
            span.set_attribute(attribute.key.clone(), attribute.value.clone());
        }
        describe_caller(&span, method, request);
        metrics.http_active(1, active_attributes(&attributes));
        Self {
            span,
            facts,
            metrics,
            started: Instant::now(),
            attributes,
            status: None,
        }
    }

    fn error_type(&self, ending: Ending) -> Option<String> {
        match (self.status, ending) {
            (_, Ending::Broken) => Some("broken".to_owned()),
            (Some(status), _) if status >= 500 => Some(status.to_string()),
            (None, _) => Some("cancelled".to_owned()),
            _ => None,
        }
    }
}

impl Exchange for HttpExchange {
    fn span(&self) -> &Span {
        &self.span
    }

    fn answered(&mut self, parts: &mut Parts) {
        answer_traceparent(&self.span, parts);
        self.status = Some(parts.status.as_u16());
    }

    fn finish(mut self, ending: Ending) {
        let answered = self.status.is_some();
        let failure = self.facts.describe(&self.span, answered, ending);
        self.metrics
            .http_active(-1, active_attributes(&self.attributes));
        let error_type = failure
            .map(str::to_owned)
            .or_else(|| self.error_type(ending));
        if let Some(status) = self.status {
            let status = KeyValue::new(attribute::HTTP_RESPONSE_STATUS_CODE, i64::from(status));
            self.span
                .set_attribute(status.key.clone(), status.value.clone());
            self.attributes.push(status);
        }
        if let Some(error_type) = error_type {
            self.span
                .set_attribute(attribute::ERROR_TYPE, error_type.clone());
            self.attributes
                .push(KeyValue::new(attribute::ERROR_TYPE, error_type));
        }
        let is_error = failure.is_some()
            || ending == Ending::Broken
            || self.status.is_some_and(|status| status >= 500);
        if is_error {
            self.span.set_status(Status::error(""));
        }
        let elapsed = self.started.elapsed();
        self.metrics
            .http_answered(elapsed.as_secs_f64(), &self.attributes);
        tracing::debug!(
            status = self.status,
            elapsed_ms = elapsed.as_secs_f64() * 1e3,
            ?ending,
            "HTTP request finished"
        );
    }
}

/// Puts the span's own `traceparent` on the answer.
pub(crate) fn answer_traceparent(span: &Span, parts: &mut Parts) {
    use opentelemetry::trace::TraceContextExt as _;
    if let Some(value) = w3c::traceparent(span.context().span().span_context()) {
        parts.headers.insert(w3c::TRACEPARENT, value);
    }
}

/// The text without what goes beyond the longest attribute.
pub(crate) fn bounded(text: &str) -> String {
    let mut end = text.len().min(ATTRIBUTE_LEN_MAX);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text[..end].to_owned()
}

fn span_name(method: &str, route: Option<&str>) -> String {
    let method = if method == OTHER { "HTTP" } else { method };
    match route {
        Some(route) => format!("{method} {route}"),
        None => method.to_owned(),
    }
}

fn request_attributes<B>(
    method: &'static str,
    route: Option<&str>,
    request: &Request<B>,
) -> Vec<KeyValue> {
    let scheme = match request.uri().scheme_str() {
        Some("https") => "https",
        _ => "http",
    };
    let mut attributes = vec![
        KeyValue::new(attribute::HTTP_REQUEST_METHOD, method),
        KeyValue::new(attribute::URL_SCHEME, scheme),
        KeyValue::new(
            attribute::NETWORK_PROTOCOL_VERSION,
            protocol_version(request.version()),
        ),
    ];
    if let Some(route) = route {
        attributes.push(KeyValue::new(attribute::HTTP_ROUTE, route.to_owned()));
    }
    attributes
}

/// The method and the scheme: what an active request is counted by.
fn active_attributes(attributes: &[KeyValue]) -> &[KeyValue] {
    &attributes[..2]
}

/// What only the span may hold, since a caller chose it.
fn describe_caller<B>(span: &Span, method: &str, request: &Request<B>) {
    span.set_attribute(attribute::URL_PATH, bounded(request.uri().path()));
    if method == OTHER {
        span.set_attribute(
            attribute::HTTP_REQUEST_METHOD_ORIGINAL,
            bounded(request.method().as_str()),
        );
    }
    if let Some(agent) = request.headers().get(USER_AGENT)
        && let Ok(agent) = agent.to_str()
    {
        span.set_attribute(attribute::USER_AGENT_ORIGINAL, bounded(agent));
    }
}

fn known_method(method: &Method) -> &'static str {
    match *method {
        Method::CONNECT => "CONNECT",
        Method::DELETE => "DELETE",
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::OPTIONS => "OPTIONS",
        Method::PATCH => "PATCH",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::TRACE => "TRACE",
        _ => OTHER,
    }
}

fn protocol_version(version: Version) -> &'static str {
    match version {
        Version::HTTP_10 => "1.0",
        Version::HTTP_2 => "2",
        Version::HTTP_3 => "3",
        _ => "1.1",
    }
}
