//! gRPC-Web, for the pages of browsers, which cannot speak gRPC itself.

use std::time::Duration;

use http::header::{ACCEPT_LANGUAGE, AUTHORIZATION, CONTENT_TYPE};
use http::{HeaderName, Method};
use moelle_settings::CorsOrigins;
use tonic_web::GrpcWebLayer;
use tower::layer::util::Stack;
use tower_http::cors::{AllowOrigin, CorsLayer};

use crate::keys::API_KEY;

/// How long a browser need not ask again what it may do.
const CORS_MAX_AGE: Duration = Duration::from_hours(2);

/// What speaks gRPC-Web with the pages of these origins, and lets everything else of HTTP/2 pass.
/// Credentials of the browser are never allowed.
pub(super) fn layer(origins: &CorsOrigins) -> Stack<GrpcWebLayer, CorsLayer> {
    let cors = CorsLayer::new()
        .allow_origin(AllowOrigin::from(origins))
        .allow_methods([Method::POST])
        .allow_headers([
            ACCEPT_LANGUAGE,
            AUTHORIZATION,
            CONTENT_TYPE,
            HeaderName::from_static("grpc-timeout"),
            HeaderName::from_static("traceparent"),
            HeaderName::from_static("tracestate"),
            HeaderName::from_static(API_KEY),
            HeaderName::from_static("x-grpc-web"),
            HeaderName::from_static("x-user-agent"),
        ])
        .expose_headers([
            HeaderName::from_static("grpc-message"),
            HeaderName::from_static("grpc-status"),
            HeaderName::from_static("grpc-status-details-bin"),
            HeaderName::from_static("traceparent"),
        ])
        .max_age(CORS_MAX_AGE);
    Stack::new(GrpcWebLayer::new(), cors)
}

#[cfg(test)]
mod tests;
