//! A connection to a receiver, at an address that was checked.

use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;

use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use url::Host;

use crate::{Failed, Reach, Resolve, Target};

/// The protocol that is spoken.
const HTTP_1_1: &[u8] = b"http/1.1";

/// A connection, over TLS or not.
pub(crate) trait Stream: AsyncRead + AsyncWrite + Send {}

impl<S: AsyncRead + AsyncWrite + Send> Stream for S {}

/// How receivers are connected to.
pub(crate) struct Connector {
    pub(crate) resolver: Arc<dyn Resolve>,
    pub(crate) reach: Reach,
    tls: TlsConnector,
}

impl Connector {
    /// One that trusts the authorities of the web, and these.
    pub(crate) fn new(resolver: Arc<dyn Resolve>, reach: Reach, more: RootCertStore) -> Self {
        let mut roots = more;
        roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let mut config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .expect("ring speaks the versions that are built in")
            .with_root_certificates(roots)
            .with_no_client_auth();
        config.alpn_protocols = vec![HTTP_1_1.to_vec()];
        Self {
            resolver,
            reach,
            tls: TlsConnector::from(Arc::new(config)),
        }
    }

    /// Connects to an address that the target has at this moment, once all of them were checked. The
    /// name is not asked for again, so that it cannot mean another address by then.
    pub(crate) async fn connect(&self, target: &Target) -> Result<Pin<Box<dyn Stream>>, Failed> {
        let stream = self.connect_tcp(target).await?;
        if !target.speaks_tls() {
            return Ok(Box::pin(stream));
        }
        let name = match target.host() {
            Host::Domain(name) => {
                ServerName::try_from(name.clone()).map_err(|_| Failed::Unresolved)?
            }
            Host::Ipv4(address) => ServerName::from(IpAddr::V4(*address)),
            Host::Ipv6(address) => ServerName::from(IpAddr::V6(*address)),
        };
        let stream = self.tls.connect(name, stream).await;
        Ok(Box::pin(stream.map_err(|_| Failed::Tls)?))
    }

    async fn connect_tcp(&self, target: &Target) -> Result<TcpStream, Failed> {
        let addresses = self.addresses(target).await?;
        if addresses.iter().any(|address| !self.reach.allows(*address)) {
            return Err(Failed::Private);
        }
        for address in addresses {
            let address = SocketAddr::new(address, target.port());
            if let Ok(stream) = TcpStream::connect(address).await {
                return Ok(stream);
            }
        }
        Err(Failed::Connection)
    }

    async fn addresses(&self, target: &Target) -> Result<Vec<IpAddr>, Failed> {
        match (target.host(), target.address()) {
            (_, Some(address)) => Ok(vec![address]),
            (Host::Domain(name), None) => {
                let found = self.resolver.resolve(name).await;
                let found = found.map_err(|_| Failed::Unresolved)?;
                (!found.is_empty())
                    .then_some(found)
                    .ok_or(Failed::Unresolved)
            }
            (Host::Ipv4(_) | Host::Ipv6(_), None) => Err(Failed::Unresolved),
        }
    }
}
