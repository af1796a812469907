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
use crate::extract::{Segment, Segments};
use crate::gateway::Gateway;

/// The page may load its own files and call this server; nothing in it is written inline.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// A file whose address names its contents never changes.
const KEPT_FOR_EVER: &str = "public, max-age=31536000, immutable";

/// The document, where nothing is to be known of the address.
pub(crate) async fn page(headers: HeaderMap) -> Response {
    answer(StatusCode::OK, &Document::new(&headers))
}

/// The document of a game. A private game, as one that does not exist, has no preview.
pub(crate) async fn game(
    State(gateway): State<Gateway>,
    Segment(id): Segment,
    headers: HeaderMap,
) -> Response {
    let mut document = Document::new(&headers);
    let found = preview::find(&gateway, &id, document.language, &headers).await;
    let status = match found {
        Preview::Absent => StatusCode::NOT_FOUND,
        Preview::Hidden | Preview::Of(_) => StatusCode::OK,
    };
    if let Preview::Of(tags) = found {
        document.preview = tags;
    }
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

fn answer(status: StatusCode, document: &Document) -> Response {
    let headers = [
        (CONTENT_TYPE, "text/html; charset=utf-8"),
        (CONTENT_SECURITY_POLICY, POLICY),
        (CACHE_CONTROL, "no-cache"),
        (VARY, "accept-language"),
    ];
    (status, headers, document.html()).into_response()
}
