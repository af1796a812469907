//! The options that the game service and the gateway share.

use std::time::Duration;

use clap::Args;
use moelle_telemetry::LogFormat;
use url::Url;

use crate::{Given, Problems, count, millis, of, web_address};

/// The options that every program has, as they were given.
#[derive(Args, Clone, Debug)]
pub struct ServiceOptions {
    /// The address that players' links begin with, such as `https://play.example`.
    #[arg(
        long,
        env = "MOELLE_PUBLIC_URL",
        default_value = "",
        value_parser = web_address()
    )]
    public_url: Given<Option<Url>>,
    /// How long a unary call may take.
    #[arg(
        long,
        env = "MOELLE_DEADLINE_MS",
        default_value = "10000",
        value_parser = millis(100..=300_000)
    )]
    deadline_ms: Given<Duration>,
    /// How long a shutdown may take; whatever is left then is cut off.
    #[arg(
        long,
        env = "MOELLE_DRAIN_MS",
        default_value = "10000",
        value_parser = millis(0..=300_000)
    )]
    drain_ms: Given<Duration>,
    /// How often a quiet stream gives a sign of life.
    #[arg(
        long,
        env = "MOELLE_HEARTBEAT_MS",
        default_value = "15000",
        value_parser = millis(100..=300_000)
    )]
    heartbeat_ms: Given<Duration>,
    /// Unary calls under way at once; one more is refused and told when to try again.
    #[arg(
        long,
        env = "MOELLE_CALLS_MAX",
        default_value = "1024",
        value_parser = count(1..=1_000_000)
    )]
    calls_max: Given<u64>,
    /// Streams open at once; one more is refused and told when to try again.
    #[arg(
        long,
        env = "MOELLE_STREAMS_MAX",
        default_value = "10000",
        value_parser = count(1..=1_000_000)
    )]
    streams_max: Given<u64>,
    /// The form of log lines; `auto` is text on a terminal and JSON elsewhere.
    #[arg(
        long,
        env = "MOELLE_LOG_FORMAT",
        default_value = "auto",
        value_parser = of::<LogFormat>("auto, json or text")
    )]
    log_format: Given<LogFormat>,
    /// How long `health` waits for the answer.
    #[arg(
        long,
        env = "MOELLE_HEALTH_TIMEOUT_MS",
        default_value = "2000",
        value_parser = millis(10..=60_000)
    )]
    health_timeout_ms: Given<Duration>,
}

/// The options that every program has, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServiceConfig {
    /// The address that players' links begin with.
    pub public_url: Option<Url>,
    /// How long a unary call may take.
    pub deadline: Duration,
    /// How long a shutdown may take before whatever is left is cut off.
    pub drain: Duration,
    /// How often a quiet stream gives a sign of life.
    pub heartbeat: Duration,
    /// Unary calls under way at once.
    pub calls_max: usize,
    /// Streams open at once.
    pub streams_max: usize,
    /// The form of log lines.
    pub log_format: LogFormat,
}

impl Default for ServiceConfig {
    fn default() -> Self {
        Self {
            public_url: None,
            deadline: Duration::from_secs(10),
            drain: Duration::from_secs(10),
            heartbeat: Duration::from_secs(15),
            calls_max: 1024,
            streams_max: 10_000,
            log_format: LogFormat::Auto,
        }
    }
}

impl ServiceOptions {
    /// Checks them and the `OTEL_*` variables of the environment; what is wrong is noted.
    pub fn check(&self, problems: &mut Problems) -> Option<ServiceConfig> {
        if let Err(error) = moelle_telemetry::check_environment() {
            error
                .to_string()
                .lines()
                .for_each(|line| problems.note(line));
        }
        let public_url = problems.take(&self.public_url);
        let deadline = problems.take(&self.deadline_ms);
        let drain = problems.take(&self.drain_ms);
        let heartbeat = problems.take(&self.heartbeat_ms);
        let calls_max = problems.take(&self.calls_max);
        let streams_max = problems.take(&self.streams_max);
        let log_format = problems.take(&self.log_format);
        problems.take(&self.health_timeout_ms);
        Some(ServiceConfig {
            public_url: public_url?,
            deadline: deadline?,
            drain: drain?,
            heartbeat: heartbeat?,
            calls_max: usize::try_from(calls_max?).ok()?,
            streams_max: usize::try_from(streams_max?).ok()?,
            log_format: log_format?,
        })
    }

    /// How long `health` waits for the answer.
    pub fn health_timeout(&self, problems: &mut Problems) -> Option<Duration> {
        problems.take(&self.health_timeout_ms)
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::parse_from;

    #[derive(Parser)]
    struct Cli {
        #[command(flatten)]
        service: ServiceOptions,
    }

    #[test]
    fn what_is_not_given_has_the_default_that_is_documented() {
        let cli: Cli = parse_from(["x"]).expect("no arguments");
        let mut problems = Problems::default();
        let config = cli.service.check(&mut problems);
        let config = problems.finish(config).expect("defaults are fine");
        assert_eq!(config, ServiceConfig::default());
    }
}
