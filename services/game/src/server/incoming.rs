//! Connections as the server takes them. A client that is slow to shake hands keeps nobody else
//! waiting.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use futures::{Stream, stream};
use moelle_connections::{Door, Visitor};
use moelle_settings::tls::ServerTls;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::{Semaphore, mpsc};
use tokio_rustls::server::TlsStream;
use tokio_stream::wrappers::ReceiverStream;
use tokio_util::sync::CancellationToken;
use tonic::transport::server::{Connected, TcpConnectInfo};

/// Handshakes under way at once; one more connection waits.
const HANDSHAKES_MAX: usize = 1024;

/// A connection, as the server knows it.
pub(super) struct Connection(Visitor);

/// The connections that come through a door.
pub(super) fn plain(door: Door) -> impl Stream<Item = io::Result<Connection>> {
    stream::unfold(door, |door| async {
        let visitor = door.next().await;
        Some((Ok(Connection(visitor)), door))
    })
}

/// The connections that come through a door, once they speak TLS, until `shutdown` is cancelled. A
/// handshake may take as long as `patience`.
pub(super) fn secured(
    door: Door,
    tls: ServerTls,
    patience: Duration,
    shutdown: CancellationToken,
) -> impl Stream<Item = io::Result<TlsStream<Connection>>> {
    let (connections, incoming) = mpsc::channel(1);
    tokio::spawn(async move {
        shutdown
            .run_until_cancelled(accept(door, tls, patience, connections))
            .await;
    });
    ReceiverStream::new(incoming)
}

async fn accept(
    door: Door,
    tls: ServerTls,
    patience: Duration,
    connections: mpsc::Sender<io::Result<TlsStream<Connection>>>,
) {
    let room = Arc::new(Semaphore::new(HANDSHAKES_MAX));
    // Nobody closes it.
    while let Ok(permit) = Arc::clone(&room).acquire_owned().await {
        let visitor = door.next().await;
        let (tls, connections) = (tls.clone(), connections.clone());
        tokio::spawn(async move {
            if let Some(stream) = shake_hands(&tls, patience, visitor).await {
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
    visitor: Visitor,
) -> Option<TlsStream<Connection>> {
    let peer = visitor.peer();
    match tokio::time::timeout(patience, tls.accept(Connection(visitor))).await {
        Ok(Ok(stream)) => return Some(stream),
        Ok(Err(error)) => tracing::info!(%peer, %error, "a client was refused at the handshake"),
        Err(_) => tracing::debug!(%peer, "a client did not finish the handshake in time"),
    }
    None
}

impl Connected for Connection {
    type ConnectInfo = TcpConnectInfo;

    fn connect_info(&self) -> TcpConnectInfo {
        TcpConnectInfo {
            local_addr: None,
            remote_addr: Some(self.0.peer()),
        }
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(cx, buffer)
    }
}

impl AsyncWrite for Connection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(cx, buffer)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffers: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write_vectored(cx, buffers)
    }

    fn is_write_vectored(&self) -> bool {
        self.0.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests;
