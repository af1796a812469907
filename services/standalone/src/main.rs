//! Mølle in one process: the gRPC service and the REST gateway, on one file of games.

mod banner;
mod config;
mod data_folder;
mod run;

use std::process::ExitCode;

use clap::Parser as _;
use config::{Config, Options};
use moelle_telemetry::{Telemetry, TelemetryConfig};

/// What a program says of a command line or an environment that makes no sense (`EX_USAGE`).
const USAGE: u8 = 64;
/// What is logged where `RUST_LOG` does not say it: what is said at the start stands alone.
const QUIET: &str = "warn";

fn main() -> ExitCode {
    let options = match Options::try_parse() {
        Ok(options) => options,
        Err(error) => {
            // Where nothing can be printed nothing can be done. Help and version are no mistakes.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { USAGE } else { 0 });
        }
    };
    match options.check() {
        Ok(config) => work(&config),
        Err(invalid) => {
            eprintln!("moelle cannot start:\n{invalid}");
            ExitCode::from(USAGE)
        }
    }
}

#[tokio::main]
async fn work(config: &Config) -> ExitCode {
    let settings = TelemetryConfig {
        service_version: env!("CARGO_PKG_VERSION").to_owned(),
        log_format: config.game.log_format,
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
        Err(error) => {
            eprintln!("moelle cannot start:\n{error}");
            return ExitCode::from(USAGE);
        }
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
