//! What a user chooses: the command line, the environment, and what both are checked for before a
//! port opens.

use std::net::SocketAddr;

use clap::Parser;
use thiserror::Error;

use crate::data_folder;

/// Mølle in one process: the rules and games of nine men's morris and its family, over REST and
/// gRPC. Games are kept in a file in your data folder.
///
/// Deadlines and limits are set by the variables of the services: `MOELLE_DEADLINE_MS` and others.
#[derive(Clone, Parser)]
#[command(name = "moelle", version)]
pub(crate) struct Options {
    /// Where REST and the pages are served.
    #[arg(long, env = "MOELLE_GATEWAY_LISTEN", default_value = "127.0.0.1:8080")]
    listen: String,
    /// Where gRPC is served.
    #[arg(long, env = "MOELLE_LISTEN", default_value = "127.0.0.1:50051")]
    grpc_listen: String,
    /// Where `/livez`, `/readyz` and `/metrics` are served. Empty: nowhere.
    #[arg(long, env = "MOELLE_GATEWAY_ADMIN_LISTEN", default_value = "")]
    admin_listen: String,
    /// The folder of the file of games. Empty: `moelle` in your data folder.
    #[arg(long, env = "MOELLE_DATA_FOLDER", default_value = "")]
    data_folder: String,
    /// The store, in place of that file: `sqlite://…` or `postgres://…`.
    #[arg(long, env = "DATABASE_URL", hide_env_values = true, default_value = "")]
    database_url: String,
    /// The address that players' links begin with. Empty: that of `--listen`.
    #[arg(long, env = "MOELLE_PUBLIC_URL", default_value = "")]
    public_url: String,
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

/// Everything that is wrong with the options.
#[derive(Debug, Error)]
#[error("{}", .0.join("\n"))]
pub(crate) struct InvalidConfig(Vec<String>);

impl Options {
    /// Checks every option, also those of the services that only variables set.
    ///
    /// # Errors
    ///
    /// [`InvalidConfig`] with everything that is wrong.
    pub(crate) fn check(&self) -> Result<Config, InvalidConfig> {
        let mut problems = Vec::new();
        let game = kept(
            self.game().and_then(|game| text(game.check())),
            &mut problems,
        );
        let gateway = kept(
            self.gateway().and_then(|gateway| text(gateway.check())),
            &mut problems,
        );
        // What both say of a variable that they share is said once.
        let mut said = Vec::new();
        for problem in problems.iter().flat_map(|problem| problem.lines()) {
            if !said.iter().any(|line| line == problem) {
                said.push(problem.to_owned());
            }
        }
        match (game, gateway) {
            (Some(game), Some(gateway)) => Ok(Config {
                listen: gateway.listen,
                admin_listen: (!self.admin_listen.is_empty()).then_some(gateway.admin_listen),
                game,
                gateway: gateway.config,
            }),
            _ => Err(InvalidConfig(said)),
        }
    }

    fn game(&self) -> Result<moelle_game::Options, String> {
        let cli = moelle_game::Cli::try_parse_from(["moelle"]);
        let mut options = cli.map_err(|error| error.to_string())?.options;
        options.listen.clone_from(&self.grpc_listen);
        // The gateway's port serves for both.
        options.admin_listen = String::from("127.0.0.1:0");
        options.database_url = self.database_url()?;
        options.migrate_on_start = String::from("true");
        options.public_url.clone_from(&self.public_url);
        Ok(options)
    }

    fn gateway(&self) -> Result<moelle_gateway::Options, String> {
        let options = moelle_gateway::Options::try_parse_from(["moelle"]);
        let mut options = options.map_err(|error| error.to_string())?;
        options.listen.clone_from(&self.listen);
        options.admin_listen = match self.admin_listen.as_str() {
            "" => "127.0.0.1:0".to_owned(),
            address => address.to_owned(),
        };
        options.grpc_url = String::from("http://127.0.0.1");
        options.public_url.clone_from(&self.public_url);
        Ok(options)
    }

    fn database_url(&self) -> Result<String, String> {
        if !self.database_url.trim().is_empty() {
            return Ok(self.database_url.clone());
        }
        let folder = data_folder::find(&self.data_folder)
            .map_err(|error| format!("MOELLE_DATA_FOLDER: {error}"))?;
        Ok(data_folder::games_url(&folder))
    }
}

fn text<T, E: std::fmt::Display>(result: Result<T, E>) -> Result<T, String> {
    result.map_err(|error| error.to_string())
}

fn kept<T>(result: Result<T, String>, problems: &mut Vec<String>) -> Option<T> {
    result.map_err(|problem| problems.push(problem)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(args: &[&str]) -> Result<Config, InvalidConfig> {
        let folder = ["moelle", "--data-folder", "/somewhere/else"];
        Options::try_parse_from(folder.iter().chain(args))
            .expect("options")
            .check()
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
        ])
        .expect_err("nothing is right")
        .to_string();
        for name in [
            "MOELLE_GATEWAY_LISTEN",
            "MOELLE_LISTEN",
            "MOELLE_GATEWAY_ADMIN_LISTEN",
            "DATABASE_URL",
            "MOELLE_PUBLIC_URL",
        ] {
            assert_eq!(
                text.matches(&format!("{name}:")).count(),
                1,
                "{name} in {text}"
            );
        }
        assert!(!text.contains("hunter2"), "{text}");
    }
}
