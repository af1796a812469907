//! `GET /v1/games/{id}/board.svg` and `GET /v1/games/{id}/board.png`

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::header::{CACHE_CONTROL, ETAG, VARY};
use http::{HeaderMap, HeaderValue, StatusCode, Uri};
use moelle_proto::error::{ErrorCode, Failure};
use moelle_proto::v1;
use moelle_proto::v1::rule_set_selection::Base;
use moelle_proto::wire::{ChosenRules, Problems, read_position};
use moelle_rules::{Position, Turn};
use moelle_words::Language;

use super::read;
use crate::Problem;
use crate::extract::{Acceptable, Caller, GameId, IfNoneMatch, etag, query_texts, wrong};
use crate::gateway::Gateway;
use crate::pictures::{Form, Look, PictureSize, PictureTheme, draw};
use crate::shape::BadAnswer;

/// No revision is larger: the stores count in signed numbers.
const REVISION_MAX: u64 = i64::MAX.unsigned_abs();
/// What a picture of a revision that will never change may be kept for.
const KEPT_FOR_EVER: &str = "public, max-age=31536000, immutable";

/// A game's board as SVG, its mills and its last turn marked.
///
/// A private game needs the token of a seat or of the owner.
#[utoipa::path(
    get,
    path = "/v1/games/{id}/board.svg",
    tag = "games",
    params(
        ("id" = String, Path, description = "The game's id."),
        ("theme" = Option<PictureTheme>, Query, description = "Its colours. Absent: light."),
        ("coordinates" = Option<bool>, Query, description = "Whether files and ranks are named. Absent: true."),
        ("revision" = Option<u64>, Query, description = "The game's revision. While it is the current one the answer may be kept for ever."),
        ("If-None-Match" = Option<String>, Header, description = "The `ETag` of an earlier answer."),
    ),
    security((), ("token" = []), ("apiKey" = [])),
    responses(
        (status = 200, description = "The picture.", content_type = "image/svg+xml", body = String,
            headers(("ETag" = String, description = "The game's revision."))),
        (status = 304, description = "The game has not changed."),
        (status = 404, description = "There is no such game.", body = crate::ProblemDocument,
            content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn game_board_svg(
    State(gateway): State<Gateway>,
    caller: Caller,
    known: IfNoneMatch,
    GameId(id): GameId,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    board(Form::Svg, &gateway, &caller, &known, id, &uri, &headers).await
}

/// A game's board as PNG, its mills and its last turn marked.
///
/// A private game needs the token of a seat or of the owner.
#[utoipa::path(
    get,
    path = "/v1/games/{id}/board.png",
    tag = "games",
    params(
        ("id" = String, Path, description = "The game's id."),
        ("size" = Option<PictureSize>, Query, description = "How large it is: 240, 480 or 960 pixels. Absent: medium."),
        ("theme" = Option<PictureTheme>, Query, description = "Its colours. Absent: light."),
        ("coordinates" = Option<bool>, Query, description = "Whether files and ranks are named. Absent: true."),
        ("revision" = Option<u64>, Query, description = "The game's revision. While it is the current one the answer may be kept for ever."),
        ("If-None-Match" = Option<String>, Header, description = "The `ETag` of an earlier answer."),
    ),
    security((), ("token" = []), ("apiKey" = [])),
    responses(
        (status = 200, description = "The picture.", content_type = "image/png", body = String,
            headers(("ETag" = String, description = "The game's revision."))),
        (status = 304, description = "The game has not changed."),
        (status = 404, description = "There is no such game.", body = crate::ProblemDocument,
            content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn game_board_png(
    State(gateway): State<Gateway>,
    caller: Caller,
    known: IfNoneMatch,
    GameId(id): GameId,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    board(Form::Png, &gateway, &caller, &known, id, &uri, &headers).await
}

async fn board(
    form: Form,
    gateway: &Gateway,
    caller: &Caller,
    known: &IfNoneMatch,
    id: String,
    uri: &Uri,
    headers: &HeaderMap,
) -> Result<Response, Problem> {
    if !Acceptable::of(headers).takes(form.content_type()) {
        let message = format!("The answer is {}.", form.content_type());
        return Err(Failure::saying(ErrorCode::NotAcceptable, message).into());
    }
    let [theme, size, coordinates, revision] =
        query_texts(uri, ["theme", "size", "coordinates", "revision"])?;
    let look = Look::of_query(theme.as_deref(), size.as_deref(), coordinates.as_deref())?;
    let named: Option<u64> = revision
        .map(|text| {
            let number = text.parse().ok().filter(|number| *number <= REVISION_MAX);
            number.ok_or_else(|| wrong("revision", "`revision` must be a whole number."))
        })
        .transpose()?;
    let _permit = gateway.admit_call()?;
    let game = read::read(gateway, caller, id).await?;
    let mut response = if known.has(game.revision) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let (position, last) = standing(&game)?;
        draw(form, look, position, last).await?
    };
    let kept = if game.visibility() == v1::Visibility::Private {
        "private, no-cache"
    } else if named == Some(game.revision) {
        KEPT_FOR_EVER
    } else {
        "public, no-cache"
    };
    let headers = response.headers_mut();
    headers.insert(ETAG, etag(game.revision));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(kept));
    headers.insert(VARY, HeaderValue::from_static("authorization, x-api-key"));
    Ok(response)
}

/// The position of a game and its last turn.
fn standing(game: &v1::Game) -> Result<(Position, Option<Turn>), BadAnswer> {
    let selection = v1::RuleSetSelection {
        base: game.rules.map(Base::Rules),
        ..v1::RuleSetSelection::default()
    };
    let mut problems = Problems::new(Language::English);
    let chosen = ChosenRules::read(Some(&selection), "rules", &mut problems);
    let rules = chosen.ok_or(BadAnswer("rules"))?.rules;
    let text = game.state.as_ref().map(|state| state.position.as_str());
    let position = read_position(rules, text, "position", &mut problems);
    let position = position.ok_or(BadAnswer("state.position"))?;
    // A turn that is under way is a turn so far.
    let last = Turn::parse(position.board(), &game.last_turn).ok();
    Ok((position, last))
}
