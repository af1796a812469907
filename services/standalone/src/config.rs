//! What a user chooses: the command line, the environment, and what both are checked for before a
//! port opens.

use std::net::SocketAddr;

use clap::{Args, Parser, Subcommand};
use moelle_game::{
    DatabaseOptions, KeepOptions, KeysOptions, PaceOptions, WatchOptions, WebOptions,
    WebhookOptions, Wish,
};
use moelle_gateway::RestOptions;
use moelle_rates::RateConfig;
use moelle_settings::health::Question;
use moelle_settings::{Given, InvalidConfig, Problems, Secret, ServiceOptions};
use moelle_settings::{address, address_or_none, text};

use crate::data_folder;

/// Mølle in one process: the rules and games of nine men's morris and its family, over REST and
/// gRPC. Games are kept in a file in your data folder.
#[derive(Debug, Parser)]
#[command(name = "moelle", version, about)]
pub(crate) struct Cli {
    /// What to do; without it, serve.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    /// The options.
    #[command(flatten)]
    pub(crate) options: Options,
}

/// What the program can do.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub(crate) enum Command {
    /// Serve until Ctrl-C or SIGTERM.
    Serve,
    /// Ask the program that runs on this machine with the same options whether it is ready: ends
    /// with 0 if it is and with 1 if it is not.
    Health,
    /// Applications and their keys.
    #[command(flatten)]
    Manage(Wish),
}

/// The options as they were given.
#[derive(Args, Clone, Debug)]
pub(crate) struct Options {
    /// Where REST and the pages are served.
    #[arg(
        long,
        env = "MOELLE_GATEWAY_LISTEN",
        default_value = "127.0.0.1:8080",
        value_parser = address()
    )]
    listen: Given<SocketAddr>,
    /// Where gRPC is served.
    #[arg(
        long,
        env = "MOELLE_LISTEN",
        default_value = "127.0.0.1:50051",
        value_parser = address()
    )]
    grpc_listen: Given<SocketAddr>,
    /// Where `/livez`, `/readyz` and `/metrics` are served, over plain HTTP. Empty: nowhere.
    #[arg(
        long,
        env = "MOELLE_GATEWAY_ADMIN_LISTEN",
        default_value = "",
        value_parser = address_or_none()
    )]
    admin_listen: Given<Option<SocketAddr>>,
    /// The folder of the file of games. Empty: `moelle` in your data folder.
    #[arg(
        long,
        env = "MOELLE_DATA_FOLDER",
        default_value = "",
        value_parser = text()
    )]
    data_folder: Given<String>,
    /// The store, in place of that file.
    #[command(flatten)]
    database: DatabaseOptions,
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
    /// Whose pages may call over gRPC-Web.
    #[command(flatten)]
    web: WebOptions,
    /// What a gateway has.
    #[command(flatten)]
    rest: RestOptions,
}

/// The options, checked.
#[derive(Clone, Debug)]
pub(crate) struct Config {
    /// Where REST is served.
    pub(crate) listen: SocketAddr,
    /// Where health and metrics are served, if anywhere.
    pub(crate) admin_listen: Option<SocketAddr>,
    /// How the gRPC service serves.
    pub(crate) game: moelle_game::Config,
    /// How the gateway serves; where the gRPC service is will be known when its port is open.
    pub(crate) gateway: moelle_gateway::Config,
}

impl Options {
    /// Checks every option.
    ///
    /// # Errors
    ///
    /// [`InvalidConfig`] with everything that is wrong.
    pub(crate) fn check(&self) -> Result<Config, InvalidConfig> {
        let mut problems = Problems::default();
        let listen = problems.take(&self.listen);
        let grpc_listen = problems.take(&self.grpc_listen);
        let admin_listen = problems.take(&self.admin_listen);
        problems.apart(&[
            ("MOELLE_GATEWAY_LISTEN", listen),
            ("MOELLE_LISTEN", grpc_listen),
            ("MOELLE_GATEWAY_ADMIN_LISTEN", admin_listen.flatten()),
        ]);
        let database = self
            .database
            .check_or(&mut problems, |problems| self.games_file(problems));
        let rematch_window = self.watching.check(&mut problems);
        let keys = self.keys.check(&mut problems);
        let webhooks = self.webhooks.check(&mut problems);
        let service = self.service.check(&mut problems);
        let pace = self.pace.check(&mut problems);
        let keeping = self.keeping.check(&mut problems);
        let web = self.web.check(&mut problems);
        let gateway = self
            .rest
            .check(&mut problems, Some((Vec::new(), None)), service.clone());
        // The gateway of this process says who calls it.
        let rates = gateway.as_ref().map(|it| it.rates.clone());
        let rates = rates.map(RateConfig::trusting_this_machine);
        let config = || {
            Some(Config {
                listen: listen?,
                admin_listen: admin_listen?,
                game: moelle_game::Config {
                    listen: grpc_listen?,
                    // The gateway's port tells for both.
                    admin_listen: listen?,
                    database: database?,
                    migrate_on_start: true,
                    rematch_window: rematch_window?,
                    keys: keys?,
                    webhooks: webhooks?,
                    service: service?,
                    pace: pace?,
                    keeping: keeping?,
                    rates: rates?,
                    web: web?,
                    // It is for this machine; the services apart speak TLS over gRPC too.
                    tls: None,
                },
                gateway: gateway?,
            })
        };
        problems.finish(config())
    }

    /// Where the program with these options is asked for its health, and how long the answer may
    /// take. No other option is looked at.
    ///
    /// # Errors
    ///
    /// [`InvalidConfig`] where these are wrong.
    pub(crate) fn health(&self) -> Result<Question, InvalidConfig> {
        let mut problems = Problems::default();
        let (listen, speaks_tls) = match problems.take(&self.admin_listen).flatten() {
            Some(admin) => (Some(admin), Some(false)),
            None => (
                problems.take(&self.listen),
                self.rest.speaks_tls(&mut problems),
            ),
        };
        let timeout = self.service.health_timeout(&mut problems);
        let question = || {
            Some(Question {
                listen: listen?,
                speaks_tls: speaks_tls?,
                timeout: timeout?,
            })
        };
        problems.finish(question())
    }

    /// The address of the file of games, where there is a folder for it.
    fn games_file(&self, problems: &mut Problems) -> Option<Secret> {
        let folder = problems.take(&self.data_folder)?;
        match data_folder::find(&folder) {
            Ok(folder) => Some(data_folder::games_url(&folder).into()),
            Err(error) => {
                problems.note(format!("MOELLE_DATA_FOLDER: {error}"));
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use moelle_settings::parse_from;

    use super::*;

    fn check(args: &[&str]) -> Result<Config, InvalidConfig> {
        let folder = ["moelle", "--data-folder", "/somewhere/else"];
        let cli: Cli = parse_from(folder.iter().chain(args)).expect("options");
        cli.options.check()
    }

    #[test]
    fn what_is_not_given_stays_on_this_machine() {
        let config = check(&[]).expect("defaults are fine");
        assert!(config.listen.ip().is_loopback() && config.game.listen.ip().is_loopback());
        assert_eq!(config.admin_listen, None);
        assert!(config.game.migrate_on_start);
        let database = config.game.database.url.to_string();
        assert!(database.contains("/somewhere/else"), "{database}");
    }

    #[test]
    fn another_store_takes_the_place_of_the_file() {
        let config = check(&["--database-url", "postgres://u:p@db/moelle"]).expect("it is fine");
        assert_eq!(config.game.database.url.to_string(), "postgres://db/moelle");
    }

    #[test]
    fn every_mistake_is_told_at_once_and_once() {
        let text = check(&[
            "--listen=nowhere",
            "--grpc-listen=nowhere",
            "--admin-listen=nowhere",
            "--database-url=mysql://u:hunter2@db/x",
            "--public-url=ftp://x",
            "--deadline-ms=soon",
        ])
        .expect_err("nothing is right")
        .to_string();
        for name in [
            "MOELLE_GATEWAY_LISTEN",
            "MOELLE_LISTEN",
            "MOELLE_GATEWAY_ADMIN_LISTEN",
            "DATABASE_URL",
            "MOELLE_PUBLIC_URL",
            "MOELLE_DEADLINE_MS",
        ] {
            let told = text
                .lines()
                .filter(|line| line.starts_with(&format!("{name}: ")));
            assert_eq!(told.count(), 1, "{name} in {text}");
        }
        assert!(!text.contains("hunter2"), "{text}");
    }
}
