//! What changes of a game have in common.

use axum::response::{IntoResponse, Response};
use http::header::{CACHE_CONTROL, ETAG, VARY};
use http::{HeaderValue, StatusCode};
use moelle_proto::v1;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::Problem;
use crate::extract::{JsonBody, etag};
use crate::shape::{Game, Side, present};

/// A game.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GameAnswer {
    /// The game.
    pub(crate) game: Game,
}

/// A change of which nothing is to be said.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "an object")]
#[schema(example = json!({"revision": 12}))]
pub(crate) struct ChangeBody {
    /// The revision that the player saw; it may stand in `If-Match` instead. Absent: whatever the
    /// revision is.
    pub(crate) revision: Option<u64>,
}

/// An answer to what the other side offers or asks.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "an object")]
#[schema(example = json!({"accept": true, "revision": 12}))]
pub(crate) struct AnswerBody {
    /// Whether to accept.
    pub(crate) accept: bool,
    /// The revision that the player saw; it may stand in `If-Match` instead. Absent: whatever the
    /// revision is.
    pub(crate) revision: Option<u64>,
}

/// A change of one seat.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "an object")]
#[schema(example = json!({"side": "black"}))]
pub(crate) struct SeatBody {
    /// The side of the seat.
    pub(crate) side: Side,
    /// The revision that the caller saw; it may stand in `If-Match` instead. Absent: whatever the
    /// revision is.
    pub(crate) revision: Option<u64>,
}

/// The headers of a change.
#[derive(IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(dead_code, reason = "it is read for the document of the API alone")]
pub(crate) struct ChangeHeaders {
    /// A random UUID that makes retries safe for 24 hours.
    #[param(rename = "Idempotency-Key")]
    idempotency_key: Option<String>,
    /// The `ETag` of the game as the caller saw it.
    #[param(rename = "If-Match")]
    if_match: Option<String>,
}

impl JsonBody for ChangeBody {}

impl JsonBody for AnswerBody {}

impl JsonBody for SeatBody {}

/// The answer to a change: never kept by anybody, and tagged with the revision that it made.
pub(super) fn changed(status: StatusCode, revision: u64, answer: impl Serialize) -> Response {
    let mut response = (status, axum::Json(answer)).into_response();
    let headers = response.headers_mut();
    headers.insert(ETAG, etag(revision));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(VARY, HeaderValue::from_static("accept-language"));
    response
}

/// The answer to a change that tells of nothing but the game.
pub(super) fn game_answer(game: Option<v1::Game>) -> Result<Response, Problem> {
    let game: Game = present(game, "game")?.try_into()?;
    Ok(changed(StatusCode::OK, game.revision, GameAnswer { game }))
}
