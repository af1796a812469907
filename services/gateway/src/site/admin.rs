//! The operators' own port: `/livez`, `/readyz` and `/metrics`.

use std::io;

use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use http::StatusCode;
use http::header::CONTENT_TYPE;
use moelle_telemetry::{PROMETHEUS_CONTENT_TYPE, TelemetryHandle};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::server::Readiness;

/// What the port tells.
#[derive(Clone)]
pub struct Admin {
    /// Whether the gateway is ready.
    pub readiness: Readiness,
    /// What it has measured; without it there is nothing at `/metrics`.
    pub telemetry: Option<TelemetryHandle>,
}

/// Serves the port until `shutdown` is cancelled.
///
/// # Errors
///
/// When the listener fails.
pub async fn serve(
    listener: TcpListener,
    admin: Admin,
    shutdown: CancellationToken,
) -> io::Result<()> {
    let router = Router::new()
        .route("/livez", get(async || "alive\n"))
        .route("/readyz", get(readyz))
        .route("/metrics", get(metrics))
        .with_state(admin);
    let serving = axum::serve(listener, router).into_future();
    shutdown
        .run_until_cancelled(serving)
        .await
        .unwrap_or(Ok(()))
}

async fn readyz(State(admin): State<Admin>) -> (StatusCode, &'static str) {
    if admin.readiness.is_ready() {
        (StatusCode::OK, "ready\n")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "not ready\n")
    }
}

async fn metrics(State(admin): State<Admin>) -> Response {
    match admin.telemetry {
        Some(telemetry) => (
            [(CONTENT_TYPE, PROMETHEUS_CONTENT_TYPE)],
            telemetry.render_prometheus(),
        )
            .into_response(),
        None => (StatusCode::NOT_FOUND, "nothing is measured\n").into_response(),
    }
}
