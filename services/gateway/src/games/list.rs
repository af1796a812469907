//! `GET /v1/games`

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::Uri;
use http::header::{CACHE_CONTROL, VARY};
use moelle_proto::error::Failure;
use moelle_proto::v1;
use prost_types::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::Problem;
use crate::extract::{Caller, page_size, query_texts, said, wrong};
use crate::gateway::{Gateway, Retry};
use crate::shape::{BadAnswer, Game, GameStatus, Word as _, non_empty, time};

/// Games in a page, at most.
const GAMES_MAX: u32 = 100;

/// A page of games.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GamePage {
    /// The games, those created last first, each as a read of it shows it.
    games: Vec<Game>,
    /// What `page` takes for the next page. Null: there are no more.
    #[schema(required)]
    next_page: Option<String>,
}

/// Lists public games, or those of the application whose key comes along: those created last first. Pages stay right while games are added.
#[utoipa::path(
    get,
    path = "/v1/games",
    tag = "games",
    params(
        ("variant" = Option<String>, Query, description = "Chosen as this variant.", example = "nine"),
        ("status" = Option<GameStatus>, Query, description = "At this point of their life."),
        ("player" = Option<String>, Query, description = "With a player of this name, in upper or lower case."),
        ("createdFrom" = Option<String>, Query, format = DateTime, description = "Created at this time of RFC 3339 or later."),
        ("createdBefore" = Option<String>, Query, format = DateTime, description = "Created before this time."),
        ("own" = Option<bool>, Query, description = "`true`: the games of the application whose key comes along, of every visibility, in place of public ones. Without a key it is refused."),
        ("limit" = Option<u32>, Query, description = "Games in a page: 1 to 100. Absent: 20.", minimum = 1, maximum = 100),
        ("page" = Option<String>, Query, description = "Where the page begins: the `nextPage` of the page before. Absent: with the newest."),
    ),
    security((), ("apiKey" = [])),
    responses((status = 200, description = "A page of games.", body = GamePage)),
)]
pub(crate) async fn list_games(
    State(gateway): State<Gateway>,
    caller: Caller,
    uri: Uri,
) -> Result<Response, Problem> {
    let message = asked(&uri)?;
    let answer: v1::ListGamesResponse = gateway
        .ask(
            &caller,
            Retry::Always,
            message,
            |mut upstream, request| async move { upstream.games.list_games(request).await },
        )
        .await?;
    let page = GamePage::try_from(answer)?;
    let headers = [(CACHE_CONTROL, "no-cache"), (VARY, "accept-language")];
    Ok((headers, axum::Json(page)).into_response())
}

fn asked(uri: &Uri) -> Result<v1::ListGamesRequest, Failure> {
    let names = [
        "variant",
        "status",
        "player",
        "createdFrom",
        "createdBefore",
        "own",
        "limit",
        "page",
    ];
    let [variant, status, player, from, before, own, limit, page] = query_texts(uri, names)?;
    Ok(v1::ListGamesRequest {
        variant: said(variant, "variant")?,
        status: status.map_or(Ok(0), |status| {
            GameStatus::of_word(&status).map(i32::from).ok_or_else(|| {
                let words = GameStatus::WORDS.join(", ");
                wrong("status", format!("`status` must be one of: {words}."))
            })
        })?,
        player: said(player, "player")?,
        created_from: instant(from, "createdFrom")?,
        created_before: instant(before, "createdBefore")?,
        page_size: page_size(limit, GAMES_MAX)?,
        page_token: said(page, "page")?,
        own: match own.as_deref() {
            None | Some("false") => false,
            Some("true") => true,
            Some(_) => return Err(wrong("own", "`own` must be true or false.".to_owned())),
        },
    })
}

fn instant(text: Option<String>, name: &str) -> Result<Option<Timestamp>, Failure> {
    let Some(text) = text else { return Ok(None) };
    time::parse(&text).map(Some).ok_or_else(|| {
        let message = format!("`{name}` must be a time of RFC 3339, such as 2026-03-01T12:00:00Z.");
        wrong(name, message)
    })
}

impl TryFrom<v1::ListGamesResponse> for GamePage {
    type Error = BadAnswer;

    fn try_from(response: v1::ListGamesResponse) -> Result<Self, BadAnswer> {
        let games = response.games.into_iter().map(Game::try_from);
        Ok(Self {
            games: games.collect::<Result<_, _>>()?,
            next_page: non_empty(response.next_page_token),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(query: &str) -> Result<v1::ListGamesRequest, Failure> {
        asked(&format!("/v1/games{query}").parse().expect("an address"))
    }

    #[test]
    fn what_is_absent_is_not_asked() {
        assert_eq!(ask(""), Ok(v1::ListGamesRequest::default()));
    }

    #[test]
    fn everything_else_goes_along() {
        let query = "?variant=nine&status=running&player=%C3%85se%20B&limit=100&page=x&own=true\
                     &createdFrom=2026-03-01T12:00:00Z&createdBefore=2026-03-01T14:00:00%2B01:00";
        let time = |seconds| Some(Timestamp { seconds, nanos: 0 });
        assert_eq!(
            ask(query),
            Ok(v1::ListGamesRequest {
                variant: "nine".to_owned(),
                status: v1::GameStatus::Running.into(),
                player: "Åse B".to_owned(),
                created_from: time(1_772_366_400),
                created_before: time(1_772_370_000),
                page_size: 100,
                page_token: "x".to_owned(),
                own: true,
            })
        );
    }

    #[test]
    fn what_is_wrong_is_told_by_its_name() {
        for (query, field) in [
            ("?variant=", "variant"),
            ("?player=", "player"),
            ("?status=over", "status"),
            ("?createdFrom=yesterday", "createdFrom"),
            ("?createdBefore=2026-03-01T12:00:00+01:00", "createdBefore"),
            ("?limit=0", "limit"),
            ("?limit=101", "limit"),
            ("?limit=%2B5", "limit"),
            ("?page=", "page"),
            ("?own=yes", "own"),
            ("?sort=name", "sort"),
            ("?limit=1&limit=2", "limit"),
        ] {
            let failure = ask(query).expect_err(query);
            assert_eq!(failure.violations()[0].field, field, "{query}");
        }
    }
}
