//! Who may create games, and how many.

use std::str::FromStr;
use std::time::Duration;

use clap::Args;
use moelle_games::{KEYS_TRUSTED_FOR, Limit, Quotas};
use moelle_settings::{Given, Problems, count, millis, of};
use thiserror::Error;

/// Keys and quotas of applications, as they were given.
#[derive(Args, Clone, Debug)]
pub struct KeysOptions {
    /// Whether creating and listing games needs the key of an application. A key that does not work
    /// is refused in both cases.
    #[arg(
        long,
        env = "MOELLE_API_KEYS",
        default_value = "optional",
        value_parser = of::<KeysMode>("optional or required")
    )]
    api_keys: Given<KeysMode>,
    /// How long each replica takes what it read of a key, or of an application's quotas, for true: a
    /// key that is revoked works no longer than that.
    #[arg(long, env = "MOELLE_API_KEY_CACHE_MS", default_value = "5000", value_parser = millis(0..=60_000))]
    api_key_cache_ms: Given<Duration>,
    /// Games of one application that have not ended; 0: as many as may come.
    #[arg(long, env = "MOELLE_QUOTA_RUNNING_GAMES", default_value = "10000", value_parser = count(0..=Limit::GREATEST.into()))]
    quota_running_games: Given<u64>,
    /// Games that one application creates within 24 hours; 0: as many as may come.
    #[arg(long, env = "MOELLE_QUOTA_GAMES_PER_DAY", default_value = "10000", value_parser = count(0..=Limit::GREATEST.into()))]
    quota_games_per_day: Given<u64>,
    /// Events of one game, from which on it can only be played and brought to its end.
    #[arg(long, env = "MOELLE_QUOTA_GAME_EVENTS", default_value = "20000", value_parser = count(Quotas::GAME_EVENTS_LEAST.into()..=Quotas::GAME_EVENTS_GREATEST.into()))]
    quota_game_events: Given<u64>,
    /// Keys of one application that work; more are not made.
    #[arg(long, env = "MOELLE_QUOTA_KEYS", default_value = "10", value_parser = count(1..=Quotas::KEYS_GREATEST.into()))]
    quota_keys: Given<u64>,
}

/// Whether creating and listing games needs a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeysMode {
    /// It does not.
    Optional,
    /// It does.
    Required,
}

/// A text that says neither.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("optional or required is needed")]
pub struct InvalidKeysMode;

impl FromStr for KeysMode {
    type Err = InvalidKeysMode;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "optional" => Ok(Self::Optional),
            "required" => Ok(Self::Required),
            _ => Err(InvalidKeysMode),
        }
    }
}

/// Who may create games, and how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeysConfig {
    /// Whether creating and listing games needs a key.
    pub mode: KeysMode,
    /// How long what was read of a key is taken for true.
    pub trusted_for: Duration,
    /// The quotas of applications that have none of their own.
    pub quotas: Quotas,
}

impl Default for KeysConfig {
    fn default() -> Self {
        Self {
            mode: KeysMode::Optional,
            trusted_for: KEYS_TRUSTED_FOR,
            quotas: Quotas::default(),
        }
    }
}

impl KeysOptions {
    /// Checks them; what is wrong is noted.
    pub fn check(&self, problems: &mut Problems) -> Option<KeysConfig> {
        let mode = problems.take(&self.api_keys);
        let trusted_for = problems.take(&self.api_key_cache_ms);
        let running_games = problems.take(&self.quota_running_games);
        let games_per_day = problems.take(&self.quota_games_per_day);
        let game_events = problems.take(&self.quota_game_events);
        let keys = problems.take(&self.quota_keys);
        let small = |number: u64| u32::try_from(number).ok();
        Some(KeysConfig {
            mode: mode?,
            trusted_for: trusted_for?,
            quotas: Quotas {
                running_games: Limit::from_number(small(running_games?)?),
                games_per_day: Limit::from_number(small(games_per_day?)?),
                game_events: small(game_events?)?,
                keys: small(keys?)?,
            },
        })
    }
}
