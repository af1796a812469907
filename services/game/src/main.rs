//! The gRPC service of Mølle.

use std::process::ExitCode;

use moelle_game::{Cli, Command, Config, manage, run};
use moelle_settings::{USAGE, health, parse};
use moelle_telemetry::{Telemetry, TelemetryConfig};
use tokio::runtime::Builder;

fn main() -> ExitCode {
    let cli = match parse::<Cli>() {
        Ok(cli) => cli,
        Err(code) => return code,
    };
    if cli.command == Some(Command::Health) {
        return match cli.options.health() {
            Ok(question) => health::report(question),
            Err(error) => usage(&error),
        };
    }
    let config = match cli.options.check() {
        Ok(config) => config,
        Err(error) => return usage(&error),
    };
    if let Some(Command::Manage(wish)) = &cli.command {
        return manage("moelle-game", &config, wish);
    }
    let runtime = match Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("the runtime cannot be built: {error}");
            return ExitCode::FAILURE;
        }
    };
    let code = runtime.block_on(work(cli.command, &config));
    // What outlived its time is left behind.
    runtime.shutdown_background();
    code
}

async fn work(command: Option<Command>, config: &Config) -> ExitCode {
    let settings = TelemetryConfig {
        service_version: env!("CARGO_PKG_VERSION").to_owned(),
        log_format: config.service.log_format,
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
        Some(Command::Migrate) => run::migrate(config).await,
        Some(Command::Purge(args)) => run::purge(config, args).await,
        Some(Command::Serve | Command::Health | Command::Manage(_)) | None => {
            run::serve_until_signal(config, telemetry.handle()).await
        }
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
    eprintln!("moelle-game cannot start:\n{error}");
    ExitCode::from(USAGE)
}
