//! What happens to a game.

use moelle_rules::{Action, BySide, Line, Outcome, Position, Side, Turn};
use time::{Duration, OffsetDateTime};

use crate::{GameId, PlayerName, Revision, SecretHash};

/// One change of a game. Every change is one event and makes one revision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// The revision that it made.
    pub revision: Revision,
    /// When it happened.
    pub at: OffsetDateTime,
    /// What happened.
    pub change: Change,
    /// The position after it.
    pub position: Position,
    /// How often that position has occurred. `None` between the actions of a turn.
    pub occurrences: Option<u32>,
    /// The end of the game, if it has ended.
    pub outcome: Option<Outcome>,
    /// What each side's clock has left at that moment. `None`: no clock.
    pub left: Option<BySide<Duration>>,
    /// When the time of the side then to act is over. `None`: the clocks stand still.
    pub deadline: Option<OffsetDateTime>,
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// The game was created.
    Created,
    /// A seat was taken.
    SeatTaken {
        /// Its side.
        side: Side,
        /// The player's name, as it is from now on.
        name: Option<PlayerName>,
    },
    /// A turn, an action of one, or removals that were owed were played.
    TurnPlayed {
        /// By whom.
        side: Side,
        /// What was sent.
        turn: Turn,
    },
    /// The game ended as the record says that it was made of.
    Concluded,
    /// A player resigned.
    Resigned {
        /// Who.
        side: Side,
    },
    /// A player aborted the game.
    Aborted {
        /// Who.
        side: Side,
    },
    /// A player offered a draw.
    DrawOffered {
        /// Who.
        side: Side,
    },
    /// A player answered the offer of a draw.
    DrawAnswered {
        /// Who.
        side: Side,
        /// Whether the draw was agreed.
        accepted: bool,
    },
    /// A player asked to take back to before the own last turn.
    TakebackRequested {
        /// Who.
        side: Side,
    },
    /// A player answered the wish to take back.
    TakebackAnswered {
        /// Who.
        side: Side,
        /// The revision whose position is the game's again. `None`: declined.
        taken_back_to: Option<Revision>,
    },
    /// A player wants a rematch.
    RematchWanted {
        /// Who.
        side: Side,
        /// The new game, once both want it.
        game: Option<GameId>,
    },
    /// The time of a side ran out.
    TimeFell {
        /// Whose.
        side: Side,
    },
    /// An open seat got a new invitation.
    InvitationCreated {
        /// The seat's side.
        side: Side,
    },
    /// The invitation to an open seat was revoked.
    InvitationRevoked {
        /// The seat's side.
        side: Side,
    },
    /// A seat got another token.
    SeatReissued {
        /// The seat's side.
        side: Side,
        /// The token that works no more. Unknown where an older release stored the event.
        replaced: Option<SecretHash>,
    },
}

impl Event {
    /// Whether the game ended with it. A game that has ended may be followed by events that hold its
    /// outcome too.
    #[must_use]
    pub const fn ends_game(&self) -> bool {
        let is_afterwards = matches!(
            self.change,
            Change::RematchWanted { .. } | Change::SeatReissued { .. }
        );
        self.outcome.is_some() && !is_afterwards
    }
}

impl Change {
    /// The side that it is about.
    #[must_use]
    pub const fn side(&self) -> Option<Side> {
        match *self {
            Self::Created | Self::Concluded => None,
            Self::SeatTaken { side, .. }
            | Self::TurnPlayed { side, .. }
            | Self::Resigned { side }
            | Self::Aborted { side }
            | Self::DrawOffered { side }
            | Self::DrawAnswered { side, .. }
            | Self::TakebackRequested { side }
            | Self::TakebackAnswered { side, .. }
            | Self::RematchWanted { side, .. }
            | Self::TimeFell { side }
            | Self::InvitationCreated { side }
            | Self::InvitationRevoked { side }
            | Self::SeatReissued { side, .. } => Some(side),
        }
    }

    /// Whether changes of the kind may follow each other without an end, and bring the game nowhere:
    /// turns are counted, and what ends a game happens once.
    pub(crate) const fn may_go_on_for_ever(&self) -> bool {
        matches!(
            self,
            Self::DrawOffered { .. }
                | Self::DrawAnswered {
                    accepted: false,
                    ..
                }
                | Self::TakebackRequested { .. }
                | Self::TakebackAnswered { .. }
                | Self::InvitationCreated { .. }
                | Self::InvitationRevoked { .. }
                | Self::SeatReissued { .. }
        )
    }
}

impl Event {
    /// The mills that the event closed, in index order: those of the side that played which hold
    /// the point where its man came to stand. Removals close none.
    #[must_use]
    pub fn closed_mills(&self) -> Vec<Line> {
        match &self.change {
            Change::TurnPlayed { side, turn } => closed_mills(&self.position, *side, turn),
            _ => Vec::new(),
        }
    }
}

/// The mills that a turn closed, seen in the position after it: its removals take no man of the
/// side's own, so each of them still stands.
pub(crate) fn closed_mills(after: &Position, side: Side, turn: &Turn) -> Vec<Line> {
    let target = match turn.first() {
        Some(Action::Place(point) | Action::Move { to: point, .. }) => point,
        Some(Action::Remove(_)) | None => return Vec::new(),
    };
    let mills = after.mills(side).iter();
    mills.filter(|mill| mill.contains(&target)).collect()
}
