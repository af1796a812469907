//! Connections as clients meet them: over TLS, and silent ones.

use std::path::Path;

use http::Uri;
use hyper_util::rt::TokioIo;
use moelle_connections::Patience;
use moelle_proto::v1;
use moelle_proto::v1::rules_service_client::RulesServiceClient;
use moelle_settings::testing::Authority;
use moelle_settings::tls::{ClientTls, H2, Identity, PemFile};
use tokio::io::AsyncReadExt as _;
use tokio::net::TcpStream;
use tokio_rustls::rustls::pki_types::ServerName;
use tonic::Status;
use tonic::transport::{Channel, Endpoint};

use super::*;
use crate::config::Pace;
use crate::server::ServerOptions;
use crate::testing::TestServer;

/// A server with a certificate for its address.
async fn secured(identity: Identity, clients: Option<PemFile>) -> TestServer {
    let tls = ServerTls::read_every(identity, clients, &[H2], Duration::ZERO).expect("files");
    TestServer::with(ServerOptions {
        tls: Some(tls),
        ..ServerOptions::default()
    })
    .await
}

/// A way to the server over TLS.
fn channel(server: &TestServer, authority: PemFile, identity: Option<Identity>) -> Channel {
    let tls = ClientTls::read(authority, identity, H2).expect("files");
    let address = server.address;
    let connector = tower::service_fn(move |_: Uri| {
        let tls = tls.clone();
        async move {
            let stream = TcpStream::connect(address).await?;
            let name = ServerName::from(address.ip());
            tls.connect(name, stream).await.map(TokioIo::new)
        }
    });
    Endpoint::from_shared(format!("http://{address}"))
        .expect("an address")
        .connect_with_connector_lazy(connector)
}

/// How many variants there are, asked for over a new connection.
async fn ask(
    server: &TestServer,
    authority: PemFile,
    identity: Option<Identity>,
) -> Result<usize, Status> {
    let mut rules = RulesServiceClient::new(channel(server, authority, identity));
    let answer = rules
        .list_variants(v1::ListVariantsRequest::default())
        .await?;
    Ok(answer.into_inner().variants.len())
}

#[tokio::test]
async fn clients_that_trust_the_authority_are_served() {
    let authority = Authority::new();
    let server = secured(authority.sign("127.0.0.1"), None).await;
    let variants = ask(&server, authority.certificate(), None).await;
    assert!(variants.expect("an answer") > 0);
    let stranger = Authority::new();
    ask(&server, stranger.certificate(), None)
        .await
        .expect_err("it does not trust the server");
    // The channel of the test server speaks no TLS.
    let mut rules = server.rules();
    let plain = rules.list_variants(v1::ListVariantsRequest::default());
    plain.await.expect_err("only TLS is spoken");
}

#[tokio::test]
async fn only_clients_of_the_authority_are_served_where_certificates_are_wanted() {
    let (authority, clients) = (Authority::new(), Authority::new());
    let wanted = Some(clients.certificate());
    let server = secured(authority.sign("127.0.0.1"), wanted).await;
    let ask = |identity| ask(&server, authority.certificate(), identity);
    ask(None).await.expect_err("it shows no certificate");
    let foreign = authority.sign("gateway");
    ask(Some(foreign))
        .await
        .expect_err("it is of another authority");
    ask(Some(clients.sign("gateway"))).await.expect("an answer");
}

#[tokio::test]
async fn a_renewed_certificate_is_shown_to_new_connections_and_open_ones_go_on() {
    let (old, new) = (Authority::new(), Authority::new());
    let identity = old.sign("127.0.0.1");
    let server = secured(identity.clone(), None).await;
    let mut open = RulesServiceClient::new(channel(&server, old.certificate(), None));
    let request = v1::ListVariantsRequest::default;
    open.list_variants(request()).await.expect("an answer");
    let renewed = new.sign("127.0.0.1");
    copy(renewed.chain.path(), identity.chain.path());
    copy(renewed.key.path(), identity.key.path());
    ask(&server, new.certificate(), None)
        .await
        .expect("the new one");
    ask(&server, old.certificate(), None)
        .await
        .expect_err("the old one is not shown any more");
    open.list_variants(request())
        .await
        .expect("it is still open");
}

fn copy(from: &Path, to: &Path) {
    std::fs::copy(from, to).expect("copied");
}

#[tokio::test]
async fn who_is_silent_at_the_handshake_keeps_neither_others_nor_a_shutdown_waiting() {
    let authority = Authority::new();
    let server = secured(authority.sign("127.0.0.1"), None).await;
    let silent = TcpStream::connect(server.address)
        .await
        .expect("a connection");
    ask(&server, authority.certificate(), None)
        .await
        .expect("an answer");
    server.shutdown.cancel();
    server.stopped().await;
    drop(silent);
}

#[tokio::test]
async fn who_never_says_a_word_is_given_up() {
    let server = TestServer::with(ServerOptions {
        pace: Pace {
            patience: Patience {
                first_word: Duration::from_millis(200),
                ..Pace::default().patience
            },
            ..Pace::default()
        },
        ..ServerOptions::default()
    })
    .await;
    let mut silent = TcpStream::connect(server.address)
        .await
        .expect("a connection");
    let mut rules = server.rules();
    let variants = rules.list_variants(v1::ListVariantsRequest::default());
    variants.await.expect("others are served");
    let mut said = Vec::new();
    let reading = silent.read_to_end(&mut said);
    let ended = tokio::time::timeout(Duration::from_mins(1), reading).await;
    // A reset is an end as well.
    let _ = ended.expect("the connection ends");
}
