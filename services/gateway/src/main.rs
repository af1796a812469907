//! The REST gateway of Mølle.

use std::process::ExitCode;

use anyhow::Context as _;
use moelle_gateway::{Admin, Checked, Cli, Command, Server, admin};
use moelle_settings::{USAGE, health, parse};
use moelle_telemetry::{Telemetry, TelemetryConfig, TelemetryGuard};
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

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
    let checked = match cli.options.check() {
        Ok(checked) => checked,
        Err(invalid) => return usage(&invalid),
    };
    match run(checked) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("moelle-gateway: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn usage(error: &dyn std::error::Error) -> ExitCode {
    eprintln!("moelle-gateway cannot start:\n{error}");
    ExitCode::from(USAGE)
}

#[tokio::main]
async fn run(checked: Checked) -> anyhow::Result<()> {
    let telemetry = Telemetry::init(
        "moelle-gateway",
        TelemetryConfig {
            service_version: env!("CARGO_PKG_VERSION").to_owned(),
            log_format: checked.config.service.log_format,
            ..TelemetryConfig::default()
        },
    )?;
    let served = serve(checked, &telemetry).await;
    telemetry.shutdown().await;
    served
}

async fn serve(checked: Checked, telemetry: &TelemetryGuard) -> anyhow::Result<()> {
    let listen = |address| async move {
        TcpListener::bind(address)
            .await
            .with_context(|| format!("cannot listen on {address}"))
    };
    let listener = listen(checked.listen).await?;
    let admin_listener = listen(checked.admin_listen).await?;
    let admin_address = admin_listener.local_addr()?;
    let shutdown = CancellationToken::new();
    stop_on_signal(shutdown.clone())?;
    let server = Server::new(&checked.config, shutdown.clone());
    let told = Admin {
        readiness: server.readiness(),
        telemetry: Some(telemetry.handle()),
    };
    // It tells until the last that the gateway is not ready.
    let stopped = CancellationToken::new();
    let telling = tokio::spawn(admin::serve(admin_listener, told, stopped.clone()));
    tracing::info!(
        listen = %listener.local_addr()?,
        admin_listen = %admin_address,
        game_service = ?checked.config.upstream,
        "the gateway listens"
    );
    server.serve(listener).await;
    tracing::info!("the gateway has stopped");
    stopped.cancel();
    Ok(telling.await??)
}

fn stop_on_signal(shutdown: CancellationToken) -> anyhow::Result<()> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    tokio::spawn(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        tracing::info!("shutting down");
        shutdown.cancel();
    });
    Ok(())
}
