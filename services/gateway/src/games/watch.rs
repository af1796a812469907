//! A game's events as they happen, as server-sent events.

use std::fmt;

use axum::response::{IntoResponse, Response};
use http::StatusCode;
use moelle_proto::v1;
use moelle_proto::v1::watch_game_response::Message;
use serde::Serialize;
use tonic::Streaming;
use tracing::Instrument as _;
use utoipa::ToSchema;

use super::read;
use super::sse::{Client, EndReason, Stop, Teller, block, first_message};
use crate::extract::Caller;
use crate::gateway::{Gateway, Retry};
use crate::shape::{Event, Game, GameStatus, present};
use crate::{Problem, ProblemDocument};

/// What stands in the `data` of server-sent events.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
#[expect(
    dead_code,
    reason = "it is what the document of the API says of the streams"
)]
pub(crate) enum WatchData {
    /// Of `snapshot` and `reset`.
    Snapshot(Box<SnapshotData>),
    /// Of `event`.
    Event(Box<Event>),
    /// Of `end`.
    End(EndData),
}

/// The game as it stands.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SnapshotData {
    /// The game.
    pub(super) game: Game,
}

/// The end of a stream.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EndData {
    /// Why it ends.
    reason: EndReason,
    /// The revision to resume after.
    after_revision: u64,
    /// What went wrong, where it was interrupted.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<Box<ProblemDocument>>,
}

/// Follows a game, or says that there is nothing more to follow.
pub(super) async fn watch(
    gateway: &Gateway,
    caller: &Caller,
    game_id: String,
    after_revision: Option<u64>,
) -> Result<Response, Problem> {
    let permit = gateway.admit_stream()?;
    if let Some(after) = after_revision {
        let game = read::read(gateway, caller, game_id.clone()).await?;
        let finished = GameStatus::try_from(game.status)? == GameStatus::Finished;
        if finished && game.revision == after {
            return Ok(StatusCode::NO_CONTENT.into_response());
        }
    }
    let message = v1::WatchGameRequest {
        game_id,
        after_revision,
    };
    let mut upstream: Streaming<v1::WatchGameResponse> = gateway
        .open(
            caller,
            Retry::Always,
            message,
            |mut upstream, request| async move { upstream.games.watch_game(request).await },
        )
        .await?;
    let first = first_message(&mut upstream, after_revision.is_some(), gateway.deadline()).await?;
    let (client, response) = Client::open(gateway, permit);
    let teller = OneGame {
        revision: after_revision.unwrap_or_default(),
    };
    gateway.spawn_stream(client.run(teller, upstream, first).in_current_span());
    Ok(response)
}

/// Tells of one game.
struct OneGame {
    /// The last revision that was told.
    revision: u64,
}

impl Teller for OneGame {
    type Message = v1::WatchGameResponse;

    fn tell(&mut self, message: v1::WatchGameResponse) -> Result<String, Stop> {
        match message.message {
            Some(Message::Snapshot(snapshot)) => {
                let game: Game = present(snapshot.game, "game")?.try_into()?;
                self.revision = game.revision;
                let data = SnapshotData { game };
                snapshot_blocks(snapshot.reset, &self.revision, &data)
            }
            Some(Message::Event(event)) => {
                let event: Event = event.try_into()?;
                self.revision = event.revision;
                Ok(block("event", Some(&self.revision), &event)?)
            }
            Some(Message::End(end)) => Err(Stop::End(end.reason().into(), None)),
            // The gateway has its own signs of life, which also come while the game service is
            // silent; and a newer service may have messages that are not known here.
            Some(Message::Heartbeat(v1::Heartbeat {})) | None => Ok(String::new()),
        }
    }

    fn end(
        &self,
        reason: EndReason,
        problem: Option<Box<ProblemDocument>>,
    ) -> Result<String, fmt::Error> {
        let end = EndData {
            reason,
            after_revision: self.revision,
            problem,
        };
        block("end", None, &end)
    }
}

/// `snapshot`, after `reset` where the stream cannot go on from what the client knows.
pub(super) fn snapshot_blocks(
    reset: bool,
    id: &dyn fmt::Display,
    data: &impl Serialize,
) -> Result<String, Stop> {
    let snapshot = block("snapshot", Some(id), data)?;
    if reset {
        Ok(block("reset", Some(id), data)? + &snapshot)
    } else {
        Ok(snapshot)
    }
}
