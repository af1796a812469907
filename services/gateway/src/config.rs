//! What an operator chooses: the command line, the environment, and what both are checked for
//! before a port opens.

use std::fmt;
use std::net::SocketAddr;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use clap::Parser;
use http::HeaderValue;
use moelle_telemetry::LogFormat;
use thiserror::Error;
use url::Url;

use crate::upstream::UpstreamUrl;

/// The REST gateway of Mølle.
///
/// The options as they were given. They are all text, so that every mistake can be told at once.
#[derive(Clone, Debug, Parser)]
#[command(name = "moelle-gateway", version)]
pub struct Options {
    /// Where REST is served.
    #[arg(long, env = "MOELLE_GATEWAY_LISTEN", default_value = "0.0.0.0:8080")]
    pub listen: String,
    /// Where `/livez`, `/readyz` and `/metrics` are served.
    #[arg(
        long,
        env = "MOELLE_GATEWAY_ADMIN_LISTEN",
        default_value = "0.0.0.0:9465"
    )]
    pub admin_listen: String,
    /// The game service: addresses with commas between them. Every address behind a name is a
    /// replica, and names are looked up again and again.
    #[arg(
        long,
        env = "MOELLE_GRPC_URL",
        default_value = "http://127.0.0.1:50051"
    )]
    pub grpc_url: String,
    /// The address that players' links begin with, such as `https://play.example`, for invitations
    /// that come without one.
    #[arg(long, env = "MOELLE_PUBLIC_URL", default_value = "")]
    pub public_url: String,
    /// Origins whose pages may call, with commas between them, or `*` for all. Empty: none but the
    /// gateway's own.
    #[arg(long, env = "MOELLE_CORS_ORIGINS", default_value = "")]
    pub cors_origins: String,
    /// How long a call to the game service may take, in milliseconds. Streams have no such limit.
    #[arg(long, env = "MOELLE_DEADLINE_MS", default_value = "10000")]
    pub deadline_ms: String,
    /// How long a shutdown may take, in milliseconds.
    #[arg(long, env = "MOELLE_DRAIN_MS", default_value = "10000")]
    pub drain_ms: String,
    /// How often a quiet stream gives a sign of life, in milliseconds.
    #[arg(long, env = "MOELLE_HEARTBEAT_MS", default_value = "15000")]
    pub heartbeat_ms: String,
    /// Plain calls under way at once, at most; one more is refused.
    #[arg(long, env = "MOELLE_CALLS_MAX", default_value = "1024")]
    pub calls_max: String,
    /// Streams open at once, at most; one more is refused.
    #[arg(long, env = "MOELLE_STREAMS_MAX", default_value = "10000")]
    pub streams_max: String,
    /// Connections open at once, at most; one more waits.
    #[arg(long, env = "MOELLE_CONNECTIONS_MAX", default_value = "20000")]
    pub connections_max: String,
    /// The form of log lines: `auto`, `json` or `text`.
    #[arg(long, env = "MOELLE_LOG_FORMAT", default_value = "auto")]
    pub log_format: String,
}

/// How a gateway serves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Where the game service is.
    pub upstream: Vec<UpstreamUrl>,
    /// The address that players' links begin with, for invitations that come without one.
    pub public_url: Option<Url>,
    /// Whose pages may call.
    pub cors: CorsOrigins,
    /// How long a call to the game service may take.
    pub deadline: Duration,
    /// How long a shutdown may take before whatever is left is cut off.
    pub drain: Duration,
    /// How often a quiet stream gives a sign of life.
    pub heartbeat: Duration,
    /// Plain calls under way at once.
    pub calls_max: usize,
    /// Streams open at once.
    pub streams_max: usize,
    /// Connections open at once.
    pub connections_max: usize,
}

/// The options, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Where REST is served.
    pub listen: SocketAddr,
    /// Where health and metrics are served.
    pub admin_listen: SocketAddr,
    /// The form of log lines.
    pub log_format: LogFormat,
    /// How the gateway serves.
    pub config: Config,
}

/// Origins whose pages may call. Credentials of the browser are never allowed: tokens are sent by
/// the page itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CorsOrigins {
    /// Every origin.
    Any,
    /// These, and the gateway's own.
    These(Vec<HeaderValue>),
}

/// Everything that is wrong with the options.
#[derive(Debug, Error)]
#[error("{}", .0.join("\n"))]
pub struct InvalidConfig(Vec<String>);

impl Config {
    /// The defaults, for a game service at these addresses.
    #[must_use]
    pub fn for_upstream(upstream: Vec<UpstreamUrl>) -> Self {
        Self {
            upstream,
            public_url: None,
            cors: CorsOrigins::These(Vec::new()),
            deadline: Duration::from_secs(10),
            drain: Duration::from_secs(10),
            heartbeat: Duration::from_secs(15),
            calls_max: 1024,
            streams_max: 10_000,
            connections_max: 20_000,
        }
    }
}

impl Options {
    /// Checks every option.
    ///
    /// # Errors
    ///
    /// [`InvalidConfig`] with everything that is wrong.
    pub fn check(&self) -> Result<Checked, InvalidConfig> {
        let mut check = Check::default();
        let listen = check.parsed("MOELLE_GATEWAY_LISTEN", &self.listen);
        let admin_listen = check.parsed("MOELLE_GATEWAY_ADMIN_LISTEN", &self.admin_listen);
        let upstream = check.list("MOELLE_GRPC_URL", &self.grpc_url);
        let public_url = check.public_url(&self.public_url);
        let cors = check.parsed("MOELLE_CORS_ORIGINS", &self.cors_origins);
        let deadline = check.millis("MOELLE_DEADLINE_MS", &self.deadline_ms, 100..=300_000);
        let drain = check.millis("MOELLE_DRAIN_MS", &self.drain_ms, 0..=300_000);
        let heartbeat = check.millis("MOELLE_HEARTBEAT_MS", &self.heartbeat_ms, 100..=300_000);
        let calls_max = check.number("MOELLE_CALLS_MAX", &self.calls_max, 1..=1_000_000);
        let streams_max = check.number("MOELLE_STREAMS_MAX", &self.streams_max, 1..=1_000_000);
        let connections_max = check.number(
            "MOELLE_CONNECTIONS_MAX",
            &self.connections_max,
            1..=1_000_000,
        );
        let log_format = check.parsed("MOELLE_LOG_FORMAT", &self.log_format);
        let checked = || {
            Some(Checked {
                listen: listen?,
                admin_listen: admin_listen?,
                log_format: log_format?,
                config: Config {
                    upstream: upstream?,
                    public_url,
                    cors: cors?,
                    deadline: deadline?,
                    drain: drain?,
                    heartbeat: heartbeat?,
                    calls_max: calls_max?,
                    streams_max: streams_max?,
                    connections_max: connections_max?,
                },
            })
        };
        match checked() {
            Some(checked) if check.problems.is_empty() => Ok(checked),
            _ => Err(InvalidConfig(check.problems)),
        }
    }
}

/// A text that is no list of origins.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("{0:?} is no origin: origins such as https://play.example are needed, or * for all")]
pub struct InvalidOrigin(String);

impl FromStr for CorsOrigins {
    type Err = InvalidOrigin;

    fn from_str(text: &str) -> Result<Self, InvalidOrigin> {
        if text.trim() == "*" {
            return Ok(Self::Any);
        }
        items(text)
            .map(origin)
            .collect::<Result<_, _>>()
            .map(Self::These)
    }
}

fn origin(text: &str) -> Result<HeaderValue, InvalidOrigin> {
    let invalid = || InvalidOrigin(text.to_owned());
    let url = Url::parse(text).map_err(|_| invalid())?;
    let written = url.origin().ascii_serialization();
    let is_web = matches!(url.scheme(), "http" | "https");
    if is_web && text.trim_end_matches('/').eq_ignore_ascii_case(&written) {
        HeaderValue::from_str(&written).map_err(|_| invalid())
    } else {
        Err(invalid())
    }
}

fn items(text: &str) -> impl Iterator<Item = &str> {
    text.split(',')
        .map(str::trim)
        .filter(|item| !item.is_empty())
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

    fn list<T: FromStr<Err: fmt::Display>>(&mut self, name: &str, text: &str) -> Option<Vec<T>> {
        let values: Vec<Option<T>> = items(text).map(|item| self.parsed(name, item)).collect();
        if values.is_empty() {
            self.problems
                .push(format!("{name}: at least one is needed"));
            return None;
        }
        values.into_iter().collect()
    }

    fn number<T>(&mut self, name: &str, text: &str, range: RangeInclusive<T>) -> Option<T>
    where
        T: FromStr<Err: fmt::Display> + PartialOrd + fmt::Display,
    {
        let number = self.parsed(name, text)?;
        if range.contains(&number) {
            return Some(number);
        }
        let (least, greatest) = range.into_inner();
        self.problems.push(format!(
            "{name}: {number} is not between {least} and {greatest}"
        ));
        None
    }

    fn millis(&mut self, name: &str, text: &str, range: RangeInclusive<u64>) -> Option<Duration> {
        self.number(name, text, range).map(Duration::from_millis)
    }

    fn public_url(&mut self, text: &str) -> Option<Url> {
        if text.trim().is_empty() {
            return None;
        }
        let url: Url = self.parsed("MOELLE_PUBLIC_URL", text)?;
        if matches!(url.scheme(), "http" | "https") && url.query().is_none() {
            return Some(url);
        }
        let problem = "an address http://… or https://… without a query is needed";
        self.problems.push(format!("MOELLE_PUBLIC_URL: {problem}"));
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(args: &[&str]) -> Options {
        let args = ["moelle-gateway"].iter().chain(args);
        Options::try_parse_from(args).expect("options")
    }

    #[test]
    fn what_is_not_given_has_a_default() {
        let checked = options(&[]).check().expect("defaults are fine");
        let upstream = vec!["http://127.0.0.1:50051".parse().expect("an address")];
        assert_eq!(checked.config, Config::for_upstream(upstream));
        assert_eq!(checked.listen, "0.0.0.0:8080".parse().expect("an address"));
    }

    #[test]
    fn there_may_be_several_addresses_and_origins() {
        let checked = options(&[
            "--grpc-url=http://game-1:50051, http://game-2:50051",
            "--cors-origins=https://a.example,http://localhost:5173/",
        ])
        .check()
        .expect("both are lists");
        assert_eq!(checked.config.upstream.len(), 2);
        let origins = ["https://a.example", "http://localhost:5173"].map(HeaderValue::from_static);
        assert_eq!(checked.config.cors, CorsOrigins::These(origins.to_vec()));
        assert_eq!("*".parse(), Ok(CorsOrigins::Any));
    }

    #[test]
    fn every_mistake_is_told_at_once() {
        let wrong = options(&[
            "--listen=nowhere",
            "--admin-listen=:0x",
            "--grpc-url=https://game,http://game/x",
            "--public-url=ftp://x",
            "--cors-origins=https://a.example/path",
            "--deadline-ms=0",
            "--drain-ms=-1",
            "--heartbeat-ms=soon",
            "--calls-max=0",
            "--streams-max=0",
            "--connections-max=0",
            "--log-format=xml",
        ]);
        let text = wrong.check().expect_err("nothing is right").to_string();
        for name in [
            "MOELLE_GATEWAY_LISTEN",
            "MOELLE_GATEWAY_ADMIN_LISTEN",
            "MOELLE_GRPC_URL",
            "MOELLE_PUBLIC_URL",
            "MOELLE_CORS_ORIGINS",
            "MOELLE_DEADLINE_MS",
            "MOELLE_DRAIN_MS",
            "MOELLE_HEARTBEAT_MS",
            "MOELLE_CALLS_MAX",
            "MOELLE_STREAMS_MAX",
            "MOELLE_CONNECTIONS_MAX",
            "MOELLE_LOG_FORMAT",
        ] {
            assert!(text.contains(name), "{name} is missing in {text}");
        }
        assert_eq!(
            text.lines().count(),
            13,
            "two wrong addresses are two lines: {text}"
        );
    }

    #[test]
    fn no_game_service_at_all_is_a_mistake() {
        let text = options(&["--grpc-url=,"])
            .check()
            .expect_err("no address")
            .to_string();
        assert!(text.contains("MOELLE_GRPC_URL"), "{text}");
    }
}
