//! TLS from files: what a server shows, whom a client trusts, and certificates that are renewed
//! while a program runs.
//!
//! The files are looked at again when a connection is made, at most every ten seconds: a renewed
//! certificate is used by connections made from then on, and open ones keep theirs. Files that make
//! no sense then are told in the log, and what was read before stays in use.

mod kept;
mod pem;

use std::fmt;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use rustls::pki_types::ServerName;
use rustls::server::WebPkiClientVerifier;
use rustls::version::{TLS12, TLS13};
use rustls::{ClientConfig, RootCertStore, ServerConfig};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_rustls::{TlsAcceptor, TlsConnector, client, server};

use kept::Kept;
pub use pem::{PemFile, TlsError};

use crate::Problems;

/// The name of HTTP/2 in ALPN.
pub const H2: &[u8] = b"h2";
/// The name of HTTP/1.1 in ALPN.
pub const HTTP_1_1: &[u8] = b"http/1.1";

/// How long the files are believed without a look.
const LOOK_EVERY: Duration = Duration::from_secs(10);

/// A certificate with its chain, and its key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The certificate and the chain up to its authority, which may be left out.
    pub chain: PemFile,
    /// The key of the certificate.
    pub key: PemFile,
}

/// How a server speaks TLS; cheap to clone.
#[derive(Clone)]
pub struct ServerTls(Arc<Kept<ServerConfig>>);

/// How a client speaks TLS; cheap to clone.
#[derive(Clone)]
pub struct ClientTls(Arc<Kept<ClientConfig>>);

impl Identity {
    /// The identity of two options that are given together or not at all.
    pub fn given(problems: &mut Problems, chain: PemFile, key: PemFile) -> Option<Self> {
        match (chain.is_given(), key.is_given()) {
            (false, false) => None,
            (true, true) => Some(Self { chain, key }),
            (true, false) => {
                problems.note(format!("{}: {chain} needs it", key.variable()));
                None
            }
            (false, true) => {
                problems.note(format!("{}: {key} needs it", chain.variable()));
                None
            }
        }
    }
}

impl ServerTls {
    /// Reads the files of a server. With a client authority only clients with a certificate of it
    /// are served.
    ///
    /// # Errors
    ///
    /// [`TlsError`] naming the file that makes no sense.
    pub fn read(
        identity: Identity,
        client_authority: Option<PemFile>,
        protocols: &[&[u8]],
    ) -> Result<Self, TlsError> {
        Self::read_every(identity, client_authority, protocols, LOOK_EVERY)
    }

    /// The same, looking at the files this often.
    ///
    /// # Errors
    ///
    /// [`TlsError`] naming the file that makes no sense.
    pub fn read_every(
        identity: Identity,
        client_authority: Option<PemFile>,
        protocols: &[&[u8]],
        look_every: Duration,
    ) -> Result<Self, TlsError> {
        let mut files = vec![identity.chain.clone(), identity.key.clone()];
        files.extend(client_authority.clone());
        let protocols: Vec<Vec<u8>> = protocols.iter().map(|name| name.to_vec()).collect();
        let make = move || {
            let mut config = server(&identity, client_authority.as_ref())?;
            config.alpn_protocols.clone_from(&protocols);
            Ok(config)
        };
        Kept::read(files, look_every, make).map(|kept| Self(Arc::new(kept)))
    }

    /// Speaks TLS with a client that has connected.
    ///
    /// # Errors
    ///
    /// The handshake fails: the client speaks no TLS, does not trust the certificate, or shows none
    /// that is trusted where one is needed.
    pub async fn accept<S>(&self, stream: S) -> io::Result<server::TlsStream<S>>
    where
        S: AsyncRead + AsyncWrite + Unpin,
    {
        TlsAcceptor::from(self.0.current()).accept(stream).await
    }
}

impl ClientTls {
    /// Reads the files of a client: whom it trusts, and what it shows where it is asked.
    ///
    /// # Errors
    ///
    /// [`TlsError`] naming the file that makes no sense.
    pub fn read(
        authority: PemFile,
        identity: Option<Identity>,
        protocol: &[u8],
    ) -> Result<Self, TlsError> {
        Self::read_every(authority, identity, protocol, LOOK_EVERY)
    }

    /// The same, looking at the files this often.
    ///
    /// # Errors
    ///
    /// [`TlsError`] naming the file that makes no sense.
    pub fn read_every(
        authority: PemFile,
        identity: Option<Identity>,
        protocol: &[u8],
        look_every: Duration,
    ) -> Result<Self, TlsError> {
        let mut files = vec![authority.clone()];
        if let Some(identity) = &identity {
            files.extend([identity.chain.clone(), identity.key.clone()]);
        }
        let protocol = protocol.to_vec();
        let make = move || {
            let mut config = client(&authority, identity.as_ref())?;
            config.alpn_protocols = vec![protocol.clone()];
            Ok(config)
        };
        Kept::read(files, look_every, make).map(|kept| Self(Arc::new(kept)))
    }

    /// Speaks TLS with a server of this name.
    ///
    /// # Errors
    ///
    /// The handshake fails, or the server does not speak the protocol that was asked for.
    pub async fn connect<S>(
        &self,
        name: ServerName<'static>,
        stream: S,
    ) -> io::Result<client::TlsStream<S>>
    where
        S: AsyncRead + AsyncWrite + Unpin,
    {
        let config = self.0.current();
        let wanted = config.alpn_protocols.first().cloned();
        let stream = TlsConnector::from(config).connect(name, stream).await?;
        let spoken = stream.get_ref().1.alpn_protocol();
        if spoken == wanted.as_deref() {
            Ok(stream)
        } else {
            Err(io::Error::other(
                "the server does not speak HTTP/2 over TLS",
            ))
        }
    }
}

impl fmt::Debug for ServerTls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ServerTls({:?})", self.0.files())
    }
}

impl fmt::Debug for ClientTls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ClientTls({:?})", self.0.files())
    }
}

/// Two are equal that read the same files.
impl PartialEq for ServerTls {
    fn eq(&self, other: &Self) -> bool {
        self.0.files() == other.0.files()
    }
}

impl Eq for ServerTls {}

/// Two are equal that read the same files.
impl PartialEq for ClientTls {
    fn eq(&self, other: &Self) -> bool {
        self.0.files() == other.0.files()
    }
}

impl Eq for ClientTls {}

fn provider() -> Arc<rustls::crypto::CryptoProvider> {
    Arc::new(rustls::crypto::ring::default_provider())
}

fn server(identity: &Identity, authority: Option<&PemFile>) -> Result<ServerConfig, TlsError> {
    let builder = ServerConfig::builder_with_provider(provider())
        .with_protocol_versions(&[&TLS13, &TLS12])
        .map_err(|error| identity.chain.makes_no_sense(&error))?;
    let builder = match authority {
        None => builder.with_no_client_auth(),
        Some(file) => {
            let roots = Arc::new(roots(file)?);
            let verifier = WebPkiClientVerifier::builder_with_provider(roots, provider())
                .build()
                .map_err(|error| file.makes_no_sense(&error))?;
            builder.with_client_cert_verifier(verifier)
        }
    };
    builder
        .with_single_cert(identity.chain.certificates()?, identity.key.private_key()?)
        .map_err(|error| identity.key.makes_no_sense(&error))
}

fn client(authority: &PemFile, identity: Option<&Identity>) -> Result<ClientConfig, TlsError> {
    let builder = ClientConfig::builder_with_provider(provider())
        .with_protocol_versions(&[&TLS13, &TLS12])
        .map_err(|error| authority.makes_no_sense(&error))?
        .with_root_certificates(roots(authority)?);
    match identity {
        None => Ok(builder.with_no_client_auth()),
        Some(identity) => builder
            .with_client_auth_cert(identity.chain.certificates()?, identity.key.private_key()?)
            .map_err(|error| identity.key.makes_no_sense(&error)),
    }
}

fn roots(file: &PemFile) -> Result<RootCertStore, TlsError> {
    let mut roots = RootCertStore::empty();
    for certificate in file.certificates()? {
        roots
            .add(certificate)
            .map_err(|error| file.makes_no_sense(&error))?;
    }
    Ok(roots)
}

#[cfg(test)]
mod tests;
