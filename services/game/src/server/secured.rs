//! Connections over TLS. A client that is slow to shake hands keeps nobody else waiting.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use futures::Stream;
use moelle_settings::tls::ServerTls;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, mpsc};
use tokio_rustls::server::TlsStream;
use tokio_stream::wrappers::ReceiverStream;
use tokio_util::sync::CancellationToken;

/// Handshakes under way at once; one more connection waits.
const HANDSHAKES_MAX: usize = 1024;
/// How long to wait when the system has no room for another connection.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// The connections of a listener, once they speak TLS, until `shutdown` is cancelled. A handshake may
/// take as long as `patience`.
pub(super) fn incoming(
    listener: TcpListener,
    tls: ServerTls,
    patience: Duration,
    shutdown: CancellationToken,
) -> impl Stream<Item = io::Result<TlsStream<TcpStream>>> {
    let (connections, incoming) = mpsc::channel(1);
    tokio::spawn(async move {
        shutdown
            .run_until_cancelled(accept(listener, tls, patience, connections))
            .await;
    });
    ReceiverStream::new(incoming)
}

async fn accept(
    listener: TcpListener,
    tls: ServerTls,
    patience: Duration,
    connections: mpsc::Sender<io::Result<TlsStream<TcpStream>>>,
) {
    let room = Arc::new(Semaphore::new(HANDSHAKES_MAX));
    // Nobody closes it.
    while let Ok(permit) = Arc::clone(&room).acquire_owned().await {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                tracing::warn!(%error, "no connection can be taken");
                tokio::time::sleep(ACCEPT_PAUSE).await;
                continue;
            }
        };
        let (tls, connections) = (tls.clone(), connections.clone());
        tokio::spawn(async move {
            if let Some(stream) = shake_hands(&tls, patience, stream).await {
                // The server may have stopped meanwhile.
                let _ = connections.send(Ok(stream)).await;
            }
            drop(permit);
        });
    }
}

async fn shake_hands(
    tls: &ServerTls,
    patience: Duration,
    stream: TcpStream,
) -> Option<TlsStream<TcpStream>> {
    let peer = stream.peer_addr().ok();
    let _ = stream.set_nodelay(true);
    match tokio::time::timeout(patience, tls.accept(stream)).await {
        Ok(Ok(stream)) => return Some(stream),
        Ok(Err(error)) => tracing::info!(?peer, %error, "a client was refused at the handshake"),
        Err(_) => tracing::debug!(?peer, "a client did not finish the handshake in time"),
    }
    None
}

#[cfg(test)]
mod tests;
