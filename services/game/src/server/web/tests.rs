//! Pages that call over gRPC-Web, as browsers do it: over HTTP/1.1, from an origin.

use std::time::Duration;

use bytes::Bytes;
use http::request::Builder;
use http::{HeaderMap, Method, Request, Response, StatusCode, Version};
use http_body_util::{BodyExt as _, Full};
use hyper::body::Incoming;
use hyper_util::client::legacy::{Client, Error};
use hyper_util::rt::TokioExecutor;
use moelle_proto::v1;
use prost::Message;

use crate::server::ServerOptions;
use crate::testing::{Table, TestServer, of_variant};

const FRIEND: &str = "https://play.example";
const STRANGER: &str = "https://evil.example";
/// The flag of a frame that holds trailers.
const TRAILERS: u8 = 0x80;

async fn server(origins: &str) -> TestServer {
    TestServer::with(ServerOptions {
        web: Some(origins.parse().expect("origins")),
        ..ServerOptions::default()
    })
    .await
}

async fn send(request: Builder, body: Bytes) -> Result<Response<Incoming>, Error> {
    let client = Client::builder(TokioExecutor::new()).build_http();
    let request = request.body(Full::new(body)).expect("a request");
    assert_eq!(request.version(), Version::HTTP_11);
    client.request(request).await
}

fn to(server: &TestServer, method: Method, path: &str, origin: &str) -> Builder {
    let uri = format!("http://{}/moelle.v1.{path}", server.address);
    Request::builder()
        .method(method)
        .uri(uri)
        .header("origin", origin)
}

/// Calls as a page does whose browser was allowed to.
async fn call(
    server: &TestServer,
    path: &str,
    message: &impl Message,
) -> Result<Response<Incoming>, Error> {
    let mut body = vec![0; 5];
    message.encode(&mut body).expect("a message");
    let length = u32::try_from(body.len() - 5).expect("it is short");
    body[1..5].copy_from_slice(&length.to_be_bytes());
    let request = to(server, Method::POST, path, FRIEND)
        .header("content-type", "application/grpc-web+proto")
        .header("x-grpc-web", "1");
    send(request, body.into()).await
}

/// The next frame that a body holds: its flag and its bytes.
async fn frame(body: &mut Incoming, read: &mut Vec<u8>) -> (u8, Vec<u8>) {
    loop {
        if let Some((head, rest)) = read.split_at_checked(5) {
            let length = u32::from_be_bytes([head[1], head[2], head[3], head[4]]) as usize;
            if rest.len() >= length {
                let found = (head[0], rest[..length].to_vec());
                read.drain(..5 + length);
                return found;
            }
        }
        let more = tokio::time::timeout(Duration::from_secs(20), body.frame()).await;
        let more = more
            .expect("it goes on")
            .expect("more")
            .expect("no failure");
        read.extend(
            more.into_data()
                .expect("HTTP/1.1 of a page has no trailers"),
        );
    }
}

fn check(turn: &str) -> v1::CheckTurnRequest {
    v1::CheckTurnRequest {
        rules: Some(of_variant("nine")),
        position: None,
        turn: turn.to_owned(),
    }
}

fn header<'a>(headers: &'a HeaderMap, name: &str) -> &'a str {
    headers
        .get(name)
        .map_or("", |value| value.to_str().expect("text"))
}

#[tokio::test]
async fn only_pages_of_origins_that_are_named_are_told_that_they_may_call() {
    for (origins, origin, allowed) in [
        (FRIEND, FRIEND, FRIEND),
        (FRIEND, STRANGER, ""),
        ("*", STRANGER, "*"),
    ] {
        let server = server(origins).await;
        let asked = to(&server, Method::OPTIONS, "GameService/PlayTurn", origin)
            .header("access-control-request-method", "POST")
            .header(
                "access-control-request-headers",
                "authorization,content-type,grpc-timeout,x-api-key,x-grpc-web,x-user-agent",
            );
        let told = send(asked, Bytes::new()).await.expect("an answer");
        let told = told.headers();
        assert_eq!(header(told, "access-control-allow-origin"), allowed);
        assert_eq!(header(told, "access-control-allow-methods"), "POST");
        assert_eq!(header(told, "access-control-allow-credentials"), "");
        let headers = header(told, "access-control-allow-headers");
        for needed in ["authorization", "x-api-key", "x-grpc-web", "grpc-timeout"] {
            assert!(headers.contains(needed), "{needed} in {headers}");
        }
        let vary = header(told, "vary");
        assert_eq!(vary.contains("origin"), origins != "*", "{vary}");
    }
}

#[tokio::test]
async fn a_page_reads_an_answer_and_the_status_after_it() {
    let server = server(FRIEND).await;
    let answer = call(&server, "RulesService/CheckTurn", &check("d6"))
        .await
        .expect("an answer");
    assert_eq!(answer.status(), StatusCode::OK);
    assert_eq!(
        header(answer.headers(), "content-type"),
        "application/grpc-web+proto"
    );
    assert_eq!(
        header(answer.headers(), "access-control-allow-origin"),
        FRIEND
    );
    let (mut body, mut read) = (answer.into_body(), Vec::new());
    let (flag, message) = frame(&mut body, &mut read).await;
    assert_eq!(flag, 0);
    v1::CheckTurnResponse::decode(&*message).expect("an answer");
    let (flag, trailers) = frame(&mut body, &mut read).await;
    assert_eq!(flag, TRAILERS);
    let trailers = String::from_utf8(trailers).expect("text");
    assert!(trailers.starts_with("grpc-status:0"), "{trailers}");
}

#[tokio::test]
async fn a_page_may_read_why_it_was_refused() {
    let server = server(FRIEND).await;
    let nobody = v1::GetGameRequest {
        game_id: "1".repeat(22),
    };
    let answer = call(&server, "GameService/GetGame", &nobody)
        .await
        .expect("an answer");
    let headers = answer.headers();
    assert_eq!(header(headers, "grpc-status"), "5");
    assert!(!header(headers, "grpc-status-details-bin").is_empty());
    let exposed = header(headers, "access-control-expose-headers");
    for name in ["grpc-status", "grpc-message", "grpc-status-details-bin"] {
        assert!(exposed.contains(name), "{name} in {exposed}");
    }
}

#[tokio::test]
async fn a_page_follows_a_game() {
    let server = server(FRIEND).await;
    let table = Table::joined(&server).await;
    let watch = v1::WatchGameRequest {
        game_id: table.id.clone(),
        ..v1::WatchGameRequest::default()
    };
    let answer = call(&server, "GameService/WatchGame", &watch)
        .await
        .expect("a stream");
    let (mut body, mut read) = (answer.into_body(), Vec::new());
    let (flag, first) = frame(&mut body, &mut read).await;
    assert_eq!(flag, 0);
    v1::WatchGameResponse::decode(&*first).expect("the game as it stands");
    table.play(&server, &["d6"]).await;
    let (_, event) = frame(&mut body, &mut read).await;
    let event = v1::WatchGameResponse::decode(&*event).expect("an event");
    assert!(format!("{event:?}").contains("\"d6\""), "{event:?}");
    server.shutdown.cancel();
    while frame(&mut body, &mut read).await.0 != TRAILERS {}
}

#[tokio::test]
async fn what_is_no_call_of_a_page_is_refused_over_http_1() {
    let server = server("*").await;
    let request = to(&server, Method::GET, "GameService/GetGame", FRIEND);
    let answer = send(request, Bytes::new()).await.expect("an answer");
    assert_eq!(answer.status(), StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn without_origins_neither_grpc_web_nor_http_1_is_spoken() {
    let server = TestServer::start().await;
    let answer = call(&server, "RulesService/CheckTurn", &check("d6")).await;
    answer.expect_err("nobody speaks HTTP/1.1 here");
    let rules = server.rules().check_turn(check("d6")).await;
    let rules = rules.expect("gRPC is spoken all the same");
    let headers = rules.metadata().as_ref();
    assert_eq!(header(headers, "access-control-allow-origin"), "");
}
