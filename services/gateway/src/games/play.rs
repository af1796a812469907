//! `POST /v1/games/{id}/turns`

use axum::extract::State;
use axum::response::Response;
use http::StatusCode;
use moelle_proto::v1;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{changed, expected_revision, refused};
use crate::Problem;
use crate::extract::{Caller, GameId, IfMatch, Json, JsonBody, RequestId};
use crate::gateway::{Gateway, Retry};
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
    params(
        ("id" = String, Path, description = "The game's id."),
        (
            "Idempotency-Key" = Option<String>,
            Header,
            description = "A random UUID that makes retries safe for 24 hours.",
        ),
        ("If-Match" = Option<String>, Header, description = "The `ETag` of the game as the player saw it."),
    ),
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
    caller: Caller,
    request_id: RequestId,
    if_match: IfMatch,
    GameId(game_id): GameId,
    Json(body): Json<PlayTurnBody>,
) -> Result<Response, Problem> {
    let retry = Retry::of_change(request_id.is_given());
    let message = v1::PlayTurnRequest {
        game_id,
        turn: body.turn,
        revision: expected_revision(body.revision, &if_match)?,
        request_id: request_id.0,
    };
    let answer = gateway
        .ask(
            &caller,
            retry,
            message,
            |mut upstream, request| async move { upstream.games.play_turn(request).await },
        )
        .await
        .map_err(|failure| refused(failure, &if_match))?;
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
