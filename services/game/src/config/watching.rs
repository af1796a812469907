//! How games are followed.

use std::time::Duration;

use clap::Args;
use moelle_settings::{Given, Problems, millis};

/// How streams that follow games behave, as it was given.
#[derive(Args, Clone, Debug)]
pub struct WatchOptions {
    /// How long a stream that waits for a rematch goes on after the last change of a game that has
    /// ended, in milliseconds.
    #[arg(
        long,
        env = "MOELLE_REMATCH_WINDOW_MS",
        default_value = "600000",
        value_parser = millis(0..=86_400_000)
    )]
    rematch_window_ms: Given<Duration>,
}

impl WatchOptions {
    /// How long a stream waits for a rematch, if that can be.
    pub fn check(&self, problems: &mut Problems) -> Option<Duration> {
        problems.take(&self.rematch_window_ms)
    }
}
