//! How much an application may create.

use std::time::Duration;

use thiserror::Error;

use super::Application;

/// How many of something there may be; 0 stands for as many as may come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit(u32);

impl Limit {
    /// The greatest number that is counted up to: counting costs, and every creation counts.
    pub const GREATEST: u32 = 100_000;

    /// The limit as a number, 0 for none.
    #[must_use]
    pub const fn from_number(number: u32) -> Self {
        Self(number)
    }

    /// The number, 0 for none.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.0
    }

    /// The greatest number allowed, if there is one.
    #[must_use]
    pub const fn max(self) -> Option<u32> {
        if self.0 == 0 { None } else { Some(self.0) }
    }
}

/// What applications may create, where theirs say nothing else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quotas {
    /// Games of one application that have not ended.
    pub running_games: Limit,
    /// Games of one application that were created within 24 hours.
    pub games_per_day: Limit,
    /// Events of one game, of an application or of none. From then on it can only be played and
    /// brought to its end.
    pub game_events: u32,
    /// Keys of one application that work.
    pub keys: u32,
}

impl Quotas {
    /// Fewer events than this no quota allows, so that games of fewer need not ask for theirs.
    pub const GAME_EVENTS_LEAST: u32 = 1_000;
    /// More events than this no quota allows.
    pub const GAME_EVENTS_GREATEST: u32 = 1_000_000;
    /// More keys than this no quota allows.
    pub const KEYS_GREATEST: u32 = 1_000;
}

impl Default for Quotas {
    fn default() -> Self {
        Self {
            running_games: Limit(10_000),
            games_per_day: Limit(10_000),
            game_events: 20_000,
            keys: 10,
        }
    }
}

/// The quotas of one application that differ from the others'; what is `None` does not.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct QuotaOverrides {
    /// In place of [`Quotas::running_games`].
    pub running_games: Option<Limit>,
    /// In place of [`Quotas::games_per_day`].
    pub games_per_day: Option<Limit>,
    /// In place of [`Quotas::game_events`].
    pub game_events: Option<u32>,
    /// In place of [`Quotas::keys`].
    pub keys: Option<u32>,
}

impl Quotas {
    /// The quotas of an application.
    #[must_use]
    pub fn of(&self, application: &Application) -> Self {
        let own = application.quotas;
        Self {
            running_games: own.running_games.unwrap_or(self.running_games),
            games_per_day: own.games_per_day.unwrap_or(self.games_per_day),
            game_events: own.game_events.unwrap_or(self.game_events),
            keys: own.keys.unwrap_or(self.keys),
        }
    }
}

/// Which quota of an application is used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quota {
    /// [`Quotas::running_games`].
    RunningGames,
    /// [`Quotas::games_per_day`].
    GamesPerDay,
}

impl Quota {
    /// Its word for machines.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::RunningGames => "running_games",
            Self::GamesPerDay => "games_per_day",
        }
    }
}

/// A quota of an application is used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the application has used up its quota {}: {limit}", .quota.name())]
pub struct QuotaExceeded {
    /// Which.
    pub quota: Quota,
    /// As many as there may be.
    pub limit: u32,
    /// After which time another try may find room.
    pub retry_after: Duration,
}
