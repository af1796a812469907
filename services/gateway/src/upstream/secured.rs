//! Connections to the game service over TLS.

use std::future::Future;
use std::io;
use std::net::SocketAddr;

use http::Uri;
use hyper_util::rt::TokioIo;
use moelle_settings::tls::ClientTls;
use tokio::net::TcpStream;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::pki_types::ServerName;
use tower_service::Service;

/// Connects to one address, which must prove that it has a name.
pub(super) fn connector(
    address: SocketAddr,
    name: ServerName<'static>,
    tls: ClientTls,
) -> impl Service<
    Uri,
    Response = TokioIo<TlsStream<TcpStream>>,
    Error = io::Error,
    Future: Future<Output = io::Result<TokioIo<TlsStream<TcpStream>>>> + Send,
> + Send
+ 'static {
    tower::service_fn(move |_| {
        let (tls, name) = (tls.clone(), name.clone());
        async move {
            let stream = TcpStream::connect(address).await?;
            stream.set_nodelay(true)?;
            tls.connect(name, stream).await.map(TokioIo::new)
        }
    })
}
