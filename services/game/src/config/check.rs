//! Checking what was given, all of it at once.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;
use url::Url;

use crate::config::{Config, DatabaseConfig, Options};

/// Everything that is wrong with the options.
#[derive(Debug, Error)]
#[error("{}", .0.join("\n"))]
pub struct InvalidConfig(Vec<String>);

impl Options {
    /// Checks every option.
    ///
    /// # Errors
    ///
    /// [`InvalidConfig`] with everything that is wrong.
    pub fn check(&self) -> Result<Config, InvalidConfig> {
        let mut check = Check::default();
        let millis = |check: &mut Check, name, text: &str, range| {
            check
                .number::<u64>(name, text, range)
                .map(Duration::from_millis)
        };
        let listen = check.parsed("MOELLE_LISTEN", &self.listen);
        let admin_listen = check.parsed("MOELLE_ADMIN_LISTEN", &self.admin_listen);
        let url = check.parsed("DATABASE_URL", &self.database_url);
        let connections_max = check.number(
            "MOELLE_DATABASE_CONNECTIONS",
            &self.database_connections,
            1..=1_000,
        );
        let migrate_on_start = check.parsed("MOELLE_MIGRATE_ON_START", &self.migrate_on_start);
        let public_url = check.public_url(&self.public_url);
        let deadline = millis(
            &mut check,
            "MOELLE_DEADLINE_MS",
            &self.deadline_ms,
            100..=300_000,
        );
        let drain = millis(&mut check, "MOELLE_DRAIN_MS", &self.drain_ms, 0..=300_000);
        let heartbeat = millis(
            &mut check,
            "MOELLE_HEARTBEAT_MS",
            &self.heartbeat_ms,
            100..=300_000,
        );
        let calls_max = check.number("MOELLE_CALLS_MAX", &self.calls_max, 1..=1_000_000);
        let streams_max = check.number("MOELLE_STREAMS_MAX", &self.streams_max, 1..=1_000_000);
        let log_format = check.parsed("MOELLE_LOG_FORMAT", &self.log_format);
        let config = || {
            Some(Config {
                listen: listen?,
                admin_listen: admin_listen?,
                database: DatabaseConfig {
                    url: url?,
                    connections_max: connections_max?,
                },
                migrate_on_start: migrate_on_start?,
                public_url,
                deadline: deadline?,
                drain: drain?,
                heartbeat: heartbeat?,
                calls_max: calls_max?,
                streams_max: streams_max?,
                log_format: log_format?,
            })
        };
        match config() {
            Some(config) if check.problems.is_empty() => Ok(config),
            _ => Err(InvalidConfig(check.problems)),
        }
    }
}

/// The problems found so far.
#[derive(Default)]
struct Check {
    problems: Vec<String>,
}

impl Check {
    fn parsed<T: FromStr<Err: fmt::Display>>(&mut self, name: &str, text: &str) -> Option<T> {
        match text.trim().parse() {
            Ok(value) => Some(value),
            Err(error) => {
                self.problems.push(format!("{name}: {error}"));
                None
            }
        }
    }

    fn number<T>(&mut self, name: &str, text: &str, range: RangeInclusive<T>) -> Option<T>
    where
        T: FromStr<Err: fmt::Display> + PartialOrd + fmt::Display,
    {
        let number = self.parsed(name, text)?;
        if range.contains(&number) {
            return Some(number);
        }
        self.problems.push(format!(
            "{name}: {number} is not between {} and {}",
            range.start(),
            range.end()
        ));
        None
    }

    fn public_url(&mut self, text: &str) -> Option<Url> {
        if text.trim().is_empty() {
            return None;
        }
        let url: Url = self.parsed("MOELLE_PUBLIC_URL", text)?;
        if matches!(url.scheme(), "http" | "https") && url.query().is_none() {
            return Some(url);
        }
        self.problems.push(
            "MOELLE_PUBLIC_URL: an address http://… or https://… without a query is needed"
                .to_owned(),
        );
        None
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;
    use crate::config::{Cli, StoreKind};

    fn options(args: &[&str]) -> Options {
        let args = ["moelle-game", "--database-url", "sqlite://games.sqlite"]
            .iter()
            .chain(args)
            .copied();
        Cli::try_parse_from(args).expect("options").options
    }

    #[test]
    fn what_is_not_given_has_a_default() {
        let config = options(&[]).check().expect("a config");
        assert_eq!(config.listen, "0.0.0.0:50051".parse().expect("an address"));
        assert_eq!(config.database.url.kind(), StoreKind::Sqlite);
        assert_eq!(config.heartbeat, Duration::from_secs(15));
        assert_eq!(config.public_url, None);
    }

    #[test]
    fn every_mistake_is_told_at_once() {
        let wrong = Options {
            database_url: "mysql://u:hunter2@db/x".to_owned(),
            ..options(&[
                "--listen=nowhere",
                "--drain-ms=-1",
                "--calls-max=0",
                "--public-url=ftp://x",
                "--log-format=xml",
                "--migrate-on-start=perhaps",
            ])
        };
        let text = wrong.check().expect_err("nothing is right").to_string();
        for name in [
            "MOELLE_LISTEN",
            "MOELLE_DRAIN_MS",
            "MOELLE_CALLS_MAX",
            "MOELLE_PUBLIC_URL",
            "MOELLE_LOG_FORMAT",
            "MOELLE_MIGRATE_ON_START",
            "DATABASE_URL",
        ] {
            assert!(text.contains(name), "{name} is missing in {text}");
        }
        assert!(!text.contains("hunter2"), "{text}");
    }

    #[test]
    fn the_options_do_not_show_a_password() {
        let options = Options {
            database_url: "postgres://moelle:hunter2@db/moelle".to_owned(),
            ..Options::default()
        };
        assert!(!format!("{options:?}").contains("hunter2"));
    }
}
