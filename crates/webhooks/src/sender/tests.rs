//! Receivers that are hostile, over real sockets.

use std::collections::VecDeque;
use std::io;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Mutex;

use async_trait::async_trait;
use http::StatusCode;
use rcgen::{CertifiedKey, generate_simple_self_signed};
use rustls::ServerConfig;
use rustls::pki_types::PrivateKeyDer;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;

use super::*;
use crate::SystemResolver;

const LOOPBACK: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
const PUBLIC: IpAddr = IpAddr::V4(Ipv4Addr::new(1, 1, 1, 1));

/// Says something else of a name each time it is asked.
struct Changing(Mutex<VecDeque<Vec<IpAddr>>>);

impl Changing {
    fn new<const N: usize>(answers: [&[IpAddr]; N]) -> Arc<Self> {
        let answers = answers.iter().map(|answer| answer.to_vec()).collect();
        Arc::new(Self(Mutex::new(answers)))
    }

    fn left(&self) -> usize {
        self.0.lock().expect("unbroken").len()
    }
}

#[async_trait]
impl Resolve for Changing {
    async fn resolve(&self, _: &str) -> io::Result<Vec<IpAddr>> {
        let mut answers = self.0.lock().expect("unbroken");
        answers
            .pop_front()
            .ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

fn message() -> Message {
    Message {
        id: "msg_1".to_owned(),
        at: OffsetDateTime::from_unix_timestamp(1_800_000_000).expect("a time"),
        signature: "v1,x".to_owned(),
        body: Bytes::from_static(br#"{"type":"ping"}"#),
    }
}

/// One that gives a receiver time, but one that never answers not much.
fn sender(resolver: Arc<dyn Resolve>, reach: Reach) -> Sender {
    let limits = SenderLimits {
        connect: Duration::from_mins(1),
        total: Duration::from_mins(1),
    };
    Sender::new(resolver, reach, RootCertStore::empty(), limits)
}

async fn send(sender: &Sender, url: &str) -> Answer {
    let target = Target::parse(url, Reach::Private).expect("a target");
    sender.send(&target, &message()).await
}

async fn listener() -> (TcpListener, u16) {
    let listener = TcpListener::bind((LOOPBACK, 0)).await.expect("a port");
    let port = listener.local_addr().expect("an address").port();
    (listener, port)
}

/// The request that came, up to its body's end.
async fn request_of(stream: &mut (impl AsyncRead + Unpin)) -> String {
    let mut read = Vec::new();
    while !read.ends_with(b"}") {
        if stream.read_buf(&mut read).await.expect("a request") == 0 {
            break;
        }
    }
    String::from_utf8(read).expect("text")
}

/// Answers one request, then goes on as long as the other side listens, with `more` again and again.
async fn answer(
    mut stream: impl AsyncRead + AsyncWrite + Unpin,
    head: &str,
    more: &[u8],
) -> String {
    let request = request_of(&mut stream).await;
    stream.write_all(head.as_bytes()).await.expect("an answer");
    while !more.is_empty() && stream.write_all(more).await.is_ok() {}
    let _ = stream.shutdown().await;
    request
}

async fn answered(head: &str, more: &[u8]) -> (Answer, String) {
    let (listener, port) = listener().await;
    let sender = sender(Arc::new(SystemResolver), Reach::Private);
    let url = format!("http://127.0.0.1:{port}/hook?a=b");
    let receiving = async {
        let (stream, _) = listener.accept().await.expect("a connection");
        answer(stream, head, more).await
    };
    tokio::join!(send(&sender, &url), receiving)
}

#[tokio::test]
async fn a_message_arrives_as_it_was_signed() {
    let (answer, request) = answered("HTTP/1.1 204 No Content\r\n\r\n", b"").await;
    assert_eq!(answer, Answer::Delivered);
    assert!(
        request.starts_with("POST /hook?a=b HTTP/1.1\r\n"),
        "{request}"
    );
    for line in [
        "webhook-id: msg_1",
        "webhook-timestamp: 1800000000",
        "webhook-signature: v1,x",
        "content-type: application/json",
    ] {
        assert!(request.contains(&format!("\r\n{line}\r\n")), "{request}");
    }
    assert!(
        request.ends_with("\r\n\r\n{\"type\":\"ping\"}"),
        "{request}"
    );
}

#[tokio::test]
async fn a_body_without_end_is_not_waited_for() {
    let head = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
    let (answer, _) = answered(head, b"4\r\nmore\r\n").await;
    assert_eq!(answer, Answer::Delivered);
}

#[tokio::test]
async fn a_head_without_end_is_no_answer() {
    let (answer, _) = answered("HTTP/1.1 200 OK\r\n", b"x-more: and more\r\n").await;
    assert_eq!(answer, Answer::Failed(Failed::Protocol, None));
    let (answer, _) = answered("HTTP/1.1 200 OK\r\nx: ", &[b'x'; 1024]).await;
    assert_eq!(answer, Answer::Failed(Failed::Protocol, None));
}

#[tokio::test]
async fn what_is_no_http_is_no_answer() {
    let (answer, _) = answered("220 mail.example ESMTP\r\n", b"").await;
    assert_eq!(answer, Answer::Failed(Failed::Protocol, None));
    let (answer, _) = answered("", b"").await;
    assert_eq!(answer, Answer::Failed(Failed::Connection, None));
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let (elsewhere, port) = listener().await;
    let head = format!("HTTP/1.1 307 Elsewhere\r\nlocation: http://127.0.0.1:{port}/\r\n\r\n");
    let (answer, _) = answered(&head, b"").await;
    let status = StatusCode::TEMPORARY_REDIRECT;
    assert_eq!(answer, Answer::Failed(Failed::Redirect(status), None));
    let nobody = tokio::time::timeout(Duration::ZERO, elsewhere.accept()).await;
    assert!(nobody.is_err(), "the redirect was followed");
}

#[tokio::test]
async fn a_receiver_that_says_nothing_is_given_up() {
    let (listener, port) = listener().await;
    let mut sender = sender(Arc::new(SystemResolver), Reach::Private);
    sender.limits.total = Duration::from_millis(100);
    let url = format!("http://127.0.0.1:{port}/");
    let sent = tokio::join!(send(&sender, &url), listener.accept());
    assert_eq!(sent.0, Answer::Failed(Failed::Timeout, None));
    // One that has connected and does not speak TLS.
    sender.limits.connect = Duration::from_millis(100);
    sender.limits.total = Duration::from_mins(1);
    let url = format!("https://127.0.0.1:{port}/");
    let sent = tokio::join!(send(&sender, &url), listener.accept());
    assert_eq!(sent.0, Answer::Failed(Failed::Timeout, None));
}

#[tokio::test]
async fn a_private_address_is_not_connected_to() {
    let (listener, port) = listener().await;
    for addresses in [
        [LOOPBACK].as_slice(),
        &[PUBLIC, LOOPBACK],
        &["::ffff:127.0.0.1".parse().expect("an address")],
    ] {
        let sender = sender(Changing::new([addresses]), Reach::Public);
        let sent = send(&sender, &format!("https://app.example:{port}/")).await;
        assert_eq!(sent, Answer::Failed(Failed::Private, None), "{addresses:?}");
    }
    // A URL that was accepted when private addresses were allowed.
    let sender = sender(Changing::new([]), Reach::Public);
    let sent = send(&sender, &format!("https://127.0.0.1:{port}/")).await;
    assert_eq!(sent, Answer::Failed(Failed::Private, None));
    let nobody = tokio::time::timeout(Duration::ZERO, listener.accept()).await;
    assert!(nobody.is_err(), "a private address was connected to");
}

/// What was checked is what is connected to: a name is asked for once.
#[tokio::test]
async fn a_name_that_changes_its_address_in_between_changes_nothing() {
    let (listener, port) = listener().await;
    let resolver = Changing::new([[LOOPBACK].as_slice(), &[PUBLIC]]);
    let sender = sender(resolver.clone(), Reach::Private);
    let receiving = async {
        let (stream, _) = listener.accept().await.expect("a connection");
        answer(stream, "HTTP/1.1 200 OK\r\n\r\n", b"").await
    };
    let url = format!("http://app.example:{port}/");
    let (sent, request) = tokio::join!(send(&sender, &url), receiving);
    assert_eq!(sent, Answer::Delivered);
    assert!(
        request.contains(&format!("host: app.example:{port}\r\n")),
        "{request}"
    );
    assert_eq!(resolver.left(), 1);
}

#[tokio::test]
async fn a_name_without_an_address_is_none() {
    for resolver in [Changing::new([]), Changing::new([[].as_slice()])] {
        let sent = send(&sender(resolver, Reach::Public), "https://app.example/").await;
        assert_eq!(sent, Answer::Failed(Failed::Unresolved, None));
    }
}

#[tokio::test]
async fn a_certificate_is_of_the_name_and_of_an_authority_that_is_trusted() {
    let CertifiedKey { cert, signing_key } =
        generate_simple_self_signed(["app.example".to_owned()]).expect("a certificate");
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let key = PrivateKeyDer::try_from(signing_key.serialize_der()).expect("a key");
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_no_client_auth()
        .with_single_cert(vec![cert.der().clone()], key)
        .expect("an identity");
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let mut trusted = RootCertStore::empty();
    trusted.add(cert.der().clone()).expect("an authority");
    for (name, roots, expected) in [
        ("app.example", trusted.clone(), Answer::Delivered),
        (
            "app.example",
            RootCertStore::empty(),
            Answer::Failed(Failed::Tls, None),
        ),
        ("other.example", trusted, Answer::Failed(Failed::Tls, None)),
    ] {
        let (listener, port) = listener().await;
        let resolver = Changing::new([[LOOPBACK].as_slice()]);
        let sender = Sender::new(resolver, Reach::Private, roots, SenderLimits::default());
        let receiving = async {
            let (stream, _) = listener.accept().await.expect("a connection");
            if let Ok(stream) = acceptor.accept(stream).await {
                answer(stream, "HTTP/1.1 200 OK\r\n\r\n", b"").await;
            }
        };
        let url = format!("https://{name}:{port}/");
        let (sent, ()) = tokio::join!(send(&sender, &url), receiving);
        assert_eq!(sent, expected, "{name}");
    }
}
