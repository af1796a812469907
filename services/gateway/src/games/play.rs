//! `POST /v1/games/{id}/turns`

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
use crate::shape::{BadAnswer, Game, Mill, mills, present};

/// A turn to play.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "an object")]
#[schema(example = json!({"turn": "d6-d5xa7", "revision": 12}))]
pub(crate) struct PlayTurnBody {
    /// A whole turn, one action, or removals that are owed.
    turn: String,
    /// The revision that the player saw; it may stand in `If-Match` instead. Absent: whatever the
    /// revision is.
    revision: Option<u64>,
}

/// A turn played.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PlayedTurn {
    /// The game.
    game: Game,
    /// The mills that it closed, in index order.
    closed_mills: Vec<Mill>,
}

/// Plays a whole turn or one action. Needs the token of the seat that is to act.
#[utoipa::path(
    post,
    path = "/v1/games/{id}/turns",
    tag = "games",
    params(("id" = String, Path, description = "The game's id."), ChangeHeaders),
    security(("token" = [])),
    request_body = PlayTurnBody,
    responses(
        (
            status = 200,
            description = "The game after the turn.",
            body = PlayedTurn,
            headers(("ETag" = String, description = "The game's revision.")),
        ),
        (status = 409, description = "The other side is to act, the game is over, or it has moved on from `revision`: `game` holds it as it stands.",
            body = crate::ProblemDocument, content_type = "application/problem+json"),
        (status = 412, description = "The game has moved on from `If-Match`: `game` holds it as it stands.",
            body = crate::ProblemDocument, content_type = "application/problem+json"),
        (status = 422, description = "The rules refuse the turn: `reason`, `action` and `point` say why.",
            body = crate::ProblemDocument, content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn play_turn(
    State(gateway): State<Gateway>,
    change: Change,
    Json(body): Json<PlayTurnBody>,
) -> Result<Response, Problem> {
    let message = v1::PlayTurnRequest {
        game_id: change.game_id(),
        turn: body.turn,
        revision: change.revision(body.revision)?,
        request_id: change.request_id(),
    };
    let answer = change
        .make(&gateway, message, |mut upstream, request| async move {
            upstream.games.play_turn(request).await
        })
        .await?;
    let played = PlayedTurn::try_from(answer)?;
    Ok(changed(StatusCode::OK, played.game.revision, played))
}

impl JsonBody for PlayTurnBody {}

impl TryFrom<v1::PlayTurnResponse> for PlayedTurn {
    type Error = BadAnswer;

    fn try_from(response: v1::PlayTurnResponse) -> Result<Self, BadAnswer> {
        Ok(Self {
            game: present(response.game, "game")?.try_into()?,
            closed_mills: mills(response.closed_mills),
        })
    }
}
