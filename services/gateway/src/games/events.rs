//! `GET /v1/games/{id}/events`

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::header::{CACHE_CONTROL, VARY};
use http::{HeaderMap, Uri};
use moelle_proto::error::{ErrorCode, Failure};
use moelle_proto::limits::EVENTS_MAX;
use moelle_proto::v1;
use serde::Serialize;
use utoipa::ToSchema;

use super::sse::EVENT_STREAM;
use super::watch::{self, WatchData};
use crate::Problem;
use crate::extract::{Acceptable, Caller, GameId, LastEventId, query_numbers, take_flag, wrong};
use crate::gateway::{Gateway, Retry};
use crate::guard::JSON;
use crate::hub::Following;
use crate::shape::{BadAnswer, Event};

/// A page of events.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct EventPage {
    /// The events, oldest first.
    events: Vec<Event>,
    /// Whether there are more; then ask again after the revision of the last.
    more: bool,
}

/// Lists the events of a game, oldest first; or, with `Accept: text/event-stream`, follows them.
///
/// A stream begins with `snapshot`, the game as it stands, and goes on with `event`, each with its
/// revision as `id`. `Last-Event-ID` or `after` resumes after a revision that is known; one that the
/// game has not reached gets `reset` and a `snapshot`. A comment comes every 15 seconds. The last
/// event is `end`: `game_over`; or `shutting_down`, `fell_behind` and `interrupted`, after which to
/// resume; or `unauthorized`, where the game is private and the token of the seat was replaced. A
/// watcher that has seen the end of the game is answered 204, which stops an `EventSource`.
///
/// With `rematch=true` the stream goes on after the end of the game, with the wishes of both sides for
/// a rematch, and its `end` and the 204 come when one is agreed, when there can be none, or when nothing
/// has happened for ten minutes, or what the operator chose.
#[utoipa::path(
    get,
    path = "/v1/games/{id}/events",
    tag = "games",
    params(
        ("id" = String, Path, description = "The game's id."),
        ("after" = Option<u64>, Query, description = "Events after this revision. Absent: a page begins with the creation, a stream with a snapshot.", maximum = 9_007_199_254_740_991_i64),
        ("limit" = Option<u64>, Query, description = "Events in a page: 1 to 500. Absent: 100.", minimum = 1, maximum = 500),
        ("rematch" = Option<bool>, Query, description = "Of a stream: whether it goes on after the end of the game, for a rematch. Absent: false."),
        ("Last-Event-ID" = Option<u64>, Header, description = "The last revision that the watcher of a stream knows."),
    ),
    security((), ("token" = []), ("apiKey" = [])),
    responses(
        (
            status = 200,
            description = "A page of events, or a stream.",
            content((EventPage = "application/json"), (WatchData = "text/event-stream")),
        ),
        (status = 204, description = "The watcher has seen the end of the game."),
        (status = 404, description = "There is no such game.", body = crate::ProblemDocument,
            content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn list_events(
    State(gateway): State<Gateway>,
    caller: Caller,
    GameId(id): GameId,
    last_event_id: LastEventId,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let acceptable = Acceptable::of(&headers);
    let (rematch, uri) = take_flag(&uri, "rematch")?;
    let [after, limit] = query_numbers(&uri, ["after", "limit"])?;
    if !acceptable.takes(JSON) && !acceptable.takes(EVENT_STREAM) {
        let message = format!("There are {JSON} and {EVENT_STREAM}.");
        return Err(Failure::saying(ErrorCode::NotAcceptable, message).into());
    }
    if acceptable.prefers(EVENT_STREAM, JSON) {
        let after = last_event_id.0.or(after);
        return watch::watch(&gateway, &caller, id, Following { after, rematch }).await;
    }
    let page = list(&gateway, &caller, id, after.unwrap_or_default(), limit).await?;
    let headers = [
        (CACHE_CONTROL, "private, no-cache"),
        (VARY, "accept, accept-language, authorization, x-api-key"),
    ];
    Ok((headers, axum::Json(page)).into_response())
}

async fn list(
    gateway: &Gateway,
    caller: &Caller,
    game_id: String,
    after_revision: u64,
    limit: Option<u64>,
) -> Result<EventPage, Problem> {
    let page_size = match limit {
        None => 0,
        Some(limit) => u32::try_from(limit)
            .ok()
            .filter(|limit| (1..=EVENTS_MAX).contains(limit))
            .ok_or_else(|| wrong("limit", format!("`limit` must be 1 to {EVENTS_MAX}.")))?,
    };
    let _permit = gateway.admit_call()?;
    let message = v1::ListEventsRequest {
        game_id,
        after_revision,
        page_size,
    };
    let answer = gateway
        .ask(
            caller,
            Retry::Always,
            message,
            |mut upstream, request| async move { upstream.games.list_events(request).await },
        )
        .await?;
    Ok(answer.try_into()?)
}

impl TryFrom<v1::ListEventsResponse> for EventPage {
    type Error = BadAnswer;

    fn try_from(response: v1::ListEventsResponse) -> Result<Self, BadAnswer> {
        let events = response
            .events
            .into_iter()
            .map(Event::try_from)
            .collect::<Result<_, _>>()?;
        Ok(Self {
            events,
            more: response.more,
        })
    }
}
