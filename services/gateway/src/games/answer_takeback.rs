//! `POST /v1/games/{id}/takeback-answers`

use axum::extract::State;
use axum::response::Response;
use moelle_proto::v1;

use super::change::{AnswerBody, ChangeHeaders, GameAnswer, game_answer};
use crate::Problem;
use crate::extract::{Change, Json};
use crate::gateway::Gateway;

/// Answers the other side's wish to take back. Needs the token of a seat.
#[utoipa::path(
    post,
    path = "/v1/games/{id}/takeback-answers",
    tag = "games",
    params(("id" = String, Path, description = "The game's id."), ChangeHeaders),
    security(("token" = [])),
    request_body = AnswerBody,
    responses(
        (
            status = 200,
            description = "The game, at the earlier position if the takeback was granted.",
            body = GameAnswer,
            headers(("ETag" = String, description = "The game's revision.")),
        ),
        (status = 409, description = "There is no wish to answer, the game is over, or it has moved on from `revision`.",
            body = crate::ProblemDocument, content_type = "application/problem+json"),
        (status = 412, description = "The game has moved on from `If-Match`: `game` holds it as it stands.",
            body = crate::ProblemDocument, content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn answer_takeback(
    State(gateway): State<Gateway>,
    change: Change,
    Json(body): Json<AnswerBody>,
) -> Result<Response, Problem> {
    let message = v1::AnswerTakebackRequest {
        game_id: change.game_id(),
        revision: change.revision(body.revision)?,
        request_id: change.request_id(),
        accept: body.accept,
    };
    let answer = change
        .make(&gateway, message, |mut upstream, request| async move {
            upstream.games.answer_takeback(request).await
        })
        .await?;
    game_answer(answer.game)
}
