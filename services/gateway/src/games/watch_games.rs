//! `GET /v1/events`

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use futures::stream;
use futures::{StreamExt as _, TryStreamExt as _};
use http::header::HeaderName;
use http::{HeaderMap, StatusCode, Uri};
use moelle_proto::error::{ErrorCode, Failure};
use tracing::Instrument as _;

use super::many::{Followed, ManyData, ManyGames};
use super::sse::{Client, EVENT_STREAM};
use crate::Problem;
use crate::extract::{Acceptable, Caller, query_list, take_flag, wrong};
use crate::gateway::Gateway;
use crate::hub::Following;

/// Games on one stream, at most.
const GAMES_MAX: usize = 100;
/// Games that a stream begins to follow at once.
const OPENED_AT_ONCE: usize = 8;

/// Follows many games on one stream.
///
/// Every game begins with `snapshot`, the game as it stands, and goes on with `event`, as where one
/// game is followed; `gameId` says which game it is about. The `id` of an event is a list of
/// `game:revision` with commas, and `!` after games whose end was told: `Last-Event-ID` resumes every
/// game that it names, and begins the others. A game may also be given as `game=ID:REVISION`, which
/// resumes it where no `Last-Event-ID` names it. A revision that a game has not reached gets `reset`
/// and a `snapshot`. `end` with a `gameId` ends that game; the last event is `end` with `gameId` null:
/// `game_over` when all games are, or `shutting_down`, `fell_behind` and `interrupted`, after which to
/// resume. A comment comes every 15 seconds. A watcher that has seen the end of all games is answered
/// 204, which stops an `EventSource`. Private games need the token of a seat or owner of each; `end`
/// with `unauthorized` says that the token works no more for a game. `rematch` is as where one game is
/// followed.
#[utoipa::path(
    get,
    path = "/v1/events",
    tag = "games",
    params(
        ("game" = Vec<String>, Query, explode, description = "The games: 1 to 100, each once.",
            example = json!(["1BqkzVJm2xXQnS7TjGzR9a", "1BqkzVJm2xXQnS7TjGzR9b:12"])),
        ("rematch" = Option<bool>, Query, description = "Whether games that have ended are followed on, for a rematch. Absent: false."),
        ("Last-Event-ID" = Option<String>, Header, description = "The id of the last event that the watcher knows.",
            example = "1BqkzVJm2xXQnS7TjGzR9a:7,1BqkzVJm2xXQnS7TjGzR9b:12!"),
    ),
    security((), ("token" = []), ("apiKey" = [])),
    responses(
        (status = 200, description = "A stream.", body = ManyData, content_type = "text/event-stream"),
        (status = 204, description = "The watcher has seen the end of all games."),
        (status = 404, description = "One of the games does not exist.", body = crate::ProblemDocument,
            content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn watch_games(
    State(gateway): State<Gateway>,
    caller: Caller,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    if !Acceptable::of(&headers).takes(EVENT_STREAM) {
        let message = format!("The answer is {EVENT_STREAM}.");
        return Err(Failure::saying(ErrorCode::NotAcceptable, message).into());
    }
    let (rematch, uri) = take_flag(&uri, "rematch")?;
    let games = asked(&uri, &headers)?;
    if games.are_over() {
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    let permit = gateway.admit_stream(&caller)?;
    let open = games.0.iter().enumerate().filter(|(_, game)| !game.over);
    let open: Vec<_> = open
        .map(|(place, game)| (place, game.id.clone(), game.after))
        .collect();
    let subscriptions = stream::iter(open).map(|(place, id, after)| {
        let following = Following { after, rematch };
        let following = gateway.follow(&caller, id, following);
        async move {
            let subscription = following.await;
            let subscription = subscription.map_err(|failure| failure.with("index", place))?;
            Ok::<_, Failure>((place, subscription))
        }
    });
    let subscriptions: Vec<_> = subscriptions.buffered(OPENED_AT_ONCE).try_collect().await?;
    let items = subscriptions
        .into_iter()
        .map(|(place, subscription)| subscription.items().map(move |item| (place, item)).boxed());
    // A game whose end was told says nothing more, and the stream ends with the last of them.
    let items = stream::select_all(items).chain(stream::pending()).boxed();
    let (client, response) = Client::open(&gateway, permit);
    gateway.spawn_stream(client.run(games, items).in_current_span());
    Ok(response)
}

fn asked(uri: &Uri, headers: &HeaderMap) -> Result<ManyGames, Failure> {
    let texts = query_list(uri, "game")?;
    if !(1..=GAMES_MAX).contains(&texts.len()) {
        let message = format!("`game` must be there 1 to {GAMES_MAX} times.");
        return Err(wrong("game", message));
    }
    let mut games: Vec<Followed> = Vec::with_capacity(texts.len());
    for text in texts {
        let game = Followed::read(&text).ok_or(ErrorCode::GameNotFound)?;
        if games.iter().any(|known| known.id == game.id) {
            return Err(wrong("game", "`game` names a game twice."));
        }
        games.push(game);
    }
    let mut games = ManyGames(games);
    let known = headers.get(HeaderName::from_static("last-event-id"));
    let known = known.map(|known| known.to_str().unwrap_or("?"));
    if let Some(known) = known.filter(|known| !known.is_empty()) {
        games.resume(known).ok_or_else(|| {
            let message = "`Last-Event-ID` must be the id of an event: a list of game:revision.";
            wrong("Last-Event-ID", message)
        })?;
    }
    Ok(games)
}
