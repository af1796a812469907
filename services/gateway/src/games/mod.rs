//! Stored games: one file an endpoint.

pub(crate) mod create;
pub(crate) mod events;
pub(crate) mod join;
pub(crate) mod play;
pub(crate) mod read;
pub(crate) mod resign;
mod watch;

use axum::response::{IntoResponse, Response};
use http::header::{CACHE_CONTROL, ETAG, VARY};
use http::{HeaderValue, StatusCode};
use moelle_proto::error::{ErrorCode, Failure};
use serde::Serialize;
use utoipa::ToSchema;

use crate::Problem;
use crate::extract::{IfMatch, etag, wrong};
use crate::shape::Game;

/// A game.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GameAnswer {
    /// The game.
    pub(crate) game: Game,
}

/// The answer to a change: never kept by anybody, and tagged with the revision that it made.
fn changed(status: StatusCode, revision: u64, answer: impl Serialize) -> Response {
    let mut response = (status, axum::Json(answer)).into_response();
    let headers = response.headers_mut();
    headers.insert(ETAG, etag(revision));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(VARY, HeaderValue::from_static("accept-language"));
    response
}

/// The revision that a change expects, from the body or from `If-Match`.
fn expected_revision(body: Option<u64>, header: &IfMatch) -> Result<Option<u64>, Failure> {
    match (body, header.0) {
        (Some(body), Some(header)) if body != header => Err(wrong(
            "revision",
            "`revision` and `If-Match` name different revisions.",
        )),
        (body, header) => Ok(body.or(header)),
    }
}

/// The problem of a change that failed: a stale revision that came as `If-Match` is 412.
fn refused(failure: Failure, header: &IfMatch) -> Problem {
    let failed_precondition = failure.code() == ErrorCode::StaleRevision && header.0.is_some();
    let problem = Problem::from(failure);
    if failed_precondition {
        problem.with_status(StatusCode::PRECONDITION_FAILED)
    } else {
        problem
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn body_and_header_may_name_one_revision() {
        for (body, header, expected) in [
            (None, None, Some(None)),
            (Some(3), None, Some(Some(3))),
            (None, Some(3), Some(Some(3))),
            (Some(3), Some(3), Some(Some(3))),
            (Some(3), Some(4), None),
        ] {
            let revision = expected_revision(body, &IfMatch(header)).ok();
            assert_eq!(revision, expected, "{body:?} {header:?}");
        }
    }

    #[test]
    fn a_stale_revision_is_412_only_where_it_came_as_if_match() {
        for (code, header, status) in [
            (ErrorCode::StaleRevision, Some(3), 412),
            (ErrorCode::StaleRevision, None, 409),
            (ErrorCode::NotYourTurn, Some(3), 409),
        ] {
            let response = refused(code.into(), &IfMatch(header)).into_response();
            assert_eq!(response.status().as_u16(), status, "{code}");
        }
    }
}
