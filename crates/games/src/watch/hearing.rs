//! Hearing of revisions, and telling of spectators.

use std::sync::{Arc, Weak};

use tokio::sync::broadcast;
use uuid::Uuid;

use super::LOOK_AGAIN;
use super::watchers::Watched;
use crate::{Clock, Store, StoreError};

/// How often spectators are counted and noted, in rounds of looking.
const NOTE_EVERY: u32 = 3;
/// How long a note of spectators counts.
pub(crate) const NOTES_LAST: time::Duration = time::Duration::seconds(30);

/// What hears the hints of a store.
pub(super) struct Hearing {
    games: Weak<Watched>,
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    replica: Uuid,
}

impl Hearing {
    pub(super) fn new(
        games: &Arc<Watched>,
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        replica: Uuid,
    ) -> Self {
        Self {
            games: Arc::downgrade(games),
            store,
            clock,
            replica,
        }
    }

    /// Passes on what the store hints at, and looks itself every few seconds.
    pub(super) async fn run(self) {
        let mut hints = self.store.hints();
        let mut ticks = tokio::time::interval(LOOK_AGAIN);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut rounds: u32 = 0;
        loop {
            let hint = tokio::select! {
                hint = hints.recv() => Some(hint),
                _ = ticks.tick() => None,
            };
            let Some(games) = self.games.upgrade() else {
                return;
            };
            let looked = match hint {
                Some(Ok(hint)) => {
                    games.hear(hint);
                    Ok(())
                }
                Some(Err(broadcast::error::RecvError::Closed)) => return,
                Some(Err(broadcast::error::RecvError::Lagged(_))) => games.look(&*self.store).await,
                None => {
                    rounds = rounds.wrapping_add(1);
                    self.round(&games, rounds).await
                }
            };
            if let Err(error) = looked {
                tracing::warn!(%error, "the revisions of watched games cannot be read");
            }
        }
    }

    async fn round(&self, games: &Watched, rounds: u32) -> Result<(), StoreError> {
        games.look(&*self.store).await?;
        if rounds.is_multiple_of(NOTE_EVERY) {
            let counts = games.spectators();
            self.store
                .note_spectators(self.replica, &counts, self.clock.now())
                .await?;
        }
        Ok(())
    }
}
