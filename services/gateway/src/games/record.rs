//! `GET /v1/games/{id}/record`

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE, ETAG, VARY};
use http::{HeaderMap, HeaderValue, StatusCode};
use moelle_proto::error::{ErrorCode, Failure};
use moelle_proto::v1;

use crate::Problem;
use crate::extract::{Acceptable, Caller, GameId, IfNoneMatch, etag};
use crate::gateway::{Gateway, Retry};
use crate::shape::BadAnswer;

/// The content type of a record, without its parameter.
const TEXT: &str = "text/plain";

/// Writes a game as a record: text in the manner of PGN. Turns that were taken back are left out.
///
/// A private game needs the token of a seat or of the owner.
#[utoipa::path(
    get,
    path = "/v1/games/{id}/record",
    tag = "games",
    params(
        ("id" = String, Path, description = "The game's id."),
        ("If-None-Match" = Option<String>, Header, description = "The `ETag` of an earlier answer."),
    ),
    security((), ("token" = []), ("apiKey" = [])),
    responses(
        (
            status = 200,
            description = "The record.",
            content_type = "text/plain; charset=utf-8",
            body = String,
            headers(
                ("ETag" = String, description = "The game's revision."),
                ("Content-Disposition" = String, description = "A name for a file."),
            ),
        ),
        (status = 304, description = "The game has not changed."),
        (status = 404, description = "There is no such game.", body = crate::ProblemDocument,
            content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn get_record(
    State(gateway): State<Gateway>,
    caller: Caller,
    known: IfNoneMatch,
    GameId(game_id): GameId,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    if !Acceptable::of(&headers).takes(TEXT) {
        let message = format!("The answer is {TEXT}.");
        return Err(Failure::saying(ErrorCode::NotAcceptable, message).into());
    }
    let file = format!("inline; filename=\"moelle-{game_id}.pgn\"");
    let file = HeaderValue::try_from(file).map_err(|_| BadAnswer("id"))?;
    let _permit = gateway.admit_call()?;
    let message = v1::GetRecordRequest { game_id };
    let answer: v1::GetRecordResponse = gateway
        .ask(
            &caller,
            Retry::Always,
            message,
            |mut upstream, request| async move { upstream.games.get_record(request).await },
        )
        .await?;
    let mut response = if known.has(answer.revision) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let kind = HeaderValue::from_static("text/plain; charset=utf-8");
        let headers = [(CONTENT_TYPE, kind), (CONTENT_DISPOSITION, file)];
        (headers, answer.record).into_response()
    };
    let headers = response.headers_mut();
    headers.insert(ETAG, etag(answer.revision));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    headers.insert(VARY, HeaderValue::from_static("authorization, x-api-key"));
    Ok(response)
}
