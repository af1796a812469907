//! Looking at games.

use std::sync::Arc;

use uuid::Uuid;

use super::Games;
use crate::watch::NOTES_LAST;
use crate::{Credentials, Event, Following, Game, GameError, GameId, Revision, Watch};

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
        self.admit(&game, credentials).await?;
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

    /// Reads the events after a revision, `limit` at most. A flag that has surely fallen is the last,
    /// stored or not.
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
        let stored = self.load(game, None).await?.game;
        self.admit(&stored, credentials).await?;
        let mut events = self
            .store
            .events(&stored, after, limit.saturating_add(1))
            .await?;
        let seen = events.last().map_or(after, |event| event.revision);
        let game = match stored.surely_fallen(self.clock.now()) {
            // It will be stored as it is, and is the last.
            Some((fallen, event)) if event.revision == seen.next() => {
                events.push(event);
                fallen
            }
            Some((fallen, _)) => fallen,
            None => stored,
        };
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
        let following = Following {
            after,
            ..Following::default()
        };
        self.follow(game, following, credentials).await
    }

    /// Follows a game in one of several ways.
    ///
    /// # Errors
    ///
    /// Those of [`Games::get`].
    pub async fn follow(
        &self,
        game: GameId,
        following: Following,
        credentials: &Credentials,
    ) -> Result<Watch, GameError> {
        // Listening starts before the game is read, so that no change falls between the two.
        let mut ticket = self.watchers.register(game);
        let mut found = self.load(game, None).await?.game;
        self.admit(&found, credentials).await?;
        // Looks show a fall that is not stored yet: who has seen it must not be shown the game as still
        // on, or the fall as one that is yet to come.
        if let Some(fall) = found.surely_fallen(self.clock.now()) {
            self.commit_fall(&fall).await?;
            found = self.load(game, None).await?.game;
        }
        let token = credentials.token.as_ref().map(crate::Secret::hash);
        let seat = token.and_then(|token| found.seat_of(&token));
        if seat.is_none() && !following.is_relay {
            ticket.count_as_spectator();
        }
        let is_of_application = found.is_of(credentials.application);
        let shared = self.watchers.begin(&ticket, &found);
        Ok(Watch::new(
            Arc::clone(&self.store),
            Arc::clone(&self.clock),
            ticket,
            (shared, found),
            (seat, is_of_application),
            following,
        ))
    }

    /// Notes how many spectators somebody has who passes on what happens; what the same one noted
    /// before is forgotten, and in a while the note too, unless another follows.
    ///
    /// # Errors
    ///
    /// Those of the store.
    pub async fn note_spectators(
        &self,
        relay: Uuid,
        counts: &[(GameId, u32)],
    ) -> Result<(), GameError> {
        let now = self.clock.now();
        Ok(self.store.note_spectators(relay, counts, now).await?)
    }
}
