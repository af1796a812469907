//! Asking a service on this machine whether it is ready, as a container's health check does.

use std::io::{self, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{ClientConfig, ClientConnection, DigitallySignedStruct, SignatureScheme, StreamOwned};
use thiserror::Error;

use crate::FAILURE;

/// Bytes of the answer that are looked at.
const ANSWER_BYTES_MAX: u64 = 4096;

/// A service that is not ready, or does not say so.
#[derive(Debug, Error)]
pub enum NotReady {
    /// It cannot be asked.
    #[error("{address} cannot be asked: {error}")]
    Unreachable {
        /// Where it was asked.
        address: SocketAddr,
        /// What went wrong.
        error: io::Error,
    },
    /// It says that it is not.
    #[error("{address} answers: {answer}")]
    Refused {
        /// Where it was asked.
        address: SocketAddr,
        /// The first line of its answer.
        answer: String,
    },
    /// The port is chosen by the system at each start.
    #[error("port 0 is another one at each start: give the port that is asked")]
    UnknownPort,
}

/// What is asked, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// Where the service listens.
    pub listen: SocketAddr,
    /// Whether it speaks TLS there.
    pub speaks_tls: bool,
    /// How long the answer may take.
    pub timeout: Duration,
}

/// Asks, says so in one line, and returns what the program ends with: 0 where the service is ready,
/// 1 where it is not.
#[must_use]
pub fn report(question: Question) -> ExitCode {
    match ask(question) {
        Ok(address) => {
            println!("ready: {address} says so");
            ExitCode::SUCCESS
        }
        Err(error) => {
            println!("not ready: {error}");
            ExitCode::from(FAILURE)
        }
    }
}

/// Asks `/readyz` of what listens on an address of this machine; returns where it was asked.
///
/// # Errors
///
/// [`NotReady`] where it is not, or does not answer in time.
pub fn ask(question: Question) -> Result<SocketAddr, NotReady> {
    let Question {
        listen,
        speaks_tls,
        timeout,
    } = question;
    if listen.port() == 0 {
        return Err(NotReady::UnknownPort);
    }
    let address = reachable(listen);
    let answer = connect(address, speaks_tls, timeout)
        .and_then(|mut stream| exchange(&mut *stream, address))
        .map_err(|error| NotReady::Unreachable { address, error })?;
    let status = answer.split(' ').nth(1);
    if answer.starts_with("HTTP/1.1 ") && status == Some("200") {
        return Ok(address);
    }
    let answer: String = answer.lines().next().unwrap_or_default().to_owned();
    let answer = answer
        .chars()
        .filter(|c| !c.is_control())
        .take(100)
        .collect();
    Err(NotReady::Refused { address, answer })
}

/// The address at which this machine reaches what listens on another.
fn reachable(listen: SocketAddr) -> SocketAddr {
    let ip = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, listen.port())
}

/// A connection over which bytes go both ways.
trait Talk: Read + Write {}

impl<T: Read + Write> Talk for T {}

fn connect(address: SocketAddr, speaks_tls: bool, timeout: Duration) -> io::Result<Box<dyn Talk>> {
    let deadline = Instant::now() + timeout;
    let stream = TcpStream::connect_timeout(&address, timeout)?;
    let stream = Timed { stream, deadline };
    if !speaks_tls {
        return Ok(Box::new(stream));
    }
    let tls = ClientConnection::new(any_certificate()?, address.ip().into());
    let tls = tls.map_err(io::Error::other)?;
    Ok(Box::new(StreamOwned::new(tls, stream)))
}

fn exchange(stream: &mut dyn Talk, address: SocketAddr) -> io::Result<String> {
    let request = format!("GET /readyz HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes())?;
    let mut answer = Vec::new();
    let mut some = [0; 512];
    // The first line is enough.
    while !answer.contains(&b'\n') && (answer.len() as u64) < ANSWER_BYTES_MAX {
        match stream.read(&mut some)? {
            0 => break,
            read => answer.extend_from_slice(&some[..read]),
        }
    }
    if answer.is_empty() {
        return Err(io::Error::new(
            io::ErrorKind::UnexpectedEof,
            "it says nothing",
        ));
    }
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

/// Trusts every certificate: the service is on this machine, it is told nothing, and its name is
/// that of the machine to others.
fn any_certificate() -> io::Result<Arc<ClientConfig>> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .map_err(io::Error::other)?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(AnyCertificate(provider)))
        .with_no_client_auth();
    Ok(Arc::new(config))
}

#[derive(Debug)]
struct AnyCertificate(Arc<CryptoProvider>);

impl ServerCertVerifier for AnyCertificate {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let algorithms = &self.0.signature_verification_algorithms;
        verify_tls12_signature(message, certificate, signature, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let algorithms = &self.0.signature_verification_algorithms;
        verify_tls13_signature(message, certificate, signature, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}

/// A connection that ends when its time has passed, however slowly bytes drip.
struct Timed {
    stream: TcpStream,
    deadline: Instant,
}

impl Timed {
    fn left(&self) -> io::Result<Option<Duration>> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(in_time());
        }
        Ok(Some(left))
    }
}

impl Read for Timed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.stream.set_read_timeout(self.left()?)?;
        self.stream.read(buffer).map_err(timed_out)
    }
}

impl Write for Timed {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.stream.set_write_timeout(self.left()?)?;
        self.stream.write(buffer).map_err(timed_out)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

/// The system says of a time that has passed that it would block.
fn timed_out(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => in_time(),
        _ => error,
    }
}

fn in_time() -> io::Error {
    io::Error::new(io::ErrorKind::TimedOut, "no answer in time")
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;
    use std::thread;

    use super::*;

    fn plainly(listen: SocketAddr, timeout: Duration) -> Question {
        Question {
            listen,
            speaks_tls: false,
            timeout,
        }
    }

    const SOON: Duration = Duration::from_secs(20);

    /// A port that answers the first request with this, and what the question came to.
    fn asked(answer: &'static [u8]) -> Result<SocketAddr, NotReady> {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        thread::scope(|scope| {
            scope.spawn(|| {
                let (mut stream, _) = listener.accept().expect("a connection");
                let mut some = [0; 512];
                let read = stream.read(&mut some).expect("a request");
                assert!(some[..read].starts_with(b"GET /readyz HTTP/1.1\r\n"));
                stream.write_all(answer).expect("written");
            });
            ask(plainly(
                SocketAddr::new([0, 0, 0, 0].into(), address.port()),
                SOON,
            ))
        })
    }

    #[test]
    fn only_a_service_that_says_so_is_ready() {
        let address = asked(b"HTTP/1.1 200 OK\r\n\r\nready\n").expect("it is ready");
        assert!(address.ip().is_loopback());
        for answer in [
            &b"HTTP/1.1 503 Service Unavailable\r\n\r\nnot ready\n"[..],
            b"200 200\r\n",
            b"\xff\x00\x1b[2J\r\n",
        ] {
            let error = asked(answer).expect_err("it is not").to_string();
            assert_eq!(error.lines().count(), 1, "{error}");
            assert!(!error.contains('\x1b'), "{error}");
        }
        assert!(matches!(asked(b""), Err(NotReady::Unreachable { .. })));
    }

    #[test]
    fn a_port_where_nobody_listens_or_nobody_answers_is_not_ready() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let error = ask(plainly(address, Duration::from_millis(50))).expect_err("silence");
        assert!(error.to_string().contains("no answer in time"), "{error}");
        drop(listener);
        assert!(matches!(
            ask(plainly(address, SOON)),
            Err(NotReady::Unreachable { .. })
        ));
        let port_0 = "0.0.0.0:0".parse().expect("an address");
        assert!(matches!(
            ask(plainly(port_0, SOON)),
            Err(NotReady::UnknownPort)
        ));
    }
}
