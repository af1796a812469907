//! `POST /v1/games/{id}/reissue`

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
use crate::shape::{Game, SeatGrant, present};

/// A token replaced.
#[derive(Serialize, ToSchema)]
pub(crate) struct ReissuedSeat {
    /// The game.
    game: Game,
    /// The seat with its new token, which is shown in this answer alone.
    seat: SeatGrant,
}

/// Replaces the token of a taken seat; the one before works no more.
///
/// A seat may replace its own token, the owner that of either.
#[utoipa::path(
    post,
    path = "/v1/games/{id}/reissue",
    tag = "games",
    params(("id" = String, Path, description = "The game's id."), ChangeHeaders),
    security(("token" = [])),
    request_body = SeatBody,
    responses(
        (
            status = 200,
            description = "The game and the seat.",
            body = ReissuedSeat,
            headers(("ETag" = String, description = "The game's revision.")),
        ),
        (status = 409, description = "The seat is open, or the game has moved on from `revision`.",
            body = crate::ProblemDocument, content_type = "application/problem+json"),
        (status = 412, description = "The game has moved on from `If-Match`: `game` holds it as it stands.",
            body = crate::ProblemDocument, content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn reissue_seat(
    State(gateway): State<Gateway>,
    change: Change,
    Json(body): Json<SeatBody>,
) -> Result<Response, Problem> {
    let message = v1::ReissueSeatRequest {
        game_id: change.game_id(),
        revision: change.revision(body.revision)?,
        request_id: change.request_id(),
        side: body.side.into(),
    };
    let answer = change
        .make(&gateway, message, |mut upstream, request| async move {
            upstream.games.reissue_seat(request).await
        })
        .await?;
    let game: Game = present(answer.game, "game")?.try_into()?;
    let seat = present(answer.seat, "seat")?.try_into()?;
    let revision = game.revision;
    Ok(changed(
        StatusCode::OK,
        revision,
        ReissuedSeat { game, seat },
    ))
}
