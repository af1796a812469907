//! `GET /livez` and `GET /readyz`

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::header::CACHE_CONTROL;
use moelle_proto::error::ErrorCode;
use serde::Serialize;
use utoipa::ToSchema;

use crate::Problem;
use crate::gateway::Gateway;

/// How the gateway is.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Health {
    /// `ok`.
    #[schema(example = "ok")]
    status: &'static str,
}

/// Says that the process runs.
#[utoipa::path(
    get,
    path = "/livez",
    tag = "health",
    responses((status = 200, description = "It runs.", body = Health)),
)]
pub(crate) async fn livez() -> Response {
    ok()
}

/// Says whether requests can be answered: whether a replica of the game service serves.
#[utoipa::path(
    get,
    path = "/readyz",
    tag = "health",
    responses(
        (status = 200, description = "They can.", body = Health),
        (status = 503, description = "They cannot.", body = crate::ProblemDocument,
            content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn readyz(State(gateway): State<Gateway>) -> Result<Response, Problem> {
    if gateway.is_ready() {
        Ok(ok())
    } else {
        Err(ErrorCode::Unavailable.into())
    }
}

fn ok() -> Response {
    (
        [(CACHE_CONTROL, "no-store")],
        axum::Json(Health { status: "ok" }),
    )
        .into_response()
}
