//! What an operator chooses: the command line, the environment, and what both are checked for
//! before a port opens.

mod database;
mod keeping;
mod keys;
mod pace;
mod tls;
mod watching;
mod web;
mod webhooks;

use std::net::SocketAddr;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use moelle_rates::{RateConfig, RateOptions};
use moelle_settings::health::Question;
use moelle_settings::tls::ServerTls;
use moelle_settings::{CorsOrigins, Given, InvalidConfig, Problems, ServiceConfig, ServiceOptions};
use moelle_settings::{address, flag};

use crate::manage::Wish;
use tls::TlsOptions;

pub use pace::{Pace, PaceOptions};

pub use database::{DatabaseConfig, DatabaseOptions, DatabaseUrl, InvalidDatabaseUrl, StoreKind};
pub use keeping::{KeepOptions, Keeping};
pub use keys::{KeysConfig, KeysMode, KeysOptions};
pub use watching::WatchOptions;
pub use web::WebOptions;
pub use webhooks::{WebhookConfig, WebhookOptions};

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
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub enum Command {
    /// Serve until SIGTERM or SIGINT.
    Serve,
    /// Bring the database's schema up to date, and end.
    Migrate,
    /// Forget the games that are kept no longer, as the service does itself from time to time, and end.
    Purge(PurgeArgs),
    /// Ask the service that runs on this machine with the same options whether it is ready: ends
    /// with 0 if it is and with 1 if it is not.
    Health,
    /// Applications and their keys.
    #[command(flatten)]
    Manage(Wish),
}

/// How a purge goes.
#[derive(Args, Clone, Copy, Debug, PartialEq, Eq)]
pub struct PurgeArgs {
    /// Only say which games it would forget: how many, and how long the oldest has rested.
    #[arg(long)]
    pub dry_run: bool,
    /// Say it in JSON.
    #[arg(long)]
    pub json: bool,
}

/// The options as they were given.
#[derive(Args, Clone, Debug)]
pub struct Options {
    /// Where gRPC is served.
    #[arg(
        long,
        env = "MOELLE_LISTEN",
        default_value = "0.0.0.0:50051",
        value_parser = address()
    )]
    listen: Given<SocketAddr>,
    /// Where `/livez`, `/readyz` and `/metrics` are served, over plain HTTP.
    #[arg(
        long,
        env = "MOELLE_ADMIN_LISTEN",
        default_value = "0.0.0.0:9464",
        value_parser = address()
    )]
    admin_listen: Given<SocketAddr>,
    /// Where games are kept.
    #[command(flatten)]
    database: DatabaseOptions,
    /// Whether `serve` brings the schema up to date first.
    #[arg(
        long,
        env = "MOELLE_MIGRATE_ON_START",
        default_value = "false",
        value_parser = flag()
    )]
    migrate_on_start: Given<bool>,
    /// How games are followed.
    #[command(flatten)]
    watching: WatchOptions,
    /// Who may create games, and how many.
    #[command(flatten)]
    keys: KeysOptions,
    /// How webhooks are delivered.
    #[command(flatten)]
    webhooks: WebhookOptions,
    /// What every program has.
    #[command(flatten)]
    service: ServiceOptions,
    /// How often things are done again, and how long they may take.
    #[command(flatten)]
    pace: PaceOptions,
    /// How long games are kept.
    #[command(flatten)]
    keeping: KeepOptions,
    /// The limits of callers.
    #[command(flatten)]
    rates: RateOptions,
    /// Whose pages may call over gRPC-Web.
    #[command(flatten)]
    web: WebOptions,
    /// Whether gRPC is spoken over TLS.
    #[command(flatten)]
    tls: TlsOptions,
}

/// The options, checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// Where gRPC is served.
    pub listen: SocketAddr,
    /// Where health and metrics are served over HTTP.
    pub admin_listen: SocketAddr,
    /// Where games are kept.
    pub database: DatabaseConfig,
    /// Whether `serve` brings the schema up to date first.
    pub migrate_on_start: bool,
    /// How long a stream that waits for a rematch goes on after the last change of a game that has
    /// ended.
    pub rematch_window: Duration,
    /// Who may create games, and how many.
    pub keys: KeysConfig,
    /// How webhooks are delivered.
    pub webhooks: WebhookConfig,
    /// What every program has.
    pub service: ServiceConfig,
    /// How often things are done again, and how long they may take.
    pub pace: Pace,
    /// How long games are kept.
    pub keeping: Keeping,
    /// The limits of callers.
    pub rates: RateConfig,
    /// Whose pages may call over gRPC-Web, if it is spoken.
    pub web: Option<CorsOrigins>,
    /// How gRPC is spoken over TLS, if it is.
    pub tls: Option<ServerTls>,
}

impl Options {
    /// Checks every option.
    ///
    /// # Errors
    ///
    /// [`InvalidConfig`] with everything that is wrong.
    pub fn check(&self) -> Result<Config, InvalidConfig> {
        let mut problems = Problems::default();
        let listen = problems.take(&self.listen);
        let admin_listen = problems.take(&self.admin_listen);
        problems.apart(&[
            ("MOELLE_LISTEN", listen),
            ("MOELLE_ADMIN_LISTEN", admin_listen),
        ]);
        let database = self.database.check(&mut problems);
        let migrate_on_start = problems.take(&self.migrate_on_start);
        let rematch_window = self.watching.check(&mut problems);
        let keys = self.keys.check(&mut problems);
        let webhooks = self.webhooks.check(&mut problems);
        let service = self.service.check(&mut problems);
        let pace = self.pace.check(&mut problems);
        let keeping = self.keeping.check(&mut problems);
        let rates = self.rates.check(&mut problems);
        let web = self.web.check(&mut problems);
        let tls = self.tls.check(&mut problems);
        let config = || {
            Some(Config {
                listen: listen?,
                admin_listen: admin_listen?,
                database: database?,
                migrate_on_start: migrate_on_start?,
                rematch_window: rematch_window?,
                keys: keys?,
                webhooks: webhooks?,
                service: service?,
                pace: pace?,
                keeping: keeping?,
                rates: rates?,
                web: web?,
                tls,
            })
        };
        problems.finish(config())
    }

    /// Where a service with these options is asked for its health, and how long the answer may
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

#[cfg(test)]
mod tests {
    use moelle_settings::parse_from;

    use super::*;

    fn check(args: &[&str]) -> Result<Config, InvalidConfig> {
        let cli: Cli = parse_from(["moelle-game"].iter().chain(args)).expect("options");
        cli.options.check()
    }

    #[test]
    fn what_is_not_given_has_a_default() {
        let config = check(&["--database-url=sqlite://games.sqlite"]).expect("a config");
        assert_eq!(config.listen, "0.0.0.0:50051".parse().expect("an address"));
        assert_eq!(config.database.url.kind(), StoreKind::Sqlite);
        assert_eq!(config.rematch_window, Duration::from_mins(10));
        assert_eq!(config.service, ServiceConfig::default());
        assert_eq!(config.keys, KeysConfig::default());
        assert_eq!(config.webhooks, WebhookConfig::default());
        assert_eq!(config.pace, Pace::default());
        assert_eq!(config.keeping, Keeping::default());
        assert_eq!(config.rates, RateConfig::default());
        assert_eq!(config.web, None);
        let url = config.database.url.clone();
        assert_eq!(config.database, DatabaseConfig::at(url));
    }

    #[test]
    fn every_mistake_is_told_at_once() {
        let text = check(&[
            "--database-url=mysql://u:hunter2@db/x",
            "--listen=nowhere",
            "--drain-ms=-1",
            "--calls-max=0",
            "--public-url=ftp://x",
            "--log-format=xml",
            "--migrate-on-start=perhaps",
            "--rematch-window-ms=soon",
            "--grpc-web-origins=play.example",
        ])
        .expect_err("nothing is right")
        .to_string();
        for name in [
            "MOELLE_LISTEN",
            "MOELLE_DRAIN_MS",
            "MOELLE_CALLS_MAX",
            "MOELLE_PUBLIC_URL",
            "MOELLE_LOG_FORMAT",
            "MOELLE_MIGRATE_ON_START",
            "MOELLE_REMATCH_WINDOW_MS",
            "MOELLE_GRPC_WEB_ORIGINS",
            "DATABASE_URL",
        ] {
            assert!(
                text.contains(&format!("{name}: ")),
                "{name} is missing in {text}"
            );
        }
        assert!(!text.contains("hunter2"), "{text}");
    }

    #[test]
    fn two_ports_at_one_address_are_a_mistake() {
        let text = check(&["--listen=0.0.0.0:9464"])
            .expect_err("taken")
            .to_string();
        assert!(text.contains("MOELLE_ADMIN_LISTEN"), "{text}");
    }

    #[test]
    fn health_looks_at_nothing_but_where_to_ask() {
        let args = [
            "moelle-game",
            "--admin-listen=0.0.0.0:9",
            "health",
            "--listen=nowhere",
        ];
        let cli: Cli = parse_from(args).expect("options");
        assert_eq!(cli.command, Some(Command::Health));
        let question = cli.options.health().expect("it is known");
        assert_eq!(question.listen, "0.0.0.0:9".parse().expect("an address"));
    }

    #[test]
    fn the_options_do_not_show_a_password() {
        let cli: Cli = parse_from([
            "moelle-game",
            "--database-url=postgres://moelle:hunter2@db/moelle",
            "--database-password=hunter2",
        ])
        .expect("options");
        assert!(!format!("{:?}", cli.options).contains("hunter2"));
    }
}
