//! `POST /v1/games/{id}/resign`

use axum::extract::State;
use axum::response::Response;
use moelle_proto::v1;

use super::change::{ChangeBody, ChangeHeaders, GameAnswer, game_answer};
use crate::Problem;
use crate::extract::{Change, MaybeJson};
use crate::gateway::Gateway;

/// Resigns the game. Needs the token of a seat. The body may be left out.
#[utoipa::path(
    post,
    path = "/v1/games/{id}/resign",
    tag = "games",
    params(("id" = String, Path, description = "The game's id."), ChangeHeaders),
    security(("token" = [])),
    request_body = Option<ChangeBody>,
    responses(
        (
            status = 200,
            description = "The game, which has ended.",
            body = GameAnswer,
            headers(("ETag" = String, description = "The game's revision.")),
        ),
        (status = 409, description = "The game is over, or it has moved on from `revision`: `game` holds it as it stands.",
            body = crate::ProblemDocument, content_type = "application/problem+json"),
        (status = 412, description = "The game has moved on from `If-Match`: `game` holds it as it stands.",
            body = crate::ProblemDocument, content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn resign(
    State(gateway): State<Gateway>,
    change: Change,
    MaybeJson(body): MaybeJson<ChangeBody>,
) -> Result<Response, Problem> {
    let message = v1::ResignRequest {
        game_id: change.game_id(),
        revision: change.revision(body.revision)?,
        request_id: change.request_id(),
    };
    let answer = change
        .make(&gateway, message, |mut upstream, request| async move {
            upstream.games.resign(request).await
        })
        .await?;
    game_answer(answer.game)
}
