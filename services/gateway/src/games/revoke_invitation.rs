//! `DELETE /v1/games/{id}/invitations/{side}`

use axum::extract::State;
use axum::response::Response;
use http::Uri;
use moelle_proto::v1;

use super::change::{ChangeHeaders, GameAnswer, game_answer};
use crate::Problem;
use crate::extract::{Change, SideSegment, query_numbers};
use crate::gateway::Gateway;
use crate::shape::Side;

/// Revokes the invitation to an open seat. Needs the token of the owner or of a seat.
#[utoipa::path(
    delete,
    path = "/v1/games/{id}/invitations/{side}",
    tag = "games",
    params(
        ("id" = String, Path, description = "The game's id."),
        ("side" = Side, Path, description = "The side of the seat."),
        ("revision" = Option<u64>, Query, description = "The revision that the caller saw; it may stand in `If-Match` instead."),
        ChangeHeaders,
    ),
    security(("token" = [])),
    responses(
        (
            status = 200,
            description = "The game.",
            body = GameAnswer,
            headers(("ETag" = String, description = "The game's revision.")),
        ),
        (status = 409, description = "There is no invitation to revoke, or the game has moved on from `revision`.",
            body = crate::ProblemDocument, content_type = "application/problem+json"),
        (status = 412, description = "The game has moved on from `If-Match`: `game` holds it as it stands.",
            body = crate::ProblemDocument, content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn revoke_invitation(
    State(gateway): State<Gateway>,
    change: Change,
    SideSegment(side): SideSegment,
    uri: Uri,
) -> Result<Response, Problem> {
    let [revision] = query_numbers(&uri, ["revision"])?;
    let message = v1::RevokeInvitationRequest {
        game_id: change.game_id(),
        revision: change.revision(revision)?,
        request_id: change.request_id(),
        side: side.into(),
    };
    let answer = change
        .make(&gateway, message, |mut upstream, request| async move {
            upstream.games.revoke_invitation(request).await
        })
        .await?;
    game_answer(answer.game)
}
