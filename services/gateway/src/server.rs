//! The server as a value.

use std::convert::Infallible;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::config::Config;
use crate::gateway::Gateway;
use crate::routes;
use crate::stall::Stalling;

/// How long a new connection may be silent.
const FIRST_WORD_TIMEOUT: Duration = Duration::from_secs(30);
/// How long a client may take nothing of what is written to it.
const STALL_TIMEOUT: Duration = Duration::from_secs(30);
/// How long a connection of HTTP/1 may be idle, or take to send the head of a request.
const HEAD_TIMEOUT: Duration = Duration::from_secs(75);
/// How often a silent connection of HTTP/2 is asked whether it is alive.
const KEEPALIVE_EVERY: Duration = Duration::from_secs(20);
/// How long the answer to that may take.
const KEEPALIVE_TIMEOUT: Duration = Duration::from_secs(20);
/// Requests under way on one connection of HTTP/2.
const STREAMS_PER_CONNECTION_MAX: u32 = 256;
/// Bytes of the head of a request.
const HEAD_BYTES_MAX: usize = 32 * 1024;
/// How long to wait when the system has no room for another connection.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Tells whether a gateway can answer; cheap to clone.
#[derive(Clone)]
pub struct Readiness(Gateway);

impl Readiness {
    /// Whether a replica of the game service serves, and the gateway is not shutting down.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        self.0.is_ready()
    }
}

/// A gateway that is about to serve.
pub struct Server {
    gateway: Gateway,
    router: Router,
    drain: Duration,
    connections_max: usize,
}

/// Serves until `shutdown` is cancelled and what is under way has ended, or `drain` has passed since.
///
/// It needs no game service to start: without one it answers 503. On shutdown it is not ready, takes
/// no more connections, ends every stream with a hint where to resume, and lets calls finish.
pub async fn serve(listener: TcpListener, config: &Config, shutdown: CancellationToken) {
    Server::new(config, shutdown).serve(listener).await;
}

impl Server {
    /// A gateway that serves until `shutdown` is cancelled. It begins to look for the game service.
    #[must_use]
    pub fn new(config: &Config, shutdown: CancellationToken) -> Self {
        let gateway = Gateway::new(config, shutdown);
        Self {
            router: routes::router(&gateway, config),
            gateway,
            drain: config.service.drain,
            connections_max: config.connections_max,
        }
    }

    /// Tells whether it can answer.
    #[must_use]
    pub fn readiness(&self) -> Readiness {
        Readiness(self.gateway.clone())
    }

    /// Serves; see [`serve`].
    pub async fn serve(self, listener: TcpListener) {
        let shutdown = self.gateway.shutdown().clone();
        let noting = tokio::spawn(self.gateway.clone().note_spectators());
        let room = Arc::new(Semaphore::new(self.connections_max));
        let graceful = GracefulShutdown::new();
        let mut connections = JoinSet::new();
        while let Some((stream, permit)) =
            shutdown.run_until_cancelled(accept(&listener, &room)).await
        {
            let talking = graceful.watch(self.connection(stream));
            connections.spawn(async move {
                let _permit = permit;
                if let Err(error) = talking.await {
                    tracing::debug!(%error, "a connection broke off");
                }
            });
            while connections.try_join_next().is_some() {}
        }
        drop(listener);
        let drained = async {
            // What is known of those who watched here is taken back before the rest is waited for.
            let _ = noting.await;
            graceful.shutdown().await;
            while connections.join_next().await.is_some() {}
        };
        if tokio::time::timeout(self.drain, drained).await.is_err() {
            tracing::warn!(
                drain_ms = self.drain.as_millis(),
                "connections were still open when the time for shutting down had passed"
            );
        }
    }

    /// The whole talk with one client.
    fn connection(
        &self,
        stream: TcpStream,
    ) -> impl hyper_util::server::graceful::GracefulConnection<Error = BoxError> + Send + 'static
    {
        let stream = Stalling::new(stream, FIRST_WORD_TIMEOUT, STALL_TIMEOUT);
        let mut builder = Builder::new(TokioExecutor::new());
        builder
            .http1()
            .timer(TokioTimer::new())
            .header_read_timeout(HEAD_TIMEOUT)
            .max_buf_size(HEAD_BYTES_MAX);
        builder
            .http2()
            .timer(TokioTimer::new())
            .keep_alive_interval(KEEPALIVE_EVERY)
            .keep_alive_timeout(KEEPALIVE_TIMEOUT)
            .max_concurrent_streams(STREAMS_PER_CONNECTION_MAX)
            .max_header_list_size(u32::try_from(HEAD_BYTES_MAX).unwrap_or(u32::MAX));
        let service = TowerToHyperService::new(self.router.clone());
        builder
            .serve_connection(TokioIo::new(Box::pin(stream)), service)
            .into_owned()
    }
}

type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// The next connection, once there is room for one.
async fn accept(
    listener: &TcpListener,
    room: &Arc<Semaphore>,
) -> (TcpStream, OwnedSemaphorePermit) {
    let Ok(permit) = Arc::clone(room).acquire_owned().await else {
        // Nobody closes the semaphore.
        std::future::pending::<Infallible>().await;
        unreachable!()
    };
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                let _ = stream.set_nodelay(true);
                return (stream, permit);
            }
            Err(error) if is_of_one_connection(&error) => {}
            Err(error) => {
                tracing::warn!(%error, "no connection can be taken");
                tokio::time::sleep(ACCEPT_PAUSE).await;
            }
        }
    }
}

/// Whether only the one connection failed, before it was taken.
fn is_of_one_connection(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionRefused
            | io::ErrorKind::ConnectionReset
    )
}
