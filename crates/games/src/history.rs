//! What stands of a game's history, turns that were taken back left out.

use moelle_rules::{BySide, Position, Side, Turn};
use time::Duration;

use crate::{Change, Earlier, Event, Revision};

/// The states that a game went through and that stand, oldest first.
#[derive(Debug, Clone, Default)]
pub struct History {
    states: Vec<State>,
}

/// A state of the game, and what led to it.
#[derive(Debug, Clone)]
struct State {
    revision: Revision,
    position: Position,
    is_counted: bool,
    played: Option<(Side, Turn)>,
    left: Option<BySide<Duration>>,
}

impl History {
    /// Takes in the next event of the game.
    pub fn push(&mut self, event: &Event) {
        match &event.change {
            Change::Created => self.states.push(State::of(event, None)),
            Change::TurnPlayed { side, turn } => {
                self.states.push(State::of(event, Some((*side, *turn))));
            }
            Change::TakebackAnswered {
                taken_back_to: Some(to),
                ..
            } => {
                self.states.retain(|state| state.revision <= *to);
            }
            _ => {}
        }
    }

    /// The turns that stand, whole, with the side that played each; the last may be one in part.
    #[must_use]
    pub fn turns(&self) -> Vec<(Side, Turn)> {
        let mut turns: Vec<(Side, Turn)> = Vec::new();
        for (before, state) in self.states.iter().zip(self.states.iter().skip(1)) {
            let Some((side, turn)) = state.played else {
                continue;
            };
            match turns.last_mut() {
                Some((_, begun)) if before.position.owed() > 0 => {
                    *begun = turn
                        .removals()
                        .try_fold(*begun, Turn::removing)
                        .unwrap_or(turn);
                }
                _ => turns.push((side, turn)),
            }
        }
        turns
    }

    /// The revision from whose position a side made its last turn. `None`: it has made none.
    #[must_use]
    pub fn before_last_turn_of(&self, side: Side) -> Option<Revision> {
        let plays = |state: &State| state.played.is_some_and(|(by, _)| by == side);
        let mut first = self.states.iter().rposition(plays)?;
        // Before the first state there is none: a game may start inside a turn.
        while first > 1 && self.states[first - 1].position.owed() > 0 {
            first -= 1;
        }
        Some(self.states[first - 1].revision)
    }

    /// The game as it was at a revision that stands. `None`: no such revision stands.
    #[must_use]
    pub fn at(&self, revision: Revision) -> Option<Earlier> {
        let end = self
            .states
            .iter()
            .position(|state| state.revision == revision)?
            + 1;
        let past = Self {
            states: self.states[..end].to_vec(),
        };
        let last = past.states.last()?;
        let quiet = past
            .states
            .iter()
            .rposition(|state| state.position.quiet() == 0)
            .unwrap_or(0);
        let has_begun = BySide::from_fn(|side| {
            let completes = |state: &State| {
                state.position.owed() == 0 && state.played.is_some_and(|(by, _)| by == side)
            };
            past.states.iter().any(completes)
        });
        Some(Earlier {
            revision,
            position: last.position,
            position_keys: past.states[quiet..]
                .iter()
                .filter(|state| state.is_counted)
                .map(|state| state.position.key())
                .collect(),
            quiet_since: past.states[quiet].revision,
            last_turn: past.turns().last().map(|(_, turn)| *turn),
            has_begun,
            left: last.left,
        })
    }
}

impl State {
    fn of(event: &Event, played: Option<(Side, Turn)>) -> Self {
        Self {
            revision: event.revision,
            position: event.position,
            is_counted: event.occurrences.is_some(),
            played,
            left: event.left,
        }
    }
}
