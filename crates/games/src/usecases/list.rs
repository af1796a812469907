//! Finding games.

use moelle_rules::Variant;
use time::OffsetDateTime;

use super::Games;
use crate::{ApplicationId, Game, GameError, GameId, GameStatus, Listing, PlayerName, grace};

/// Which games are looked for; what is absent is not asked.
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

/// A place in a list of games, which does not move while games are added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct GamePlace {
    /// When the game there was created.
    pub created_at: OffsetDateTime,
    /// Its id.
    pub game: GameId,
}

impl From<&Game> for GamePlace {
    fn from(game: &Game) -> Self {
        Self {
            created_at: game.created_at(),
            game: game.id(),
        }
    }
}

/// Games, newest first.
#[derive(Debug)]
pub struct GamePage {
    /// The games.
    pub games: Vec<Game>,
    /// Whether there are more: those after the place of the last one here.
    pub more: bool,
}

impl Games {
    /// Lists public games, those created last first, `limit` at most, those after a place. Pages
    /// stay right while games are added. They are found as a look at them shows them.
    ///
    /// # Errors
    ///
    /// Those of the store.
    pub async fn list(
        &self,
        filter: &GameFilter,
        after: Option<GamePlace>,
        limit: u32,
    ) -> Result<GamePage, GameError> {
        self.listed(Listing {
            filter,
            application: None,
            after,
            fallen_by: grace::certain_at(self.clock.now()),
            limit,
        })
        .await
    }

    /// Lists the games of an application, of every visibility, as [`Games::list`] does public ones.
    ///
    /// # Errors
    ///
    /// Those of the store.
    pub async fn list_own(
        &self,
        application: ApplicationId,
        filter: &GameFilter,
        after: Option<GamePlace>,
        limit: u32,
    ) -> Result<GamePage, GameError> {
        self.listed(Listing {
            filter,
            application: Some(application),
            after,
            fallen_by: grace::certain_at(self.clock.now()),
            limit,
        })
        .await
    }

    async fn listed(&self, listing: Listing<'_>) -> Result<GamePage, GameError> {
        let (now, limit) = (self.clock.now(), listing.limit);
        let mut games = self
            .store
            .list(Listing {
                limit: limit.saturating_add(1),
                ..listing
            })
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
