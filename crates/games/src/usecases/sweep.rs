//! Storing the fall of flags that nobody was there to see.

use time::OffsetDateTime;
use tracing::Instrument as _;

use super::Games;
use crate::{GameError, GameId, grace};

/// Games looked at in one round.
const DUE_MAX: u32 = 200;

impl Games {
    /// Stores the fall of each flag that has surely fallen, up to a number, and says how many it
    /// stored. Safe on many replicas: each fall is stored once, by whoever is first. A game that
    /// cannot be read or stored does not keep the others waiting.
    ///
    /// # Errors
    ///
    /// Those of the store where it cannot say which games are due; else the last of those of single
    /// games, once all have been tried.
    pub async fn sweep(&self) -> Result<usize, GameError> {
        let now = self.clock.now();
        let due = self.store.due(grace::certain_at(now), DUE_MAX).await?;
        if due.is_empty() {
            return Ok(0);
        }
        // A look that finds nothing leaves no trace: there is one a second.
        let span = tracing::info_span!(
            "drop flags",
            moelle.games = i64::try_from(due.len()).unwrap_or(i64::MAX)
        );
        self.store_falls(due, now).instrument(span).await
    }

    async fn store_falls(&self, due: Vec<GameId>, now: OffsetDateTime) -> Result<usize, GameError> {
        let mut stored = 0;
        let mut failure = None;
        for id in due {
            match self.store_fall(id, now).await {
                Ok(true) => stored += 1,
                Ok(false) => {}
                Err(error) => failure = Some(error),
            }
        }
        failure.map_or(Ok(stored), Err)
    }

    /// Stores the fall of a flag. `false`: somebody else has, or the game has gone on.
    async fn store_fall(&self, id: GameId, now: OffsetDateTime) -> Result<bool, GameError> {
        let Some(loaded) = self.store.load(id, None).await? else {
            return Ok(false);
        };
        match loaded.game.surely_fallen(now) {
            Some(fall) => self.commit_fall(&fall).await,
            None => Ok(false),
        }
    }
}
