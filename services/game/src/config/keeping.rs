//! How long games are kept.

use std::time::Duration;

use clap::Args;
use moelle_games::Retention;
use moelle_settings::{Given, Problems, count, millis};

/// The most days that can be set: a hundred years.
const DAYS_MAX: u64 = 36_500;

/// How long games are kept, as it was given.
#[derive(Args, Clone, Debug)]
pub struct KeepOptions {
    /// Days without a change after which a game is forgotten whose seats are not both taken; 0: never.
    #[arg(long, env = "MOELLE_KEEP_WAITING_DAYS", default_value = "30", value_parser = count(0..=DAYS_MAX))]
    keep_waiting_days: Given<u64>,
    /// Days without a change after which a game is forgotten that two play without a clock that runs;
    /// 0: never.
    #[arg(long, env = "MOELLE_KEEP_RUNNING_DAYS", default_value = "365", value_parser = count(0..=DAYS_MAX))]
    keep_running_days: Given<u64>,
    /// Days after which a game is forgotten that has ended; 0: never.
    #[arg(long, env = "MOELLE_KEEP_FINISHED_DAYS", default_value = "0", value_parser = count(0..=DAYS_MAX))]
    keep_finished_days: Given<u64>,
    /// How often games are looked for that are kept no longer.
    #[arg(long, env = "MOELLE_PURGE_SWEEP_MS", default_value = "3600000", value_parser = millis(1_000..=86_400_000))]
    purge_sweep_ms: Given<Duration>,
}

/// How long games are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keeping {
    /// After how long without a change they are forgotten.
    pub retention: Retention,
    /// How often they are looked for.
    pub sweep: Duration,
}

impl Default for Keeping {
    fn default() -> Self {
        Self {
            retention: Retention {
                waiting: days(30),
                running: days(365),
                finished: None,
            },
            sweep: Duration::from_hours(1),
        }
    }
}

impl KeepOptions {
    /// Checks them; what is wrong is noted.
    pub fn check(&self, problems: &mut Problems) -> Option<Keeping> {
        let waiting = problems.take(&self.keep_waiting_days);
        let running = problems.take(&self.keep_running_days);
        let finished = problems.take(&self.keep_finished_days);
        let sweep = problems.take(&self.purge_sweep_ms);
        Some(Keeping {
            retention: Retention {
                waiting: days(waiting?),
                running: days(running?),
                finished: days(finished?),
            },
            sweep: sweep?,
        })
    }
}

/// So many days; 0 is for ever.
fn days(count: u64) -> Option<Duration> {
    (count > 0).then(|| Duration::from_hours(24 * count))
}
