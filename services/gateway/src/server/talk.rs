//! The whole talk with one client.

use std::error::Error;
use std::net::IpAddr;

use axum::Router;
use http::Request;
use hyper::body::Incoming;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::Watcher;
use hyper_util::service::TowerToHyperService;
use moelle_connections::Visitor;
use moelle_settings::tls::ServerTls;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_util::sync::CancellationToken;
use tower::ServiceExt as _;

use crate::config::Limits;
use crate::rates::Peer;

/// What a talk needs.
pub(super) struct Talk {
    pub(super) router: Router,
    pub(super) limits: Limits,
    pub(super) tls: Option<ServerTls>,
    pub(super) watcher: Watcher,
    pub(super) shutdown: CancellationToken,
}

impl Talk {
    /// Talks until the client or a shutdown ends it.
    pub(super) async fn with(self, stream: Visitor) {
        let peer = stream.peer().ip();
        let Some(tls) = &self.tls else {
            return self.over(stream, peer).await;
        };
        let handshake = tokio::time::timeout(self.limits.handshake, tls.accept(stream));
        // Nothing has been asked yet: a shutdown need not wait for it.
        match self.shutdown.run_until_cancelled(handshake).await {
            Some(Ok(Ok(stream))) => self.over(stream, peer).await,
            Some(Ok(Err(error))) => tracing::debug!(%peer, %error, "a handshake failed"),
            Some(Err(_)) => tracing::debug!(%peer, "a handshake was not finished in time"),
            None => {}
        }
    }

    async fn over<S>(self, stream: S, peer: IpAddr)
    where
        S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
    {
        let mut builder = Builder::new(TokioExecutor::new());
        builder
            .http1()
            .timer(TokioTimer::new())
            .header_read_timeout(self.limits.idle)
            .max_buf_size(self.limits.head_bytes_max);
        builder
            .http2()
            .timer(TokioTimer::new())
            .keep_alive_interval(self.limits.keepalive)
            .keep_alive_timeout(self.limits.keepalive_timeout)
            .max_concurrent_streams(self.limits.requests_per_connection_max)
            .max_header_list_size(u32::try_from(self.limits.head_bytes_max).unwrap_or(u32::MAX));
        let service = self
            .router
            .map_request(move |mut request: Request<Incoming>| {
                request.extensions_mut().insert(Peer(peer));
                request
            });
        let service = TowerToHyperService::new(service);
        let connection = builder
            .serve_connection(TokioIo::new(stream), service)
            .into_owned();
        let talked: Result<(), Box<dyn Error + Send + Sync>> = self.watcher.watch(connection).await;
        if let Err(error) = talked {
            tracing::debug!(%error, "a connection broke off");
        }
    }
}
