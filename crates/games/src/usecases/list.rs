//! Finding public games.

use moelle_rules::Variant;
use time::OffsetDateTime;

use super::Games;
use crate::{Game, GameError, GameId, GameStatus, PlayerName};

/// Which public games are looked for; what is absent is not asked.
#[derive(Debug, Clone, Default)]
pub struct GameFilter {
    /// Chosen as this variant.
    pub variant: Option<&'static Variant>,
    /// At this point of their life.
    pub status: Option<GameStatus>,
    /// With a player of this name, in upper or lower case.
    pub player: Option<PlayerName>,
    /// Created at this time or later.
    pub created_from: Option<OffsetDateTime>,
    /// Created before this time.
    pub created_before: Option<OffsetDateTime>,
}

/// Public games, newest first.
#[derive(Debug)]
pub struct GamePage {
    /// The games.
    pub games: Vec<Game>,
    /// Whether there are more: those before the last one here.
    pub more: bool,
}

impl Games {
    /// Lists public games, newest first, `limit` at most, those created before the game `before`.
    /// Pages stay right while games are added.
    ///
    /// # Errors
    ///
    /// Those of the store.
    pub async fn list(
        &self,
        filter: &GameFilter,
        before: Option<GameId>,
        limit: u32,
    ) -> Result<GamePage, GameError> {
        let now = self.clock.now();
        let mut games = self
            .store
            .list(filter, before, limit.saturating_add(1))
            .await?;
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let more = games.len() > limit;
        games.truncate(limit);
        Ok(GamePage {
            games: games.into_iter().map(|game| game.seen_at(now)).collect(),
            more,
        })
    }
}
