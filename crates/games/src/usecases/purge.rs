//! Forgetting games that have been kept long enough.

use std::time::Duration;

use super::Games;
use crate::{GameError, Purgeable, Purged, Retention};

/// The pause between two batches, in which play has the store for itself.
const PAUSE: Duration = Duration::from_millis(50);

impl Games {
    /// Forgets the games that are kept no longer, batch after batch, and says how many they were. Safe
    /// on many replicas: each game is forgotten once, and one that changes meanwhile is kept.
    ///
    /// # Errors
    ///
    /// Those of the store; what was forgotten before stays so.
    pub async fn purge(&self, retention: &Retention) -> Result<Purged, GameError> {
        let expired = retention.expired_at(self.clock.now());
        let mut purged = Purged::default();
        loop {
            let batch = self.store.purge(&expired).await?;
            if batch.total() == 0 {
                return Ok(purged);
            }
            purged += batch;
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// The games that a purge would take now.
    ///
    /// # Errors
    ///
    /// Those of the store.
    pub async fn purgeable(&self, retention: &Retention) -> Result<Purgeable, GameError> {
        let expired = retention.expired_at(self.clock.now());
        Ok(self.store.purgeable(&expired).await?)
    }
}
