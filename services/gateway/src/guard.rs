//! What stands around the handlers: limits, what callers accept, a net for panics, CORS,
//! compression.

use std::any::Any;
use std::panic::AssertUnwindSafe;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures::FutureExt as _;
use http::header::{
    ACCEPT, ACCEPT_LANGUAGE, ALLOW, AUTHORIZATION, CACHE_CONTROL, CONTENT_LANGUAGE,
    CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, IF_MATCH, IF_NONE_MATCH, LOCATION,
    REFERRER_POLICY, RETRY_AFTER, STRICT_TRANSPORT_SECURITY, VARY, WWW_AUTHENTICATE,
    X_CONTENT_TYPE_OPTIONS,
};
use http::{HeaderName, HeaderValue, Method};
use moelle_proto::error::{ErrorCode, Failure};
use moelle_settings::CorsOrigins;
use moelle_words::Language;
use tower_http::compression::predicate::{Predicate, SizeAbove};
use tower_http::cors::{AllowOrigin, CorsLayer};

use crate::Problem;
use crate::extract::Acceptable;
use crate::gateway::Gateway;
use crate::problem;

/// What plain calls answer with.
pub(crate) const JSON: &str = "application/json";
/// What an answer that is no page may do in a browser.
const NOTHING_ALLOWED: &str = "default-src 'none'; frame-ancestors 'none'";
/// How long a browser may keep what it was told about another origin.
const CORS_MAX_AGE: Duration = Duration::from_hours(2);
/// Answers below this many bytes are not compressed.
const COMPRESSED_BYTES_MIN: u64 = 1024;

/// Holds the limits of a plain call: JSON must be acceptable, and there must be room.
pub(crate) async fn plain_call(
    State(gateway): State<Gateway>,
    request: Request,
    next: Next,
) -> Result<Response, Problem> {
    if !Acceptable::of(request.headers()).takes(JSON) {
        let message = format!("The answer is {JSON}.");
        return Err(Failure::saying(ErrorCode::NotAcceptable, message).into());
    }
    let _permit = gateway.admit_call()?;
    Ok(next.run(request).await)
}

/// Says in which language an answer is, and tells the gateway's own failures in it.
pub(crate) async fn in_language(request: Request, next: Next) -> Response {
    let asked = request.headers().get_all(ACCEPT_LANGUAGE).iter();
    let asked: Vec<_> = asked.filter_map(|value| value.to_str().ok()).collect();
    let language = Language::negotiate(&asked.join(", "));
    let mut response = problem::tell_in(language, next.run(request).await);
    let headers = response.headers_mut();
    if headers
        .get(CONTENT_TYPE)
        .is_some_and(|it| it.as_bytes() == JSON.as_bytes())
    {
        headers
            .entry(CONTENT_LANGUAGE)
            .or_insert(HeaderValue::from_static(language.tag()));
        headers
            .entry(VARY)
            .or_insert(HeaderValue::from_static("accept-language"));
    }
    response
}

/// Answers a panic of a handler as a defect of ours; the panic hook has logged it.
pub(crate) async fn caught(request: Request, next: Next) -> Response {
    let answer = AssertUnwindSafe(next.run(request)).catch_unwind().await;
    answer
        .unwrap_or_else(|_: Box<dyn Any + Send>| Problem::from(ErrorCode::Internal).into_response())
}

/// What browsers are told with every answer: its content type is what it is said to be, no page
/// says where it was left for, nothing may be put into a frame or do anything unless it says so
/// itself, and, where TLS is spoken, that it is from now on.
pub(crate) fn secure(hsts: Option<Duration>) -> impl Fn(Response) -> Response + Clone {
    let hsts =
        hsts.and_then(|time| HeaderValue::from_str(&format!("max-age={}", time.as_secs())).ok());
    move |mut response| {
        let headers = response.headers_mut();
        headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
        headers
            .entry(CONTENT_SECURITY_POLICY)
            .or_insert(HeaderValue::from_static(NOTHING_ALLOWED));
        if let Some(hsts) = &hsts {
            headers.insert(STRICT_TRANSPORT_SECURITY, hsts.clone());
        }
        response
    }
}

/// Whose pages may call, what they may send and what they may read. Credentials of the browser are
/// never allowed.
pub(crate) fn cors(origins: &CorsOrigins) -> CorsLayer {
    CorsLayer::new()
        .allow_origin(AllowOrigin::from(origins))
        .allow_methods([
            Method::GET,
            Method::HEAD,
            Method::POST,
            Method::PATCH,
            Method::DELETE,
        ])
        .allow_headers([
            ACCEPT,
            ACCEPT_LANGUAGE,
            AUTHORIZATION,
            CONTENT_TYPE,
            IF_MATCH,
            IF_NONE_MATCH,
            HeaderName::from_static("idempotency-key"),
            HeaderName::from_static("last-event-id"),
            HeaderName::from_static("traceparent"),
            HeaderName::from_static("tracestate"),
            HeaderName::from_static("x-api-key"),
        ])
        .expose_headers([
            HeaderName::from_static("ratelimit"),
            HeaderName::from_static("ratelimit-policy"),
            ALLOW,
            CONTENT_LANGUAGE,
            ETAG,
            LOCATION,
            RETRY_AFTER,
            WWW_AUTHENTICATE,
            HeaderName::from_static("grpc-message"),
            HeaderName::from_static("grpc-status"),
            HeaderName::from_static("grpc-status-details-bin"),
            HeaderName::from_static("traceparent"),
        ])
        .max_age(CORS_MAX_AGE)
}

/// What is compressed: neither streams, which would wait in the compressor, nor anything that may
/// hold a token beside what a caller chose, which would tell of it by its length.
#[derive(Clone, Copy)]
pub(crate) struct Compressible;

impl Predicate for Compressible {
    fn should_compress<B>(&self, response: &http::Response<B>) -> bool
    where
        B: http_body::Body,
    {
        let headers = response.headers();
        let is = |name: &HeaderName, value: &str| {
            headers
                .get(name)
                .is_some_and(|it| it.as_bytes() == value.as_bytes())
        };
        !is(&CACHE_CONTROL, "no-store")
            && !is(&CONTENT_TYPE, "text/event-stream")
            && SizeAbove::new(COMPRESSED_BYTES_MIN).should_compress(response)
    }
}
