//! Taking connections.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use moelle_rates::{OpenConnection, Rates};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::{Patience, Stalling};

/// How long to wait when the system has no room for another connection.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Where connections come in.
pub struct Door {
    listener: TcpListener,
    room: Arc<Semaphore>,
    rates: Rates,
    patience: Patience,
}

/// A connection, which counts until it is dropped.
pub struct Visitor {
    stream: Pin<Box<Stalling<TcpStream>>>,
    peer: SocketAddr,
    _room: OwnedSemaphorePermit,
    _counted: OpenConnection,
}

impl Door {
    /// A door for so many connections at once, and so many of each caller. One more of all waits; one
    /// more of a caller is closed at once.
    #[must_use]
    pub fn new(
        listener: TcpListener,
        connections_max: usize,
        rates: Rates,
        patience: Patience,
    ) -> Self {
        Self {
            listener,
            room: Arc::new(Semaphore::new(connections_max)),
            rates,
            patience,
        }
    }

    /// The next connection, once there is room for one.
    pub async fn next(&self) -> Visitor {
        let Ok(room) = Arc::clone(&self.room).acquire_owned().await else {
            // Nobody closes the semaphore.
            std::future::pending::<Infallible>().await;
            unreachable!()
        };
        loop {
            match self.listener.accept().await {
                Ok((stream, peer)) => {
                    let Some(counted) = self.rates.connect(peer.ip()) else {
                        tracing::debug!(%peer, "an address has as many connections as it may");
                        continue;
                    };
                    let _ = stream.set_nodelay(true);
                    return Visitor {
                        stream: Box::pin(Stalling::new(stream, self.patience)),
                        peer,
                        _room: room,
                        _counted: counted,
                    };
                }
                Err(error) if is_of_one_connection(&error) => {}
                Err(error) => {
                    tracing::warn!(%error, "no connection can be taken");
                    tokio::time::sleep(ACCEPT_PAUSE).await;
                }
            }
        }
    }
}

impl Visitor {
    /// Where it comes from.
    #[must_use]
    pub fn peer(&self) -> SocketAddr {
        self.peer
    }
}

impl AsyncRead for Visitor {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.stream.as_mut().poll_read(cx, buffer)
    }
}

impl AsyncWrite for Visitor {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.stream.as_mut().poll_write(cx, buffer)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffers: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.stream.as_mut().poll_write_vectored(cx, buffers)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream.as_mut().poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream.as_mut().poll_shutdown(cx)
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

#[cfg(test)]
mod tests {
    use moelle_rates::RateConfig;
    use tokio::io::AsyncReadExt as _;

    use super::*;

    const PATIENCE: Patience = Patience {
        first_word: Duration::from_mins(10),
        stall: Duration::from_mins(10),
    };

    async fn door(connections_max: usize, change: impl FnOnce(&mut RateConfig)) -> Door {
        let mut config = RateConfig::off();
        change(&mut config);
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        Door::new(listener, connections_max, Rates::new(config), PATIENCE)
    }

    async fn knock(door: &Door) -> TcpStream {
        let address = door.listener.local_addr().expect("an address");
        TcpStream::connect(address).await.expect("a connection")
    }

    #[tokio::test]
    async fn one_more_than_there_is_room_for_waits() {
        let door = door(1, |_| ()).await;
        let _clients = (knock(&door).await, knock(&door).await);
        let first = door.next().await;
        let mut second = Box::pin(door.next());
        assert!(futures_pending(second.as_mut()).await);
        drop(first);
        second.await;
    }

    #[tokio::test]
    async fn one_more_of_an_address_is_closed_and_one_that_is_trusted_may_have_any_number() {
        let strict = door(10, |config| config.connections_max = 1).await;
        let (_first, mut second) = (knock(&strict).await, knock(&strict).await);
        let held = strict.next().await;
        let mut third = Box::pin(strict.next());
        assert!(futures_pending(third.as_mut()).await);
        assert_eq!(second.read(&mut [0; 1]).await.expect("closed"), 0);
        drop(held);
        let _fourth = knock(&strict).await;
        third.await;

        let trusting = door(10, |config| {
            config.connections_max = 1;
            config.trusted = "127.0.0.1".parse().expect("an address");
        })
        .await;
        let _clients = (knock(&trusting).await, knock(&trusting).await);
        let _both = (trusting.next().await, trusting.next().await);
    }

    /// Whether a future has nothing to give after it was asked once.
    async fn futures_pending<F: Future>(mut future: Pin<&mut F>) -> bool {
        std::future::poll_fn(|cx| Poll::Ready(future.as_mut().poll(cx).is_pending())).await
    }
}
