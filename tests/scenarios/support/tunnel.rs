//! The end of TLS that a client has, as a plain port for every client of these tests.

use std::net::SocketAddr;

use moelle_settings::tls::ClientTls;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_util::sync::{CancellationToken, DropGuard};

/// A port of this machine, what is sent to which goes to a server over TLS.
pub(crate) struct Tunnel {
    url: String,
    _end: DropGuard,
}

impl Tunnel {
    /// Opens one to this address, whose certificate must be for its IP address. A connection is closed
    /// where client and server do not trust each other.
    pub(crate) async fn open(to: &str, tls: ClientTls) -> Self {
        let to: SocketAddr = to.parse().expect("an address");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let end = CancellationToken::new();
        let ended = end.clone();
        let accepting = async move {
            while let Ok((mut near, _)) = listener.accept().await {
                let tls = tls.clone();
                tokio::spawn(async move {
                    let far = TcpStream::connect(to).await?;
                    let mut far = tls.connect(ServerName::from(to.ip()), far).await?;
                    copy_bidirectional(&mut near, &mut far).await
                });
            }
        };
        tokio::spawn(async move { ended.run_until_cancelled(accepting).await });
        Self {
            url,
            _end: end.drop_guard(),
        }
    }

    /// Where it is entered.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }
}
