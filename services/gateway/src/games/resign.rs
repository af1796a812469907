//! `POST /v1/games/{id}/resign`

use axum::extract::State;
use axum::response::Response;
use http::StatusCode;
use moelle_proto::v1;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{GameAnswer, changed, expected_revision, refused};
use crate::Problem;
use crate::extract::{Caller, GameId, IfMatch, JsonBody, MaybeJson, RequestId};
use crate::gateway::{Gateway, Retry};
use crate::shape::{Game, present};

/// A resignation.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "an object")]
#[schema(example = json!({}))]
pub(crate) struct ResignBody {
    /// The revision that the player saw; it may stand in `If-Match` instead. Absent: whatever the
    /// revision is.
    revision: Option<u64>,
}

/// Resigns the game. Needs the token of a seat. The body may be left out.
#[utoipa::path(
    post,
    path = "/v1/games/{id}/resign",
    tag = "games",
    params(
        ("id" = String, Path, description = "The game's id."),
        (
            "Idempotency-Key" = Option<String>,
            Header,
            description = "A random UUID that makes retries safe for 24 hours.",
        ),
        ("If-Match" = Option<String>, Header, description = "The `ETag` of the game as the player saw it."),
    ),
    security(("token" = [])),
    request_body = Option<ResignBody>,
    responses(
        (
            status = 200,
            description = "The game, which has ended.",
            body = GameAnswer,
            headers(("ETag" = String, description = "The game's revision.")),
        ),
        (status = 409, description = "The game is over, or it has moved on from `revision`.",
            body = crate::ProblemDocument, content_type = "application/problem+json"),
        (status = 412, description = "The game has moved on from `If-Match`.",
            body = crate::ProblemDocument, content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn resign(
    State(gateway): State<Gateway>,
    caller: Caller,
    request_id: RequestId,
    if_match: IfMatch,
    GameId(game_id): GameId,
    MaybeJson(body): MaybeJson<ResignBody>,
) -> Result<Response, Problem> {
    let retry = Retry::of_change(request_id.is_given());
    let message = v1::ResignRequest {
        game_id,
        revision: expected_revision(body.revision, &if_match)?,
        request_id: request_id.0,
    };
    let answer = gateway
        .ask(
            &caller,
            retry,
            message,
            |mut upstream, request| async move { upstream.games.resign(request).await },
        )
        .await
        .map_err(|failure| refused(failure, &if_match))?;
    let game: Game = present(answer.game, "game")?.try_into()?;
    Ok(changed(StatusCode::OK, game.revision, GameAnswer { game }))
}

impl JsonBody for ResignBody {}
