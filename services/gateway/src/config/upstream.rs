//! How the game service is looked for and listened to.

use std::time::Duration;

use clap::Args;
use moelle_settings::{Given, Problems, millis};

/// How the game service is looked for, as it was given.
#[derive(Args, Clone, Debug)]
#[expect(clippy::struct_field_names, reason = "flags are named for fields")]
pub(super) struct UpstreamOptions {
    /// How long connecting to a replica of the game service may take, TLS included.
    #[arg(long, env = "MOELLE_UPSTREAM_CONNECT_TIMEOUT_MS", default_value = "1000", value_parser = millis(50..=60_000))]
    upstream_connect_timeout_ms: Given<Duration>,
    /// How often a replica that serves is asked for its health.
    #[arg(long, env = "MOELLE_UPSTREAM_PROBE_MS", default_value = "2000", value_parser = millis(50..=60_000))]
    upstream_probe_ms: Given<Duration>,
    /// How often one that does not serve is asked.
    #[arg(long, env = "MOELLE_UPSTREAM_PROBE_AGAIN_MS", default_value = "200", value_parser = millis(10..=60_000))]
    upstream_probe_again_ms: Given<Duration>,
    /// How long its answer may take before the replica is passed over.
    #[arg(long, env = "MOELLE_UPSTREAM_PROBE_TIMEOUT_MS", default_value = "1000", value_parser = millis(50..=60_000))]
    upstream_probe_timeout_ms: Given<Duration>,
    /// How often the names of the game service are looked up.
    #[arg(long, env = "MOELLE_UPSTREAM_RESOLVE_MS", default_value = "5000", value_parser = millis(100..=600_000))]
    upstream_resolve_ms: Given<Duration>,
    /// How often a silent connection to a replica is asked whether it is alive. Together with the time
    /// for the answer it should be less than calls have, so that those which wait for a replica that
    /// was cut off can be made again with another.
    #[arg(long, env = "MOELLE_UPSTREAM_KEEPALIVE_MS", default_value = "3000", value_parser = millis(100..=3_600_000))]
    upstream_keepalive_ms: Given<Duration>,
    /// How long the answer to that may take before the connection is closed: longer than a busy replica
    /// is silent.
    #[arg(long, env = "MOELLE_UPSTREAM_KEEPALIVE_TIMEOUT_MS", default_value = "3000", value_parser = millis(100..=600_000))]
    upstream_keepalive_timeout_ms: Given<Duration>,
}

/// How the game service is looked for and listened to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UpstreamPace {
    /// How long connecting to a replica may take.
    pub connect_timeout: Duration,
    /// How often a replica that serves is asked for its health.
    pub probe: Duration,
    /// How often one that does not serve is asked.
    pub probe_again: Duration,
    /// How long its answer may take.
    pub probe_timeout: Duration,
    /// How often names are looked up.
    pub resolve: Duration,
    /// How often a silent connection is asked whether it is alive.
    pub keepalive: Duration,
    /// How long the answer to that may take.
    pub keepalive_timeout: Duration,
}

impl Default for UpstreamPace {
    fn default() -> Self {
        Self {
            connect_timeout: Duration::from_secs(1),
            probe: Duration::from_secs(2),
            probe_again: Duration::from_millis(200),
            probe_timeout: Duration::from_secs(1),
            resolve: Duration::from_secs(5),
            keepalive: Duration::from_secs(3),
            keepalive_timeout: Duration::from_secs(3),
        }
    }
}

impl UpstreamOptions {
    /// Checks them; what is wrong is noted.
    pub(super) fn check(&self, problems: &mut Problems) -> Option<UpstreamPace> {
        let connect_timeout = problems.take(&self.upstream_connect_timeout_ms);
        let probe = problems.take(&self.upstream_probe_ms);
        let probe_again = problems.take(&self.upstream_probe_again_ms);
        let probe_timeout = problems.take(&self.upstream_probe_timeout_ms);
        let resolve = problems.take(&self.upstream_resolve_ms);
        let keepalive = problems.take(&self.upstream_keepalive_ms);
        let keepalive_timeout = problems.take(&self.upstream_keepalive_timeout_ms);
        Some(UpstreamPace {
            connect_timeout: connect_timeout?,
            probe: probe?,
            probe_again: probe_again?,
            probe_timeout: probe_timeout?,
            resolve: resolve?,
            keepalive: keepalive?,
            keepalive_timeout: keepalive_timeout?,
        })
    }
}
