//! `POST /v1/games/{id}/invitations`

use axum::extract::State;
use axum::response::Response;
use http::StatusCode;
use moelle_proto::v1;
use serde::Serialize;
use utoipa::ToSchema;

use super::change::{ChangeHeaders, SeatBody, changed};
use crate::Problem;
use crate::extract::{Change, Json};
use crate::gateway::Gateway;
use crate::shape::{Game, Invitation, present};

/// An invitation made.
#[derive(Serialize, ToSchema)]
pub(crate) struct InvitedGame {
    /// The game.
    game: Game,
    /// The invitation, which is shown in this answer alone.
    invitation: Invitation,
}

/// Makes a new invitation to an open seat; one that was there works no more.
///
/// Needs the token of the owner or of a seat.
#[utoipa::path(
    post,
    path = "/v1/games/{id}/invitations",
    tag = "games",
    params(("id" = String, Path, description = "The game's id."), ChangeHeaders),
    security(("token" = [])),
    request_body = SeatBody,
    responses(
        (
            status = 200,
            description = "The game and the invitation.",
            body = InvitedGame,
            headers(("ETag" = String, description = "The game's revision.")),
        ),
        (status = 409, description = "The seat is taken, the game is over, or it has moved on from `revision`.",
            body = crate::ProblemDocument, content_type = "application/problem+json"),
        (status = 412, description = "The game has moved on from `If-Match`: `game` holds it as it stands.",
            body = crate::ProblemDocument, content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn create_invitation(
    State(gateway): State<Gateway>,
    change: Change,
    Json(body): Json<SeatBody>,
) -> Result<Response, Problem> {
    let message = v1::CreateInvitationRequest {
        game_id: change.game_id(),
        revision: change.revision(body.revision)?,
        request_id: change.request_id(),
        side: body.side.into(),
    };
    let answer = change
        .make(&gateway, message, |mut upstream, request| async move {
            upstream.games.create_invitation(request).await
        })
        .await?;
    let game: Game = present(answer.game, "game")?.try_into()?;
    let mut invitation: Invitation = present(answer.invitation, "invitation")?.try_into()?;
    invitation.link(gateway.public_url(), &game.id);
    let revision = game.revision;
    let invited = InvitedGame { game, invitation };
    Ok(changed(StatusCode::OK, revision, invited))
}
