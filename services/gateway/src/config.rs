//! What an operator chooses: the command line, the environment, and what both are checked for
//! before a port opens.

mod limits;
mod tls;
mod upstream;

use std::net::SocketAddr;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use moelle_rates::{ForwardedBy, RateConfig, RateOptions};
use moelle_settings::health::Question;
use moelle_settings::tls::{ClientTls, ServerTls};
use moelle_settings::{CorsOrigins, Given, InvalidConfig, Problems, ServiceConfig, ServiceOptions};
use moelle_settings::{address, count, list, of, origins, seconds};

use limits::LimitOptions;
use tls::{RestTlsOptions, UpstreamTlsOptions};
use upstream::UpstreamOptions;

pub use limits::Limits;
pub use upstream::UpstreamPace;

use crate::upstream::UpstreamUrl;

/// The REST gateway of Mølle.
#[derive(Debug, Parser)]
#[command(name = "moelle-gateway", version, about)]
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
    /// Ask the gateway that runs on this machine with the same options whether it is ready: ends
    /// with 0 if it is and with 1 if it is not.
    Health,
}

/// The options as they were given.
#[derive(Args, Clone, Debug)]
pub struct Options {
    /// Where REST is served.
    #[arg(
        long,
        env = "MOELLE_GATEWAY_LISTEN",
        default_value = "0.0.0.0:8080",
        value_parser = address()
    )]
    listen: Given<SocketAddr>,
    /// Where `/livez`, `/readyz` and `/metrics` are served, over plain HTTP.
    #[arg(
        long,
        env = "MOELLE_GATEWAY_ADMIN_LISTEN",
        default_value = "0.0.0.0:9465",
        value_parser = address()
    )]
    admin_listen: Given<SocketAddr>,
    /// The game service. Every address behind a name is a replica, and names are looked up again
    /// and again.
    #[arg(
        long,
        env = "MOELLE_GRPC_URL",
        default_value = "http://127.0.0.1:50051",
        value_parser = list::<UpstreamUrl>("addresses with commas between them")
    )]
    grpc_url: Given<Vec<UpstreamUrl>>,
    /// What every program has.
    #[command(flatten)]
    service: ServiceOptions,
    /// Whom a gateway trusts to be the game service.
    #[command(flatten)]
    upstream_tls: UpstreamTlsOptions,
    /// What only a gateway has.
    #[command(flatten)]
    rest: RestOptions,
}

/// The options of REST alone.
#[derive(Args, Clone, Debug)]
pub struct RestOptions {
    /// Origins whose pages may call. Empty: none but the gateway's own.
    #[arg(
        long,
        env = "MOELLE_CORS_ORIGINS",
        default_value = "",
        value_parser = origins()
    )]
    cors_origins: Given<CorsOrigins>,
    /// Connections open at once; one more waits.
    #[arg(
        long,
        env = "MOELLE_CONNECTIONS_MAX",
        default_value = "20000",
        value_parser = count(1..=1_000_000)
    )]
    connections_max: Given<u64>,
    /// How long browsers keep to TLS once they have seen it here (`Strict-Transport-Security`);
    /// 0: they are not told to. Without TLS of the gateway's own nothing is said.
    #[arg(
        long,
        env = "MOELLE_HSTS_SECONDS",
        default_value = "31536000",
        value_parser = seconds(0..=63_072_000)
    )]
    hsts_seconds: Given<Duration>,
    /// Where a proxy that is trusted writes who calls it: `x-forwarded-for` or `forwarded`.
    #[arg(
        long,
        env = "MOELLE_PROXY_HEADER",
        default_value = "x-forwarded-for",
        value_parser = of::<ForwardedBy>("x-forwarded-for or forwarded")
    )]
    proxy_header: Given<ForwardedBy>,
    /// The limits of requests, connections and streams.
    #[command(flatten)]
    limits: LimitOptions,
    /// The limits of callers.
    #[command(flatten)]
    rates: RateOptions,
    /// How the game service is looked for and listened to.
    #[command(flatten)]
    upstream: UpstreamOptions,
    /// Whether REST is spoken over TLS.
    #[command(flatten)]
    tls: RestTlsOptions,
}

/// How a gateway serves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Where the game service is.
    pub upstream: Vec<UpstreamUrl>,
    /// What every program has.
    pub service: ServiceConfig,
    /// Whose pages may call.
    pub cors: CorsOrigins,
    /// Connections open at once.
    pub connections_max: usize,
    /// Where a proxy that is trusted writes who calls it.
    pub forwarded_by: ForwardedBy,
    /// The limits of requests, connections and streams.
    pub limits: Limits,
    /// The limits of callers.
    pub rates: RateConfig,
    /// How the game service is looked for and listened to.
    pub upstream_pace: UpstreamPace,
    /// How long browsers keep to TLS.
    pub hsts: Duration,
    /// How REST is spoken over TLS, if it is.
    pub tls: Option<ServerTls>,
    /// Whom the gateway trusts to be the game service, and what it shows it.
    pub upstream_tls: Option<ClientTls>,
}

/// The options, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Where REST is served.
    pub listen: SocketAddr,
    /// Where health and metrics are served.
    pub admin_listen: SocketAddr,
    /// How the gateway serves.
    pub config: Config,
}

impl Config {
    /// The defaults, for a game service at these addresses.
    #[must_use]
    pub fn for_upstream(upstream: Vec<UpstreamUrl>) -> Self {
        Self {
            upstream,
            service: ServiceConfig::default(),
            cors: CorsOrigins::These(Vec::new()),
            connections_max: 20_000,
            forwarded_by: ForwardedBy::default(),
            limits: Limits::default(),
            rates: RateConfig::default(),
            upstream_pace: UpstreamPace::default(),
            hsts: Duration::from_hours(365 * 24),
            tls: None,
            upstream_tls: None,
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
        let mut problems = Problems::default();
        let listen = problems.take(&self.listen);
        let admin_listen = problems.take(&self.admin_listen);
        problems.apart(&[
            ("MOELLE_GATEWAY_LISTEN", listen),
            ("MOELLE_GATEWAY_ADMIN_LISTEN", admin_listen),
        ]);
        let upstream = problems.take(&self.grpc_url);
        let service = self.service.check(&mut problems);
        let upstream_tls = self.upstream_tls.check(&mut problems, upstream.as_deref());
        let upstream = upstream.map(|urls| (urls, upstream_tls));
        let config = self.rest.check(&mut problems, upstream, service);
        let checked = || {
            Some(Checked {
                listen: listen?,
                admin_listen: admin_listen?,
                config: config?,
            })
        };
        problems.finish(checked())
    }

    /// Where a gateway with these options is asked for its health, and how long the answer may
    /// take. No other option is looked at.
    ///
    /// # Errors
    ///
    /// [`InvalidConfig`] where these two are wrong.
    pub fn health(&self) -> Result<Question, InvalidConfig> {
        let mut problems = Problems::default();
        let address = problems.take(&self.admin_listen);
        let timeout = self.service.health_timeout(&mut problems);
        let asked = address.zip(timeout);
        problems.finish(asked.map(|(listen, timeout)| Question {
            listen,
            speaks_tls: false,
            timeout,
        }))
    }
}

impl RestOptions {
    /// Checks them and puts the configuration of a gateway together; what is wrong is noted.
    pub fn check(
        &self,
        problems: &mut Problems,
        upstream: Option<(Vec<UpstreamUrl>, Option<ClientTls>)>,
        service: Option<ServiceConfig>,
    ) -> Option<Config> {
        let cors = problems.take(&self.cors_origins);
        let connections_max = problems.take(&self.connections_max);
        let hsts = problems.take(&self.hsts_seconds);
        let forwarded_by = problems.take(&self.proxy_header);
        let limits = self.limits.check(problems);
        let rates = self.rates.check(problems);
        let upstream_pace = self.upstream.check(problems);
        let tls = self.tls.check(problems);
        let (upstream, upstream_tls) = upstream?;
        Some(Config {
            upstream,
            service: service?,
            cors: cors?,
            connections_max: usize::try_from(connections_max?).ok()?,
            forwarded_by: forwarded_by?,
            limits: limits?,
            rates: rates?,
            upstream_pace: upstream_pace?,
            hsts: hsts?,
            tls,
            upstream_tls,
        })
    }

    /// Whether REST is spoken over TLS. The files are not read.
    pub fn speaks_tls(&self, problems: &mut Problems) -> Option<bool> {
        self.tls.is_given(problems)
    }
}

#[cfg(test)]
mod tests {
    use moelle_settings::parse_from;

    use super::*;

    fn check(args: &[&str]) -> Result<Checked, InvalidConfig> {
        let cli: Cli = parse_from(["moelle-gateway"].iter().chain(args)).expect("options");
        cli.options.check()
    }

    #[test]
    fn what_is_not_given_has_a_default() {
        let checked = check(&[]).expect("defaults are fine");
        let upstream = vec!["http://127.0.0.1:50051".parse().expect("an address")];
        assert_eq!(checked.config, Config::for_upstream(upstream));
        assert_eq!(checked.listen, "0.0.0.0:8080".parse().expect("an address"));
    }

    #[test]
    fn there_may_be_several_addresses() {
        let checked = check(&["--grpc-url=http://game-1:50051, http://game-2:50051"]);
        assert_eq!(checked.expect("a list").config.upstream.len(), 2);
    }

    #[test]
    fn every_mistake_is_told_at_once() {
        let text = check(&[
            "--listen=nowhere",
            "--admin-listen=:0x",
            "--grpc-url=ftp://game,http://game/x",
            "--public-url=ftp://x",
            "--cors-origins=https://a.example/path",
            "--deadline-ms=0",
            "--drain-ms=-1",
            "--heartbeat-ms=soon",
            "--calls-max=0",
            "--streams-max=0",
            "--connections-max=0",
            "--log-format=xml",
        ])
        .expect_err("nothing is right")
        .to_string();
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
            assert!(
                text.contains(&format!("{name}: ")),
                "{name} is missing in {text}"
            );
        }
        assert_eq!(text.lines().count(), 12, "{text}");
        assert!(
            text.contains("ftp://game") && text.contains("http://game/x"),
            "{text}"
        );
    }

    #[test]
    fn no_game_service_at_all_is_a_mistake() {
        let text = check(&["--grpc-url=,"])
            .expect_err("no address")
            .to_string();
        assert!(text.contains("MOELLE_GRPC_URL"), "{text}");
    }
}
