//! `POST /v1/games/{id}/abort`

use axum::extract::State;
use axum::response::Response;
use moelle_proto::v1;

use super::change::{ChangeBody, ChangeHeaders, GameAnswer, game_answer};
use crate::Problem;
use crate::extract::{Change, MaybeJson};
use crate::gateway::Gateway;

/// Aborts a game in which not both sides have completed their first turn.
///
/// Needs the token of a seat. The body may be left out.
#[utoipa::path(
    post,
    path = "/v1/games/{id}/abort",
    tag = "games",
    params(("id" = String, Path, description = "The game's id."), ChangeHeaders),
    security(("token" = [])),
    request_body = Option<ChangeBody>,
    responses(
        (
            status = 200,
            description = "The game, which has ended without a winner.",
            body = GameAnswer,
            headers(("ETag" = String, description = "The game's revision.")),
        ),
        (status = 409, description = "The game is over or too far on to abort, or it has moved on from `revision`.",
            body = crate::ProblemDocument, content_type = "application/problem+json"),
        (status = 412, description = "The game has moved on from `If-Match`: `game` holds it as it stands.",
            body = crate::ProblemDocument, content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn abort_game(
    State(gateway): State<Gateway>,
    change: Change,
    MaybeJson(body): MaybeJson<ChangeBody>,
) -> Result<Response, Problem> {
    let message = v1::AbortGameRequest {
        game_id: change.game_id(),
        revision: change.revision(body.revision)?,
        request_id: change.request_id(),
    };
    let answer = change
        .make(&gateway, message, |mut upstream, request| async move {
            upstream.games.abort_game(request).await
        })
        .await?;
    game_answer(answer.game)
}
