//! What happened in a game.

use moelle_proto::v1;
use moelle_proto::v1::game_event::Change;
use serde::Serialize;
use utoipa::ToSchema;

use super::{BadAnswer, Mill, Outcome, PositionState, Side, mills, non_empty, present, time};

/// What kind of change an event is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum EventKind {
    /// The game was created.
    Created,
    /// A seat was taken.
    SeatTaken,
    /// A turn or an action was played.
    TurnPlayed,
    /// A player resigned.
    Resigned,
    /// Something that this version of the gateway has no name for; the state is right all the same.
    Other,
}

/// A change of a game. Every change is one event, and adds one to the revision.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Event {
    /// The revision that it made.
    pub(crate) revision: u64,
    /// When, in RFC 3339.
    #[schema(format = DateTime)]
    pub(crate) at: String,
    /// What happened.
    pub(crate) r#type: EventKind,
    /// Who did it: took the seat, played, resigned. Absent where nobody's side did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) side: Option<Side>,
    /// The name of who took the seat. Absent where none was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<String>,
    /// What was played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) turn: Option<String>,
    /// The mills that it closed, in index order. Absent where nothing was played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) closed_mills: Option<Vec<Mill>>,
    /// The position after it.
    pub(crate) position: String,
    /// The outcome, if it ended the game.
    #[schema(required)]
    pub(crate) outcome: Option<Outcome>,
    /// Everything that is to be known of the position after it; its `side` is the side to act.
    pub(crate) state: PositionState,
}

impl TryFrom<v1::GameEvent> for Event {
    type Error = BadAnswer;

    fn try_from(event: v1::GameEvent) -> Result<Self, BadAnswer> {
        let state: PositionState = present(event.state, "state")?.try_into()?;
        let mut shaped = Self {
            revision: event.revision,
            at: time::text(event.at, "at")?,
            r#type: EventKind::Other,
            side: None,
            name: None,
            turn: None,
            closed_mills: None,
            position: state.position.clone(),
            outcome: state.outcome.clone(),
            state,
        };
        if let Some(change) = event.change {
            shaped.tell(change)?;
        }
        Ok(shaped)
    }
}

impl Event {
    fn tell(&mut self, change: Change) -> Result<(), BadAnswer> {
        match change {
            Change::Created(v1::GameCreated {}) => self.r#type = EventKind::Created,
            Change::SeatTaken(taken) => {
                self.r#type = EventKind::SeatTaken;
                self.side = Some(taken.side.try_into()?);
                self.name = non_empty(taken.name);
            }
            Change::TurnPlayed(played) => {
                self.r#type = EventKind::TurnPlayed;
                self.side = Some(played.side.try_into()?);
                self.turn = Some(played.turn);
                self.closed_mills = Some(mills(played.closed_mills));
            }
            Change::Resigned(resigned) => {
                self.r#type = EventKind::Resigned;
                self.side = Some(resigned.side.try_into()?);
            }
        }
        Ok(())
    }
}
