//! A game's events as they happen, as server-sent events.

use std::fmt;

use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures::StreamExt as _;
use http::StatusCode;
use serde::Serialize;
use tracing::Instrument as _;
use utoipa::ToSchema;

use super::sse::{Client, EndReason, Stop, Teller, block};
use crate::extract::Caller;
use crate::gateway::Gateway;
use crate::hub::{Following, Item, SnapshotData};
use crate::shape::Event;
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
    following: Following,
) -> Result<Response, Problem> {
    let permit = gateway.admit_stream(caller)?;
    let subscription = gateway.follow(caller, game_id, following).await?;
    if subscription.is_over() {
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    let (client, response) = Client::open(gateway, permit);
    let teller = OneGame {
        revision: following.after.unwrap_or_default(),
    };
    let items = subscription.items().map(|item| (0, item)).boxed();
    gateway.spawn_stream(client.run(teller, items).in_current_span());
    Ok(response)
}

/// Tells of one game.
struct OneGame {
    /// The last revision that was told.
    revision: u64,
}

impl Teller for OneGame {
    fn tell(&mut self, _: usize, item: Item) -> Result<Bytes, Stop> {
        match item {
            Item::Snapshot { snapshot, is_reset } => {
                self.revision = snapshot.revision;
                if !is_reset {
                    return Ok(snapshot.text.clone());
                }
                let reset = block("reset", Some(&self.revision), &snapshot.game)?;
                Ok([reset.as_bytes(), &snapshot.text].concat().into())
            }
            Item::Event(told) => {
                self.revision = told.revision();
                Ok(told.text.clone())
            }
            Item::End(reason, failure) => Err(Stop::End(reason, failure.map(Problem::from))),
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
