//! What happened in a game.

use moelle_proto::v1;
use moelle_proto::v1::game_event::Change;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    BadAnswer, Clock, Mill, Outcome, PositionState, Side, mills, non_empty, present, time,
};

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
    /// A player aborted the game.
    Aborted,
    /// A player offered a draw.
    DrawOffered,
    /// A player answered the offer of a draw.
    DrawAnswered,
    /// A player asked to take back to before the own last turn.
    TakebackRequested,
    /// A player answered the wish to take back.
    TakebackAnswered,
    /// A player wants a rematch.
    RematchWanted,
    /// The time of a side ran out.
    TimeFell,
    /// An open seat got a new invitation.
    InvitationCreated,
    /// The invitation to an open seat was revoked.
    InvitationRevoked,
    /// A seat got another token.
    SeatReissued,
    /// The game ended as the record says that it was made of.
    Concluded,
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
    /// Who did it, whose time ran out, or whose seat it is about. Absent where it is about no side.
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
    /// Of an answer: whether the draw was agreed, or the takeback granted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) accepted: Option<bool>,
    /// Of a takeback that was granted: the revision whose position is the game's again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) taken_back_to: Option<u64>,
    /// Of a rematch that both want: the id of the new game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) rematch_game_id: Option<String>,
    /// The position after it.
    pub(crate) position: String,
    /// The outcome, if it ended the game.
    #[schema(required)]
    pub(crate) outcome: Option<Outcome>,
    /// Everything that is to be known of the position after it; its `side` is the side to act.
    pub(crate) state: PositionState,
    /// The clocks after it; the deadline is that of the side then to act. Null: the game has none.
    #[schema(required)]
    pub(crate) clock: Option<Clock>,
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
            accepted: None,
            taken_back_to: None,
            rematch_game_id: None,
            position: state.position.clone(),
            outcome: state.outcome.clone(),
            state,
            clock: event.clock.map(Clock::try_from).transpose()?,
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
            Change::Concluded(v1::GameConcluded {}) => self.r#type = EventKind::Concluded,
            Change::SeatTaken(taken) => {
                self.name = non_empty(taken.name);
                self.by(EventKind::SeatTaken, taken.side)?;
            }
            Change::TurnPlayed(played) => {
                self.turn = Some(played.turn);
                self.closed_mills = Some(mills(played.closed_mills));
                self.by(EventKind::TurnPlayed, played.side)?;
            }
            Change::Resigned(it) => self.by(EventKind::Resigned, it.side)?,
            Change::Aborted(it) => self.by(EventKind::Aborted, it.side)?,
            Change::DrawOffered(it) => self.by(EventKind::DrawOffered, it.side)?,
            Change::DrawAnswered(answered) => {
                self.accepted = Some(answered.accepted);
                self.by(EventKind::DrawAnswered, answered.side)?;
            }
            Change::TakebackRequested(it) => self.by(EventKind::TakebackRequested, it.side)?,
            Change::TakebackAnswered(answered) => {
                self.accepted = Some(answered.accepted);
                self.taken_back_to = answered.accepted.then_some(answered.taken_back_to);
                self.by(EventKind::TakebackAnswered, answered.side)?;
            }
            Change::RematchWanted(wanted) => {
                self.rematch_game_id = non_empty(wanted.game_id);
                self.by(EventKind::RematchWanted, wanted.side)?;
            }
            Change::TimeFell(it) => self.by(EventKind::TimeFell, it.side)?,
            Change::InvitationCreated(it) => self.by(EventKind::InvitationCreated, it.side)?,
            Change::InvitationRevoked(it) => self.by(EventKind::InvitationRevoked, it.side)?,
            Change::SeatReissued(it) => self.by(EventKind::SeatReissued, it.side)?,
        }
        Ok(())
    }

    fn by(&mut self, kind: EventKind, side: i32) -> Result<(), BadAnswer> {
        self.r#type = kind;
        self.side = Some(side.try_into()?);
        Ok(())
    }
}
