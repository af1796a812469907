//! `POST /v1/games/{id}/join`

use axum::extract::State;
use axum::response::Response;
use http::StatusCode;
use moelle_proto::v1;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::change::{ChangeHeaders, changed};
use crate::Problem;
use crate::extract::{Change, Json, JsonBody};
use crate::gateway::Gateway;
use crate::shape::{BadAnswer, Game, SeatGrant, present};

/// A seat to take.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "an object")]
#[schema(example = json!({"invitation": "7Xv…", "name": "Bo", "revision": 1}))]
pub(crate) struct JoinGameBody {
    /// The invitation's secret: the fragment of the link.
    invitation: String,
    /// The player's name: 1 to 64 characters, no control characters. Absent: it stays as it is.
    name: Option<String>,
    /// The revision that the caller saw; it may stand in `If-Match` instead. Absent: whatever the
    /// revision is.
    revision: Option<u64>,
}

/// A seat taken.
#[derive(Serialize, ToSchema)]
pub(crate) struct JoinedGame {
    /// The game.
    game: Game,
    /// The seat, with its token, which is shown in this answer alone.
    seat: SeatGrant,
}

/// Takes a seat with an invitation, which works once.
#[utoipa::path(
    post,
    path = "/v1/games/{id}/join",
    tag = "games",
    params(("id" = String, Path, description = "The game's id."), ChangeHeaders),
    request_body = JoinGameBody,
    responses(
        (status = 200, description = "The game and the seat.", body = JoinedGame),
        (status = 409, description = "The seat is taken, the invitation has been used, or the game has moved on from `revision`.",
            body = crate::ProblemDocument, content_type = "application/problem+json"),
        (status = 412, description = "The game has moved on from `If-Match`: `game` holds it as it stands.",
            body = crate::ProblemDocument, content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn join_game(
    State(gateway): State<Gateway>,
    change: Change,
    Json(body): Json<JoinGameBody>,
) -> Result<Response, Problem> {
    let message = v1::JoinGameRequest {
        game_id: change.game_id(),
        invitation: body.invitation,
        name: body.name.unwrap_or_default(),
        revision: change.revision(body.revision)?,
        request_id: change.request_id(),
    };
    let answer = change
        .make(&gateway, message, |mut upstream, request| async move {
            upstream.games.join_game(request).await
        })
        .await?;
    let joined = JoinedGame::try_from(answer)?;
    Ok(changed(StatusCode::OK, joined.game.revision, joined))
}

impl JsonBody for JoinGameBody {}

impl TryFrom<v1::JoinGameResponse> for JoinedGame {
    type Error = BadAnswer;

    fn try_from(response: v1::JoinGameResponse) -> Result<Self, BadAnswer> {
        Ok(Self {
            game: present(response.game, "game")?.try_into()?,
            seat: present(response.seat, "seat")?.try_into()?,
        })
    }
}
