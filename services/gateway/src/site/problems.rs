//! `GET /problems` and `GET /problems/{reason}`: what the `type` of a problem leads to.

use axum::response::IntoResponse;
use http::header::CACHE_CONTROL;
use moelle_proto::error::ErrorCode;
use serde::Serialize;
use utoipa::ToSchema;

use crate::Problem;
use crate::extract::Segment;
use crate::problem::{Reason, problem_type};

/// A kind of problem.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProblemKind {
    /// What stands in `type`.
    #[schema(example = "/problems/man_in_mill")]
    r#type: String,
    /// What stands in `reason`.
    #[schema(value_type = Reason)]
    reason: &'static str,
    /// What stands in `title`.
    title: &'static str,
    /// The HTTP status that goes with it.
    status: u16,
    /// The gRPC code that goes with it.
    #[schema(example = "FailedPrecondition")]
    grpc_code: String,
    /// Whether the answer says when to try again.
    retry_after: bool,
}

/// Every kind of problem.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProblemKinds {
    /// The kinds.
    problems: Vec<ProblemKind>,
}

/// Lists every kind of problem that an answer may have. The list is closed.
#[utoipa::path(
    get,
    path = "/problems",
    tag = "problems",
    responses((status = 200, description = "Every kind of problem.", body = ProblemKinds)),
)]
pub(crate) async fn list_problems() -> impl IntoResponse {
    let problems = ErrorCode::all().map(ProblemKind::from).collect();
    (KEPT, axum::Json(ProblemKinds { problems }))
}

/// Describes one kind of problem: what its `type` leads to.
#[utoipa::path(
    get,
    path = "/problems/{reason}",
    tag = "problems",
    params(("reason" = String, Path, description = "The reason.", example = "man_in_mill")),
    responses(
        (status = 200, description = "The kind of problem.", body = ProblemKind),
        (status = 404, description = "There is no such kind.", body = crate::ProblemDocument,
            content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn get_problem(Segment(reason): Segment) -> Result<impl IntoResponse, Problem> {
    let code = ErrorCode::find(&reason).ok_or(ErrorCode::UnknownRoute)?;
    Ok((KEPT, axum::Json(ProblemKind::from(code))))
}

const KEPT: [(http::HeaderName, &str); 1] = [(CACHE_CONTROL, "public, max-age=3600")];

impl From<ErrorCode> for ProblemKind {
    fn from(code: ErrorCode) -> Self {
        Self {
            r#type: problem_type(code),
            reason: code.reason(),
            title: code.title(),
            status: code.http(),
            grpc_code: format!("{:?}", code.grpc()),
            retry_after: code.is_retryable(),
        }
    }
}
