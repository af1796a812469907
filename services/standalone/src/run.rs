//! Both services in one process, from the ports to the way out.

use std::io::{ErrorKind, Write as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use anyhow::{Context as _, anyhow};
use moelle_game::Readiness;
use moelle_gateway::{Admin, Server, UpstreamUrl, admin};
use moelle_telemetry::TelemetryHandle;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

use crate::banner;
use crate::config::Config;

/// How often it is looked whether everything is ready.
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// Serves until SIGTERM or SIGINT.
///
/// # Errors
///
/// A port is taken, the store cannot be opened, or serving fails.
pub(crate) async fn serve_until_signal(
    config: &Config,
    telemetry: TelemetryHandle,
) -> anyhow::Result<()> {
    let shutdown = CancellationToken::new();
    cancel_on_signal(shutdown.clone())?;
    let listener = bind(config.listen, "--listen or MOELLE_GATEWAY_LISTEN").await?;
    let grpc_listener = bind(config.game.listen, "--grpc-listen or MOELLE_LISTEN").await?;
    let admin_listener = match config.admin_listen {
        Some(address) => {
            Some(bind(address, "--admin-listen or MOELLE_GATEWAY_ADMIN_LISTEN").await?)
        }
        None => None,
    };
    let (rest, grpc) = (listener.local_addr()?, grpc_listener.local_addr()?);

    let mut game = config.game.clone();
    let base = banner::base_url(rest, config.gateway.tls.is_some());
    let public_url = base.parse().context("the own address")?;
    game.service.public_url.get_or_insert(public_url);
    // The gateway goes first: the calls that it makes are still answered.
    let game_shutdown = CancellationToken::new();
    let readiness = Readiness::paced(&game.pace);
    let serving_game = async {
        let (readiness, stop) = (readiness.clone(), game_shutdown.clone());
        let served = moelle_game::run::serve_on(grpc_listener, &game, readiness, stop).await;
        shutdown.cancel();
        served
    };

    let mut gateway = config.gateway.clone();
    gateway.upstream = vec![upstream(grpc)?];
    let server = Server::new(&gateway, shutdown.clone());
    let gateway_readiness = server.readiness();
    let greeting = async {
        while !(readiness.is_ready() && gateway_readiness.is_ready()) {
            tokio::time::sleep(LOOK_EVERY).await;
        }
        greet(&banner::text(
            &base,
            grpc,
            &config.game.database.url.to_string(),
        ));
    };
    let admin = Admin {
        readiness: server.readiness(),
        telemetry: Some(telemetry),
    };
    let telling = tell(admin_listener, admin, game_shutdown.clone());
    let serving = async {
        server.serve(listener).await;
        game_shutdown.cancel();
    };

    let greeting = shutdown.run_until_cancelled(greeting);
    let (game_served, told, (), _) = tokio::join!(serving_game, telling, serving, greeting);
    game_served.and(told)
}

/// Serves the operators' port until `stop` is cancelled, if there is one.
async fn tell(
    listener: Option<TcpListener>,
    admin: Admin,
    stop: CancellationToken,
) -> anyhow::Result<()> {
    match listener {
        Some(listener) => admin::serve(listener, admin, stop)
            .await
            .context("the admin port"),
        None => Ok(()),
    }
}

/// Prints it; where nobody reads it, nobody needs it.
fn greet(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// How the gateway reaches the gRPC service.
fn upstream(grpc: SocketAddr) -> anyhow::Result<UpstreamUrl> {
    let ip = match grpc.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    let address = SocketAddr::new(ip, grpc.port());
    format!("http://{address}")
        .parse()
        .context("the address of the gRPC service")
}

async fn bind(address: SocketAddr, option: &str) -> anyhow::Result<TcpListener> {
    TcpListener::bind(address).await.map_err(|error| match error.kind() {
        ErrorKind::AddrInUse => anyhow!(
            "{address} is taken. Stop what listens there, or choose another address with {option}."
        ),
        _ => anyhow!("{address} cannot be listened on: {error}. Choose another with {option}."),
    })
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
