//! `GET /v1/games/{id}`

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::header::{CACHE_CONTROL, ETAG, VARY};
use http::{HeaderValue, StatusCode};
use moelle_proto::error::Failure;
use moelle_proto::v1;

use super::change::GameAnswer;
use crate::Problem;
use crate::extract::{Caller, GameId, IfNoneMatch, etag};
use crate::gateway::{Gateway, Retry};
use crate::shape::{Game, present};

/// Reads a game. A private game needs the token of a seat or of the owner.
///
/// The `ETag` is the revision: every change of the game makes another, the fall of a flag included.
/// The number of spectators, the server's time and what the clocks have left then are told beside the
/// game and are not a part of it.
#[utoipa::path(
    get,
    path = "/v1/games/{id}",
    tag = "games",
    params(
        ("id" = String, Path, description = "The game's id."),
        ("If-None-Match" = Option<String>, Header, description = "The `ETag` of an earlier answer."),
    ),
    security((), ("token" = []), ("apiKey" = [])),
    responses(
        (
            status = 200,
            description = "The game.",
            body = GameAnswer,
            headers(("ETag" = String, description = "The game's revision.")),
        ),
        (status = 304, description = "The game has not changed."),
        (status = 401, description = "The game is private, and there is no token.",
            body = crate::ProblemDocument, content_type = "application/problem+json"),
        (status = 403, description = "The game is private, and the token is not one of its own.",
            body = crate::ProblemDocument, content_type = "application/problem+json"),
        (status = 404, description = "There is no such game.", body = crate::ProblemDocument,
            content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn get_game(
    State(gateway): State<Gateway>,
    caller: Caller,
    known: IfNoneMatch,
    GameId(id): GameId,
) -> Result<Response, Problem> {
    let game = read(&gateway, &caller, id).await?;
    let tag = etag(game.revision);
    let mut response = if known.has(game.revision) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let game: Game = game.try_into()?;
        axum::Json(GameAnswer { game }).into_response()
    };
    let headers = response.headers_mut();
    headers.insert(ETAG, tag);
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    headers.insert(
        VARY,
        HeaderValue::from_static("accept-language, authorization, x-api-key"),
    );
    Ok(response)
}

/// The game as the game service has it.
pub(crate) async fn read(
    gateway: &Gateway,
    caller: &Caller,
    game_id: String,
) -> Result<v1::Game, Problem> {
    let message = v1::GetGameRequest { game_id };
    let answer: Result<v1::GetGameResponse, Failure> = gateway
        .ask(
            caller,
            Retry::Always,
            message,
            |mut upstream, request| async move { upstream.games.get_game(request).await },
        )
        .await;
    Ok(present(answer?.game, "game")?)
}
