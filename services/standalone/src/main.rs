//! Mølle in one process: the gRPC service and the REST gateway, on one file of games.

mod banner;
mod config;
mod data_folder;
mod run;

#[cfg(test)]
mod documentation;

use std::process::ExitCode;

use config::{Cli, Command, Config};
use moelle_settings::{USAGE, health, parse};
use moelle_telemetry::{Telemetry, TelemetryConfig};

/// What is logged where `RUST_LOG` does not say it: what is said at the start stands alone.
const QUIET: &str = "warn";

fn main() -> ExitCode {
    let cli = match parse::<Cli>() {
        Ok(cli) => cli,
        Err(code) => return code,
    };
    if cli.command == Some(Command::Health) {
        return match cli.options.health() {
            Ok(question) => health::report(question),
            Err(invalid) => usage(&invalid),
        };
    }
    match cli.options.check() {
        Ok(config) => match &cli.command {
            Some(Command::Manage(wish)) => moelle_game::manage("moelle", &config.game, wish),
            _ => work(&config),
        },
        Err(invalid) => usage(&invalid),
    }
}

fn usage(error: &dyn std::error::Error) -> ExitCode {
    eprintln!("moelle cannot start:\n{error}");
    ExitCode::from(USAGE)
}

#[tokio::main]
async fn work(config: &Config) -> ExitCode {
    let settings = TelemetryConfig {
        service_version: env!("CARGO_PKG_VERSION").to_owned(),
        log_format: config.game.service.log_format,
        log_filter: std::env::var_os("RUST_LOG")
            .is_none()
            .then(|| QUIET.to_owned()),
        ..TelemetryConfig::default()
    };
    let telemetry = Telemetry::builder("moelle", settings)
        .with_log_writer(std::io::stderr)
        .init();
    let telemetry = match telemetry {
        Ok(telemetry) => telemetry,
        Err(error) => return usage(&error),
    };
    let served = run::serve_until_signal(config, telemetry.handle()).await;
    telemetry.shutdown().await;
    match served {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("moelle: {error:#}");
            ExitCode::FAILURE
        }
    }
}
