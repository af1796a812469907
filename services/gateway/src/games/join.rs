//! `POST /v1/games/{id}/join`

use axum::extract::State;
use axum::response::Response;
use http::StatusCode;
use moelle_proto::v1;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::change::changed;
use crate::Problem;
use crate::extract::{Caller, GameId, Json, JsonBody, RequestId};
use crate::gateway::{Gateway, Retry};
use crate::shape::{BadAnswer, Game, SeatGrant, present};

/// A seat to take.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "an object")]
#[schema(example = json!({"invitation": "7Xv…", "name": "Bo"}))]
pub(crate) struct JoinGameBody {
    /// The invitation's secret: the fragment of the link.
    invitation: String,
    /// The player's name: 1 to 64 characters, no control characters. Absent: it stays as it is.
    name: Option<String>,
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
    params(
        ("id" = String, Path, description = "The game's id."),
        (
            "Idempotency-Key" = Option<String>,
            Header,
            description = "A random UUID that makes retries safe for 24 hours.",
        ),
    ),
    request_body = JoinGameBody,
    responses(
        (status = 200, description = "The game and the seat.", body = JoinedGame),
        (status = 409, description = "The seat is taken, or the invitation has been used.",
            body = crate::ProblemDocument, content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn join_game(
    State(gateway): State<Gateway>,
    caller: Caller,
    request_id: RequestId,
    GameId(game_id): GameId,
    Json(body): Json<JoinGameBody>,
) -> Result<Response, Problem> {
    let retry = Retry::of_change(request_id.is_given());
    let message = v1::JoinGameRequest {
        game_id,
        invitation: body.invitation,
        name: body.name.unwrap_or_default(),
        request_id: request_id.0,
    };
    let answer = gateway
        .ask(
            &caller,
            retry,
            message,
            |mut upstream, request| async move { upstream.games.join_game(request).await },
        )
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
