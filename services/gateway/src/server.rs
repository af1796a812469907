//! The server as a value.

mod talk;

use std::time::Duration;

use axum::Router;
use hyper_util::server::graceful::GracefulShutdown;
use moelle_connections::{Door, Patience};
use moelle_settings::tls::ServerTls;
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::config::{Config, Limits};
use crate::gateway::Gateway;
use crate::routes;
use talk::Talk;

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
    limits: Limits,
    tls: Option<ServerTls>,
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
            limits: config.limits,
            tls: config.tls.clone(),
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
        let patience = Patience {
            first_word: self.limits.first_word,
            stall: self.limits.stall,
        };
        let rates = self.gateway.rates().clone();
        let door = Door::new(listener, self.connections_max, rates, patience);
        let graceful = GracefulShutdown::new();
        let mut connections = JoinSet::new();
        while let Some(visitor) = shutdown.run_until_cancelled(door.next()).await {
            let talk = Talk {
                router: self.router.clone(),
                limits: self.limits,
                tls: self.tls.clone(),
                watcher: graceful.watcher(),
                shutdown: shutdown.clone(),
            };
            connections.spawn(talk.with(visitor));
            while connections.try_join_next().is_some() {}
        }
        drop(door);
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
}
