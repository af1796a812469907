//! What is told of a game, made once for all who follow it.

use std::fmt;

use bytes::Bytes;
use moelle_proto::v1;
use moelle_proto::v1::game_event::Change;
use serde::Serialize;
use utoipa::ToSchema;

use crate::shape::{BadAnswer, Event, Game, GameStatus};

/// The game as it stood.
pub(crate) struct Snapshot {
    pub(crate) game: SnapshotData,
    pub(crate) revision: u64,
    /// As the server-sent event of a stream of one game.
    pub(crate) text: Bytes,
    /// Whether the game has ended.
    pub(super) is_over: bool,
    /// Whether it can change no more.
    pub(super) is_last: bool,
}

/// The game as it stands.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct SnapshotData {
    /// The game.
    pub(crate) game: Game,
}

/// An event.
pub(crate) struct Told {
    pub(crate) event: Event,
    /// As the server-sent event of a stream of one game.
    pub(crate) text: Bytes,
    /// The side whose seat got another token.
    pub(super) reissued: Option<v1::Side>,
}

impl Snapshot {
    pub(super) fn new(game: Game, is_last: bool) -> Result<Self, BadAnswer> {
        let (revision, is_over) = (game.revision, game.status == GameStatus::Finished);
        let game = SnapshotData { game };
        Ok(Self {
            text: text("snapshot", revision, &game)?,
            game,
            revision,
            is_over,
            is_last,
        })
    }
}

impl Told {
    pub(super) fn read(event: v1::GameEvent) -> Result<Self, BadAnswer> {
        let reissued = match &event.change {
            Some(Change::SeatReissued(reissued)) => Some(reissued.side()),
            _ => None,
        };
        let event: Event = event.try_into()?;
        Ok(Self {
            text: text("event", event.revision, &event)?,
            event,
            reissued,
        })
    }

    pub(crate) fn revision(&self) -> u64 {
        self.event.revision
    }
}

fn text(name: &str, id: u64, data: &impl Serialize) -> Result<Bytes, BadAnswer> {
    let written = block(name, Some(&id), data).map_err(|_| BadAnswer("event"))?;
    Ok(written.into())
}

/// A server-sent event. JSON on one line needs no more lines of data.
pub(crate) fn block(
    name: &str,
    id: Option<&dyn fmt::Display>,
    data: &impl Serialize,
) -> Result<String, fmt::Error> {
    use fmt::Write as _;
    let mut text = String::new();
    writeln!(text, "event: {name}")?;
    if let Some(id) = id {
        writeln!(text, "id: {id}")?;
    }
    let data = serde_json::to_string(data).map_err(|_| fmt::Error)?;
    writeln!(text, "data: {data}\n")?;
    Ok(text)
}
