//! The gRPC service of Mølle.

use std::process::ExitCode;

use clap::Parser as _;
use moelle_game::{Cli, Command, Config, run};
use moelle_telemetry::{Telemetry, TelemetryConfig};
use tokio::runtime::Builder;

/// What a program says of a command line or an environment that makes no sense (`EX_USAGE`).
const USAGE: u8 = 64;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Where nothing can be printed nothing can be done. Help and version are no mistakes.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { USAGE } else { 0 });
        }
    };
    let config = match cli.options.check() {
        Ok(config) => config,
        Err(error) => return usage(&error),
    };
    let command = cli.command.unwrap_or(Command::Serve);
    let runtime = match Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("the runtime cannot be built: {error}");
            return ExitCode::FAILURE;
        }
    };
    let code = runtime.block_on(work(command, &config));
    // What outlived its time is left behind.
    runtime.shutdown_background();
    code
}

async fn work(command: Command, config: &Config) -> ExitCode {
    let settings = TelemetryConfig {
        service_version: env!("CARGO_PKG_VERSION").to_owned(),
        log_format: config.log_format,
        ..TelemetryConfig::default()
    };
    let telemetry = match Telemetry::init("moelle-game", settings) {
        Ok(telemetry) => telemetry,
        Err(error) => return usage(&error),
    };
    std::panic::set_hook(Box::new(|panic| {
        tracing::error!("a defect of ours: {panic}");
    }));
    let done = match command {
        Command::Serve => run::serve_until_signal(config, telemetry.handle()).await,
        Command::Migrate => run::migrate(config).await,
    };
    let code = match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tracing::error!("{error:#}");
            ExitCode::FAILURE
        }
    };
    telemetry.shutdown().await;
    code
}

fn usage(error: &dyn std::error::Error) -> ExitCode {
    eprintln!("{error}");
    ExitCode::from(USAGE)
}
