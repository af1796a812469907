//! Storing the fall of flags that nobody was there to see.

use super::Games;
use crate::GameError;

/// Games looked at in one round.
const DUE_MAX: u32 = 200;

impl Games {
    /// Stores the fall of each flag whose deadline has passed, up to a number, and says how many it
    /// stored. Safe on many replicas: each fall is stored once, by whoever is first.
    ///
    /// # Errors
    ///
    /// Those of the store.
    pub async fn sweep(&self) -> Result<usize, GameError> {
        let now = self.clock.now();
        let mut stored = 0;
        for id in self.store.due(now, DUE_MAX).await? {
            let Some(loaded) = self.store.load(id, None).await? else {
                continue;
            };
            let Some((game, event)) = loaded.game.fallen(now) else {
                continue;
            };
            if self.commit(&game, &event, None).await? {
                stored += 1;
            }
        }
        Ok(stored)
    }
}
