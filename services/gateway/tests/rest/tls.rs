//! TLS with clients and with the game service.

use std::io;
use std::path::Path;
use std::time::Duration;

use bytes::Bytes;
use http::Request;
use http_body_util::Empty;
use hyper_util::rt::{TokioExecutor, TokioIo};
use moelle_gateway::Config;
use moelle_settings::testing::Authority;
use moelle_settings::tls::{ClientTls, H2, HTTP_1_1, Identity, PemFile, ServerTls};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::pki_types::ServerName;

use crate::support::fake::Fake;
use crate::support::http::Call;
use crate::support::{Gateway, eventually, logs};

const HOST: &str = "127.0.0.1";

fn served_with(identity: Identity) -> impl FnOnce(&mut Config) {
    let tls = ServerTls::read_every(identity, None, &[H2, HTTP_1_1], Duration::ZERO);
    let tls = tls.expect("files");
    |config| config.tls = Some(tls)
}

async fn connect(
    gateway: &Gateway,
    authority: &Authority,
    protocol: &[u8],
) -> io::Result<TlsStream<TcpStream>> {
    let tls = ClientTls::read(authority.certificate(), None, protocol).expect("files");
    let stream = TcpStream::connect(gateway.address).await?;
    tls.connect(ServerName::from(gateway.address.ip()), stream)
        .await
}

/// The whole answer to a question over HTTP/1.1.
async fn get(gateway: &Gateway, authority: &Authority, path: &str) -> io::Result<String> {
    let mut stream = connect(gateway, authority, HTTP_1_1).await?;
    let request = format!("GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    Ok(answer)
}

#[tokio::test]
async fn rest_is_spoken_over_tls_in_both_versions_of_http() {
    let (fake, authority) = (Fake::start().await, Authority::new());
    let gateway = Gateway::before(&fake, served_with(authority.sign(HOST))).await;
    let answer = get(&gateway, &authority, "/v1/variants").await;
    let answer = answer.expect("it is trusted");
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    let stranger = get(&gateway, &Authority::new(), "/livez").await;
    stranger.expect_err("it is not trusted");

    let stream = connect(&gateway, &authority, H2).await.expect("HTTP/2");
    let executor = TokioExecutor::new();
    let handshake = hyper::client::conn::http2::handshake(executor, TokioIo::new(stream));
    let (mut sender, connection) = handshake.await.expect("HTTP/2");
    tokio::spawn(connection);
    let request = Request::get(format!("https://{HOST}/v1/variants"));
    let request = request.body(Empty::<Bytes>::new()).expect("a request");
    let answer = sender.send_request(request).await.expect("an answer");
    assert_eq!(answer.status(), 200);
}

#[tokio::test]
async fn browsers_are_told_to_keep_to_tls_where_it_is_spoken() {
    let (fake, authority) = (Fake::start().await, Authority::new());
    let plain = Gateway::before(&fake, |_| ()).await;
    let answer = plain.http.send(Call::get("/livez")).await;
    assert_eq!(answer.header("strict-transport-security"), "");
    for (seconds, told) in [
        (
            31_536_000,
            Some("strict-transport-security: max-age=31536000"),
        ),
        (0, None),
    ] {
        let tls = served_with(authority.sign(HOST));
        let gateway = Gateway::before(&fake, |config| {
            tls(config);
            config.hsts = Duration::from_secs(seconds);
        })
        .await;
        for path in ["/livez", "/nowhere", "/docs/", "/openapi.json"] {
            let answer = get(&gateway, &authority, path).await.expect("an answer");
            let line = answer
                .lines()
                .find(|line| line.starts_with("strict-transport-security"));
            assert_eq!(line, told, "{path}");
        }
    }
}

#[tokio::test]
async fn who_speaks_no_tls_or_nothing_is_not_answered_and_keeps_nobody_waiting() {
    let (fake, authority) = (Fake::start().await, Authority::new());
    let mut gateway = Gateway::before(&fake, served_with(authority.sign(HOST))).await;
    let mut plain = TcpStream::connect(gateway.address)
        .await
        .expect("connected");
    plain
        .write_all(b"GET /livez HTTP/1.1\r\nhost: x\r\n\r\n")
        .await
        .expect("sent");
    let mut answer = Vec::new();
    // Whether it is closed or reset, nothing of HTTP comes.
    let _ = plain.read_to_end(&mut answer).await;
    assert!(!answer.starts_with(b"HTTP"), "{answer:?}");
    let silent = TcpStream::connect(gateway.address)
        .await
        .expect("connected");
    get(&gateway, &authority, "/livez")
        .await
        .expect("an answer");
    gateway.stop().await;
    drop(silent);
}

#[tokio::test]
async fn a_renewed_certificate_is_shown_without_a_restart() {
    let (old, new) = (Authority::new(), Authority::new());
    let (fake, identity) = (Fake::start().await, old.sign(HOST));
    let gateway = Gateway::before(&fake, served_with(identity.clone())).await;
    get(&gateway, &old, "/livez").await.expect("the old one");
    let renewed = new.sign(HOST);
    copy(renewed.chain.path(), identity.chain.path());
    copy(renewed.key.path(), identity.key.path());
    get(&gateway, &new, "/livez").await.expect("the new one");
    get(&gateway, &old, "/livez")
        .await
        .expect_err("the old one is not shown any more");
}

fn copy(from: &Path, to: &Path) {
    std::fs::copy(from, to).expect("copied");
}

/// A gateway that reaches the service over TLS.
async fn before_secured(fake: &Fake, authority: PemFile, identity: Option<Identity>) -> Gateway {
    let tls = ClientTls::read(authority, identity, H2).expect("files");
    let url = format!("https://{}", fake.address)
        .parse()
        .expect("an address");
    Gateway::start(&[], |config| {
        config.upstream = vec![url];
        config.upstream_tls = Some(tls);
    })
    .await
}

#[tokio::test]
async fn the_game_service_is_reached_over_tls_and_mutually_where_it_asks() {
    let (authority, clients) = (Authority::new(), Authority::new());
    for wanted in [None, Some(clients.certificate())] {
        let tls = ServerTls::read(authority.sign(HOST), wanted.clone(), &[H2]).expect("files");
        let fake = Fake::secured(tls).await;
        let shown = wanted.map(|_| clients.sign("gateway"));
        let gateway = before_secured(&fake, authority.certificate(), shown).await;
        gateway.wait_until_ready().await;
        let answer = gateway.http.send(Call::get("/v1/variants")).await;
        answer.expect(200);
    }
}

#[tokio::test]
async fn a_game_service_that_is_not_trusted_or_does_not_trust_is_told_to_operators_alone() {
    let (authority, clients) = (Authority::new(), Authority::new());
    let wanted = || Some(clients.certificate());
    for (why, service, wanted, shown, cause) in [
        (
            "another authority",
            Authority::new().sign(HOST),
            None,
            None,
            "UnknownIssuer",
        ),
        (
            "another name",
            authority.sign("game"),
            None,
            None,
            "not valid for name",
        ),
        (
            "no certificate",
            authority.sign(HOST),
            wanted(),
            None,
            "\"cause\"",
        ),
        (
            "a certificate of another authority",
            authority.sign(HOST),
            wanted(),
            Some(authority.sign("gateway")),
            "\"cause\"",
        ),
    ] {
        let tls = ServerTls::read(service, wanted, &[H2]).expect("files");
        let fake = Fake::secured(tls).await;
        let gateway = before_secured(&fake, authority.certificate(), shown).await;
        let upstream = format!("https://{}", fake.address);
        eventually(&format!("{why} is told"), || {
            logs::text().lines().any(|line| {
                [upstream.as_str(), "WARN", cause]
                    .iter()
                    .all(|part| line.contains(part))
            })
        })
        .await;
        for path in ["/v1/variants", "/readyz"] {
            let answer = gateway.http.send(Call::get(path)).await;
            answer.problem(503, "unavailable");
            let said = answer.text().to_lowercase();
            for word in ["certificate", "tls", "issuer", "transport", HOST] {
                assert!(!said.contains(word), "{why}: {said}");
            }
        }
        assert_eq!(fake.calls(), 0, "{why}");
    }
}
