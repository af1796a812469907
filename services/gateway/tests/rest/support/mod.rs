//! A gateway before a game service that answers what a test tells it to.

pub(crate) mod fake;
pub(crate) mod http;
pub(crate) mod logs;
pub(crate) mod messages;

use std::time::Duration;

use moelle_gateway::{Config, Readiness, Server};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use fake::Fake;
use http::Http;

/// Long enough for anything that should happen soon, and never waited out where it does.
pub(crate) const SOON: Duration = Duration::from_secs(10);

/// A gateway that serves until this is dropped.
pub(crate) struct Gateway {
    pub(crate) http: Http,
    pub(crate) address: std::net::SocketAddr,
    pub(crate) shutdown: CancellationToken,
    pub(crate) readiness: Readiness,
    serving: JoinHandle<()>,
}

impl Gateway {
    /// A gateway before this service, with this done to its defaults.
    pub(crate) async fn before(fake: &Fake, change: impl FnOnce(&mut Config)) -> Self {
        let gateway = Self::start(&[fake.address], change).await;
        gateway.wait_until_ready().await;
        gateway
    }

    /// A gateway before whatever is at these addresses.
    pub(crate) async fn start(
        services: &[std::net::SocketAddr],
        change: impl FnOnce(&mut Config),
    ) -> Self {
        logs::init();
        let upstream = services
            .iter()
            .map(|address| format!("http://{address}").parse().expect("an address"))
            .collect();
        let mut config = Config::for_upstream(upstream);
        change(&mut config);
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let shutdown = CancellationToken::new();
        let server = Server::new(&config, shutdown.clone());
        let readiness = server.readiness();
        Self {
            http: Http::new(format!("http://{address}")),
            address,
            shutdown,
            readiness,
            serving: tokio::spawn(server.serve(listener)),
        }
    }

    pub(crate) async fn wait_until_ready(&self) {
        eventually("the gateway is ready", || self.readiness.is_ready()).await;
    }

    /// Shuts the gateway down and waits until it has stopped.
    pub(crate) async fn stop(&mut self) {
        self.shutdown.cancel();
        let stopped = tokio::time::timeout(SOON, &mut self.serving).await;
        stopped.expect("it stops in time").expect("no panic");
    }
}

impl Drop for Gateway {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

/// Waits until something holds.
pub(crate) async fn eventually(what: &str, holds: impl Fn() -> bool) {
    let waiting = async {
        while !holds() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    assert!(
        tokio::time::timeout(SOON, waiting).await.is_ok(),
        "it never comes about that {what}"
    );
}
