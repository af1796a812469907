//! What happens to a game.

use moelle_rules::{Action, Line, Outcome, Position, Side, Turn};
use time::OffsetDateTime;

use crate::{PlayerName, Revision};

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
    /// A player resigned.
    Resigned {
        /// Who.
        side: Side,
    },
}

impl Event {
    /// The mills that the event closed, in index order: those of the side that played which hold
    /// the point where its man came to stand. Removals close none.
    #[must_use]
    pub fn closed_mills(&self) -> Vec<Line> {
        match &self.change {
            Change::TurnPlayed { side, turn } => closed_mills(&self.position, *side, turn),
            Change::Created | Change::SeatTaken { .. } | Change::Resigned { .. } => Vec::new(),
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
