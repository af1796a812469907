//! What an operator chooses: the command line, the environment, and what both are checked for
//! before a port opens.

use std::fmt;
use std::net::SocketAddr;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use moelle_telemetry::LogFormat;
use thiserror::Error;
use url::Url;

/// The gRPC service of Mølle.
#[derive(Debug, Parser)]
#[command(name = "moelle-game", version, about)]
pub struct Cli {
    /// What to do; without it, serve.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// The options.
    #[command(flatten)]
    pub options: Options,
}

/// What the program can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Subcommand)]
pub enum Command {
    /// Serve until SIGTERM or SIGINT.
    Serve,
    /// Bring the database's schema up to date, and end.
    Migrate,
}

/// The options as they were given. They are all text, so that every mistake can be told at once.
#[derive(Args, Clone, Default)]
pub struct Options {
    /// Where gRPC is served.
    #[arg(
        long,
        env = "MOELLE_LISTEN",
        default_value = "0.0.0.0:50051",
        global = true
    )]
    pub listen: String,
    /// Where `/livez`, `/readyz` and `/metrics` are served.
    #[arg(
        long,
        env = "MOELLE_ADMIN_LISTEN",
        default_value = "0.0.0.0:9464",
        global = true
    )]
    pub admin_listen: String,
    /// The store: `postgres://…`, or `sqlite://…` for one machine.
    #[arg(
        long,
        env = "DATABASE_URL",
        hide_env_values = true,
        default_value = "",
        global = true
    )]
    pub database_url: String,
    /// Connections to the database, at most.
    #[arg(
        long,
        env = "MOELLE_DATABASE_CONNECTIONS",
        default_value = "10",
        global = true
    )]
    pub database_connections: String,
    /// Whether `serve` brings the schema up to date first: `true` or `false`.
    #[arg(
        long,
        env = "MOELLE_MIGRATE_ON_START",
        default_value = "false",
        global = true
    )]
    pub migrate_on_start: String,
    /// The address that players' links begin with, such as `https://play.example`. Without it
    /// answers carry no links.
    #[arg(long, env = "MOELLE_PUBLIC_URL", default_value = "", global = true)]
    pub public_url: String,
    /// How long a unary call may take, in milliseconds.
    #[arg(
        long,
        env = "MOELLE_DEADLINE_MS",
        default_value = "10000",
        global = true
    )]
    pub deadline_ms: String,
    /// How long a shutdown may take, in milliseconds.
    #[arg(long, env = "MOELLE_DRAIN_MS", default_value = "10000", global = true)]
    pub drain_ms: String,
    /// How often a quiet stream gives a sign of life, in milliseconds.
    #[arg(
        long,
        env = "MOELLE_HEARTBEAT_MS",
        default_value = "15000",
        global = true
    )]
    pub heartbeat_ms: String,
    /// Unary calls under way at once, at most; one more is refused.
    #[arg(long, env = "MOELLE_CALLS_MAX", default_value = "1024", global = true)]
    pub calls_max: String,
    /// Streams open at once, at most; one more is refused.
    #[arg(
        long,
        env = "MOELLE_STREAMS_MAX",
        default_value = "10000",
        global = true
    )]
    pub streams_max: String,
    /// The form of log lines: `auto`, `json` or `text`.
    #[arg(long, env = "MOELLE_LOG_FORMAT", default_value = "auto", global = true)]
    pub log_format: String,
}

/// The options, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Where gRPC is served.
    pub listen: SocketAddr,
    /// Where health and metrics are served over HTTP.
    pub admin_listen: SocketAddr,
    /// Where games are kept.
    pub database: DatabaseConfig,
    /// Whether `serve` brings the schema up to date first.
    pub migrate_on_start: bool,
    /// The address that players' links begin with.
    pub public_url: Option<Url>,
    /// How long a unary call may take.
    pub deadline: Duration,
    /// How long a shutdown may take.
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

/// Where games are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatabaseConfig {
    /// The address of the database.
    pub url: DatabaseUrl,
    /// Connections to it, at most.
    pub connections_max: u32,
}

/// The address of a database. It may hold a password, so `Debug` and `Display` show scheme, host,
/// port and name alone.
#[derive(Clone, PartialEq, Eq)]
pub struct DatabaseUrl(String);

/// The kinds of store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreKind {
    /// PostgreSQL.
    Postgres,
    /// One SQLite file.
    Sqlite,
}

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

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The database's address may hold a password.
        f.debug_struct("Options").finish_non_exhaustive()
    }
}

impl DatabaseUrl {
    /// The whole address, password and all: for the store alone.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// Which store it is for.
    #[must_use]
    pub fn kind(&self) -> StoreKind {
        if self.0.starts_with("sqlite:") {
            StoreKind::Sqlite
        } else {
            StoreKind::Postgres
        }
    }
}

impl FromStr for DatabaseUrl {
    type Err = InvalidDatabaseUrl;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let url = Url::parse(text).map_err(|_| InvalidDatabaseUrl)?;
        match url.scheme() {
            "postgres" | "postgresql" | "sqlite" => Ok(Self(text.to_owned())),
            _ => Err(InvalidDatabaseUrl),
        }
    }
}

impl fmt::Display for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Ok(url) = Url::parse(&self.0) else {
            return f.write_str("…");
        };
        write!(
            f,
            "{}://{}",
            url.scheme(),
            url.host_str().unwrap_or_default()
        )?;
        if let Some(port) = url.port() {
            write!(f, ":{port}")?;
        }
        f.write_str(url.path())
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is no address of a database. The text is left out: it may hold a password.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("an address postgres://… or sqlite://… is needed")]
pub struct InvalidDatabaseUrl;

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
    use super::*;

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
    fn a_password_is_never_shown() {
        let url: DatabaseUrl = "postgres://moelle:hunter2@db.example:5433/moelle?options=x"
            .parse()
            .expect("an address");
        assert_eq!(format!("{url} {url:?}"), {
            let shown = "postgres://db.example:5433/moelle";
            format!("{shown} {shown}")
        });
        assert_eq!(url.kind(), StoreKind::Postgres);
        let options = Options {
            database_url: url.expose().to_owned(),
            ..Options::default()
        };
        assert!(!format!("{options:?}").contains("hunter2"));
    }
}
