//! `POST /v1/games/{id}/rematch`

use axum::extract::State;
use axum::response::Response;
use moelle_proto::v1;

use super::change::{ChangeBody, ChangeHeaders, GameAnswer, game_answer};
use crate::Problem;
use crate::extract::{Change, MaybeJson};
use crate::gateway::Gateway;

/// Wants a rematch of a game that is over.
///
/// When both have asked there is one new game, colours swapped: `offers.rematchGameId` names it, and
/// the tokens of the seats are those of this game. Needs the token of a seat. The body may be left
/// out.
#[utoipa::path(
    post,
    path = "/v1/games/{id}/rematch",
    tag = "games",
    params(("id" = String, Path, description = "The game's id."), ChangeHeaders),
    security(("token" = [])),
    request_body = Option<ChangeBody>,
    responses(
        (
            status = 200,
            description = "The game; `offers` says who wants a rematch, or which game it is.",
            body = GameAnswer,
            headers(("ETag" = String, description = "The game's revision.")),
        ),
        (status = 409, description = "The game is not over, the rematch is wanted already, or the game has moved on from `revision`.",
            body = crate::ProblemDocument, content_type = "application/problem+json"),
        (status = 412, description = "The game has moved on from `If-Match`: `game` holds it as it stands.",
            body = crate::ProblemDocument, content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn offer_rematch(
    State(gateway): State<Gateway>,
    change: Change,
    MaybeJson(body): MaybeJson<ChangeBody>,
) -> Result<Response, Problem> {
    let message = v1::OfferRematchRequest {
        game_id: change.game_id(),
        revision: change.revision(body.revision)?,
        request_id: change.request_id(),
    };
    let answer = change
        .make(&gateway, message, |mut upstream, request| async move {
            upstream.games.offer_rematch(request).await
        })
        .await?;
    game_answer(answer.game)
}
