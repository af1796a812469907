//! `POST /v1/games/import`

use axum::extract::State;
use axum::response::Response;
use moelle_proto::v1;
use serde::Deserialize;
use utoipa::ToSchema;

use super::create::CreatedGame;
use crate::Problem;
use crate::extract::{Caller, Json, JsonBody, RequestId};
use crate::gateway::{Gateway, Retry};
use crate::shape::{SeatChoice, Visibility};

/// A record to make a game of.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "an object")]
#[schema(example = json!({
    "record": "[Variant \"nine\"]\n[Result \"*\"]\n\n1. d6 f4 *\n",
    "seat": "white",
    "visibility": "unlisted",
}))]
pub(crate) struct ImportGameBody {
    /// The record, at most 1 MiB of UTF-8 and 5,000 plies. It must say something: a tag, a turn or a
    /// result. An end that it says players caused is refused where its turns end the game otherwise.
    record: String,
    /// The seat that the caller takes, to play on a game that is not over. Absent: none.
    seat: Option<SeatChoice>,
    /// Who may see the game. Absent: whoever has its id.
    visibility: Option<Visibility>,
}

/// Makes a game of a record, its turns and its end included. One that is over has no invitations.
///
/// The tokens are shown in this answer alone. With an `Idempotency-Key` a lost answer can be had
/// again.
#[utoipa::path(
    post,
    path = "/v1/games/import",
    tag = "games",
    params((
        "Idempotency-Key" = Option<String>,
        Header,
        description = "A random UUID that makes retries safe for 24 hours.",
    )),
    request_body = ImportGameBody,
    security((), ("apiKey" = [])),
    responses(
        (
            status = 201,
            description = "The game, and the secrets of its seats.",
            body = CreatedGame,
            headers(
                ("Location" = String, description = "Where the game is."),
                ("ETag" = String, description = "The game's revision."),
            ),
        ),
        (status = 400, description = "The record cannot be read, a turn of it breaks the rules, or its end is not that of its turns: `detail` says where.",
            body = crate::ProblemDocument, content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn import_game(
    State(gateway): State<Gateway>,
    caller: Caller,
    request_id: RequestId,
    Json(body): Json<ImportGameBody>,
) -> Result<Response, Problem> {
    let retry = Retry::of_change(request_id.is_given());
    let message = v1::ImportGameRequest {
        record: body.record,
        seat: body.seat.map_or(0, i32::from),
        visibility: body.visibility.map_or(0, i32::from),
        request_id: request_id.0,
    };
    let answer = gateway
        .ask(
            &caller,
            retry,
            message,
            |mut upstream, request| async move { upstream.games.import_game(request).await },
        )
        .await?;
    CreatedGame::of_import(answer)?.answer(&gateway)
}

impl JsonBody for ImportGameBody {
    const IS_LONG: bool = true;
}
