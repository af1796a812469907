//! `POST /v1/games/{id}/takeback-requests`

use axum::extract::State;
use axum::response::Response;
use moelle_proto::v1;

use super::change::{ChangeBody, ChangeHeaders, GameAnswer, game_answer};
use crate::Problem;
use crate::extract::{Change, MaybeJson};
use crate::gateway::Gateway;

/// Asks to take back to before the caller's own last turn.
///
/// The wish stands while both are away, and lapses when anybody plays. Needs the token of a seat.
/// The body may be left out.
#[utoipa::path(
    post,
    path = "/v1/games/{id}/takeback-requests",
    tag = "games",
    params(("id" = String, Path, description = "The game's id."), ChangeHeaders),
    security(("token" = [])),
    request_body = Option<ChangeBody>,
    responses(
        (
            status = 200,
            description = "The game; `offers.takeback` says whose wish is open.",
            body = GameAnswer,
            headers(("ETag" = String, description = "The game's revision.")),
        ),
        (status = 409, description = "There is nothing to take back, a wish is open already, the game is over, or it has moved on from `revision`.",
            body = crate::ProblemDocument, content_type = "application/problem+json"),
        (status = 412, description = "The game has moved on from `If-Match`: `game` holds it as it stands.",
            body = crate::ProblemDocument, content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn request_takeback(
    State(gateway): State<Gateway>,
    change: Change,
    MaybeJson(body): MaybeJson<ChangeBody>,
) -> Result<Response, Problem> {
    let message = v1::RequestTakebackRequest {
        game_id: change.game_id(),
        revision: change.revision(body.revision)?,
        request_id: change.request_id(),
    };
    let answer = change
        .make(&gateway, message, |mut upstream, request| async move {
            upstream.games.request_takeback(request).await
        })
        .await?;
    game_answer(answer.game)
}
