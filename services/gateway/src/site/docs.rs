//! `GET /openapi.json` and `GET /docs`: the document of the API, and a page to try it that
//! loads nothing from elsewhere.

use std::sync::{Arc, LazyLock};

use axum::extract::Path;
use axum::response::{IntoResponse, Redirect, Response};
use http::HeaderName;
use http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use moelle_proto::error::ErrorCode;
use utoipa_swagger_ui::Config;

use crate::Problem;
use crate::openapi::openapi_json;

/// Where the document is.
const DOCUMENT: &str = "/openapi.json";
/// Where the page is.
const PAGE: &str = "/docs/";
/// The page may load its own parts and call this server. The digest is that of the one style that Swagger
/// UI writes inline; a test in `tests/browser` tells when a release of it writes another.
const POLICY: &str = "default-src 'none'; script-src 'self'; \
    style-src 'self' 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='; \
    img-src 'self' data:; font-src 'self'; connect-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const KEPT: (HeaderName, &str) = (CACHE_CONTROL, "public, max-age=300");

static CONFIG: LazyLock<Arc<Config<'static>>> =
    LazyLock::new(|| Arc::new(Config::from(DOCUMENT).try_it_out_enabled(true)));
static TEXT: LazyLock<String> = LazyLock::new(openapi_json);

/// The document.
pub(crate) async fn document() -> impl IntoResponse {
    ([(CONTENT_TYPE, "application/json"), KEPT], TEXT.as_str())
}

/// The page's own address ends with a slash, so that its parts lie below it.
pub(crate) async fn page_without_slash() -> Redirect {
    Redirect::temporary(PAGE)
}

/// The page.
pub(crate) async fn page() -> Result<Response, Problem> {
    file("")
}

/// A part of the page.
pub(crate) async fn part(part: Option<Path<String>>) -> Result<Response, Problem> {
    let Path(part) = part.ok_or(ErrorCode::UnknownRoute)?;
    file(&part)
}

fn file(path: &str) -> Result<Response, Problem> {
    let file = utoipa_swagger_ui::serve(path, Arc::clone(&CONFIG))
        .map_err(|_| ErrorCode::Internal)?
        .ok_or(ErrorCode::UnknownRoute)?;
    let content_type = [(CONTENT_TYPE, file.content_type)];
    let headers = [(CONTENT_SECURITY_POLICY, POLICY), KEPT];
    Ok((content_type, headers, file.bytes.into_owned()).into_response())
}
