//! Looking at games.

use super::Games;
use crate::watch::NOTES_LAST;
use crate::{Credentials, Event, Game, GameError, GameId, Revision, Watch};

/// Events of a game, oldest first.
#[derive(Debug)]
pub struct EventPage {
    /// The game as it was read just before.
    pub game: Game,
    /// The events.
    pub events: Vec<Event>,
    /// Whether there are more after them.
    pub more: bool,
}

impl Games {
    /// Reads a game.
    ///
    /// # Errors
    ///
    /// [`GameError::NotFound`], [`GameError::Unauthenticated`] or [`GameError::Private`] for a
    /// private game, and those of the store.
    pub async fn get(&self, game: GameId, credentials: &Credentials) -> Result<Game, GameError> {
        let game = self.load(game, None).await?.game;
        game.admit(credentials.token.as_ref())?;
        Ok(game.seen_at(self.clock.now()))
    }

    /// How many watch a game without holding a seat, on all replicas, as last counted.
    ///
    /// # Errors
    ///
    /// Those of the store.
    pub async fn spectators(&self, game: GameId) -> Result<u32, GameError> {
        Ok(self
            .store
            .spectators(game, self.clock.now() - NOTES_LAST)
            .await?)
    }

    /// Reads the events after a revision, `limit` at most.
    ///
    /// # Errors
    ///
    /// Those of [`Games::get`].
    pub async fn events(
        &self,
        game: GameId,
        after: Revision,
        limit: u32,
        credentials: &Credentials,
    ) -> Result<EventPage, GameError> {
        let game = self.get(game, credentials).await?;
        let mut events = self
            .store
            .events(&game, after, limit.saturating_add(1))
            .await?;
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let more = events.len() > limit;
        events.truncate(limit);
        Ok(EventPage { game, events, more })
    }

    /// Follows a game from after a revision that the watcher knows, or from a snapshot.
    ///
    /// # Errors
    ///
    /// Those of [`Games::get`].
    pub async fn watch(
        &self,
        game: GameId,
        after: Option<Revision>,
        credentials: &Credentials,
    ) -> Result<Watch, GameError> {
        // Listening starts before the game is read, so that no change falls between the two.
        let ticket = self.watchers.register(game);
        // As it is stored: the watcher will see the fall of a flag as an event.
        let game = self.load(game, None).await?.game;
        game.admit(credentials.token.as_ref())?;
        let token = credentials.token.as_ref().map(crate::Secret::hash);
        let has_seat = token.is_some_and(|token| game.seat_of(&token).is_some());
        let ticket = if has_seat { ticket.of_a_seat() } else { ticket };
        Ok(Watch::new(
            std::sync::Arc::clone(&self.store),
            ticket,
            game,
            after,
        ))
    }
}
