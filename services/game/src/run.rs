//! A whole process: the store, the games, both ports, and the way out.

use std::io::Write as _;
use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::Context as _;
use moelle_games::{Games, SystemClock, SystemIds};
use moelle_telemetry::TelemetryHandle;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

use crate::admin::{self, Admin};
use crate::config::{Config, KeysMode, PurgeArgs};
use crate::guard::GuardLimits;
use crate::health::Readiness;
use crate::purge::Report;
use crate::server::{Parts, ServerOptions, serve};
use crate::store::{self, OpenStore};

/// Brings the schema of the database up to date, waiting for a database that is away, until SIGTERM
/// or SIGINT.
///
/// # Errors
///
/// The schema cannot be brought up to date, or a signal came first.
pub async fn migrate(config: &Config) -> anyhow::Result<()> {
    let stopped = CancellationToken::new();
    cancel_on_signal(stopped.clone())?;
    match stopped
        .run_until_cancelled(store::migrate(&config.database))
        .await
    {
        Some(migrated) => migrated,
        None => anyhow::bail!("stopped before the schema was up to date"),
    }
}

/// Forgets the games that are kept no longer, or says which it would, on standard output.
///
/// # Errors
///
/// The store cannot be opened or does not answer.
pub async fn purge(config: &Config, args: PurgeArgs) -> anyhow::Result<()> {
    let store = OpenStore::open(&config.database).await?;
    let games = Games::new(store.games(), Arc::new(SystemClock), Arc::new(SystemIds));
    let retention = &config.keeping.retention;
    let report: Report = if args.dry_run {
        games.purgeable(retention).await?.into()
    } else {
        games.purge(retention).await?.into()
    };
    drop(games);
    store.close().await;
    let text = if args.json {
        report.to_json()
    } else {
        report.to_text()
    };
    std::io::stdout().write_all(text.as_bytes())?;
    Ok(())
}

/// Serves until SIGTERM or SIGINT.
///
/// # Errors
///
/// The store cannot be opened, a port is taken, or serving fails.
pub async fn serve_until_signal(config: &Config, telemetry: TelemetryHandle) -> anyhow::Result<()> {
    let shutdown = CancellationToken::new();
    cancel_on_signal(shutdown.clone())?;
    let listener = bind(config.listen).await?;
    let admin_listener = bind(config.admin_listen).await?;
    tracing::info!(
        admin_listen = %admin_listener.local_addr().context("the admin port")?,
        "health and metrics are told"
    );
    let readiness = Readiness::paced(&config.pace);
    // The operators' port outlives the server: it tells that the server is going away.
    let admin_stop = CancellationToken::new();
    let admin = Admin {
        readiness: readiness.clone(),
        telemetry: Some(telemetry),
    };
    let administering = tokio::spawn(admin::serve(admin_listener, admin, admin_stop.clone()));
    let served = serve_on(listener, config, readiness, shutdown).await;
    admin_stop.cancel();
    administering.await.context("the admin port")?;
    served
}

/// Opens the store and serves on a listener until `shutdown` is cancelled.
///
/// # Errors
///
/// The store cannot be opened or brought up to date, or serving fails.
pub async fn serve_on(
    listener: TcpListener,
    config: &Config,
    readiness: Readiness,
    shutdown: CancellationToken,
) -> anyhow::Result<()> {
    if config.migrate_on_start {
        migrate(config).await?;
    }
    let store = OpenStore::open(&config.database).await?;
    let following = tokio::spawn(readiness.clone().follow(store.games(), shutdown.clone()));
    let parts = Parts {
        games: Arc::new(
            Games::new(store.games(), Arc::new(SystemClock), Arc::new(SystemIds))
                .with_quotas(config.keys.quotas, config.keys.trusted_for),
        ),
        options: options(config),
        readiness,
    };
    tracing::info!(
        listen = %listener.local_addr().context("the port of gRPC")?,
        database = %config.database.url,
        "serving"
    );
    let served = serve(listener, parts, shutdown.clone()).await;
    shutdown.cancel();
    following.await.context("asking the store")?;
    store.close().await;
    tracing::info!("stopped");
    served.context("serving")
}

fn options(config: &Config) -> ServerOptions {
    ServerOptions {
        limits: GuardLimits {
            deadline: config.service.deadline,
            calls_max: config.service.calls_max,
            streams_max: config.service.streams_max,
        },
        drain: config.service.drain,
        heartbeat: config.service.heartbeat,
        rematch_window: config.rematch_window,
        public_url: config.service.public_url.clone(),
        patience: config.pace.slow_reader,
        webhooks: config.webhooks.clone(),
        needs_keys: config.keys.mode == KeysMode::Required,
        pace: config.pace,
        keeping: config.keeping,
        rates: config.rates.clone(),
        web: config.web.clone(),
        tls: config.tls.clone(),
    }
}

async fn bind(address: SocketAddr) -> anyhow::Result<TcpListener> {
    let bound = TcpListener::bind(address).await;
    bound.with_context(|| format!("{address} cannot be listened on"))
}

/// Cancels the token at the first SIGTERM or SIGINT.
fn cancel_on_signal(shutdown: CancellationToken) -> anyhow::Result<()> {
    let mut terminate = signal(SignalKind::terminate()).context("SIGTERM cannot be heard")?;
    let mut interrupt = signal(SignalKind::interrupt()).context("SIGINT cannot be heard")?;
    tokio::spawn(async move {
        tokio::select! {
            _ = terminate.recv() => tracing::info!("SIGTERM: shutting down"),
            _ = interrupt.recv() => tracing::info!("SIGINT: shutting down"),
        }
        shutdown.cancel();
    });
    Ok(())
}
