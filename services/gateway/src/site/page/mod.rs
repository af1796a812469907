//! The page where people play: `GET /`, `/play/{id}`, `/learn`, `/learn/{id}`, `/variants`,
//! `/variants/{id}`, and its files below `/page/`.
//!
//! Every address of the page is answered with one document, whose script shows what the address
//! means; the document of a game carries a preview for those who are sent its link.

mod document;
mod files;
mod preview;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, VARY};
use http::{HeaderMap, StatusCode};
use moelle_proto::error::ErrorCode;

use self::document::Document;
use self::preview::Preview;
use crate::Problem;
use crate::extract::{Caller, Segment, Segments};
use crate::gateway::Gateway;

/// The page may load its own files and call this server; nothing in it is written inline.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// A file whose address names its contents never changes.
const KEPT_FOR_EVER: &str = "public, max-age=31536000, immutable";

/// The document where a table is set.
pub(crate) async fn home(headers: HeaderMap) -> Response {
    let questions = vec!["/v1/variants".to_owned()];
    shown("home.js", &headers, questions)
}

/// The document of the lessons.
pub(crate) async fn lessons(headers: HeaderMap) -> Response {
    let questions = vec!["/v1/lessons".to_owned()];
    shown("learn.js", &headers, questions)
}

/// The document of one lesson.
pub(crate) async fn lesson(Segment(id): Segment, headers: HeaderMap) -> Response {
    let questions = vec![
        format!("/v1/lessons/{id}"),
        "/v1/variants".to_owned(),
        "/v1/lessons".to_owned(),
    ];
    shown("learn.js", &headers, questions)
}

/// The document of the variants.
pub(crate) async fn variants(headers: HeaderMap) -> Response {
    let questions = vec!["/v1/variants".to_owned()];
    shown("variants.js", &headers, questions)
}

/// The document of one variant.
pub(crate) async fn variant(Segment(id): Segment, headers: HeaderMap) -> Response {
    let questions = vec![
        format!("/v1/variants/{id}"),
        "/v1/variants/nine".to_owned(),
        format!("/v1/variants/nine/compare/{id}"),
    ];
    shown("variants.js", &headers, questions)
}

/// The document of a game. A private game, as one that does not exist, has no preview.
pub(crate) async fn game(
    State(gateway): State<Gateway>,
    Segment(id): Segment,
    caller: Caller,
    headers: HeaderMap,
) -> Response {
    let document = Document::new("play.js", &headers, Vec::new());
    let stranger = caller.stranger(document.language);
    let found = preview::find(&gateway, &id, &stranger, &headers).await;
    let status = match found {
        Preview::Absent => StatusCode::NOT_FOUND,
        Preview::Hidden | Preview::Of(_) => StatusCode::OK,
    };
    let document = match found {
        Preview::Of(game) => document.of_game(game),
        Preview::Absent | Preview::Hidden => document,
    };
    answer(status, &document)
}

/// A file of the page.
pub(crate) async fn file(Segments(version, name): Segments) -> Result<Response, Problem> {
    let file = files::find(&name).ok_or(ErrorCode::UnknownRoute)?;
    // Another version asks during an upgrade, from a page that another replica served.
    let kept = if version == *files::VERSION {
        KEPT_FOR_EVER
    } else {
        "no-cache"
    };
    let headers = [(CONTENT_TYPE, file.content_type), (CACHE_CONTROL, kept)];
    Ok((headers, file.bytes).into_response())
}

fn shown(script: &'static str, headers: &HeaderMap, questions: Vec<String>) -> Response {
    let document = Document::new(script, headers, questions);
    answer(StatusCode::OK, &document)
}

fn answer(status: StatusCode, document: &Document) -> Response {
    let headers = [
        (CONTENT_TYPE, "text/html; charset=utf-8"),
        (CONTENT_SECURITY_POLICY, POLICY),
        (CACHE_CONTROL, "no-cache"),
        (VARY, "accept-language"),
    ];
    (status, headers, document.html()).into_response()
}
