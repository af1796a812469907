//! What holds for every call: limits, deadlines, details, health, reflection, the way out.

use std::time::{Duration, Instant};

use moelle_proto::error::ErrorCode;
use moelle_proto::limits::REQUEST_BYTES_MAX;
use moelle_proto::v1;
use tokio::io::AsyncReadExt as _;
use tokio::net::TcpStream;
use tokio_stream::StreamExt as _;
use tonic::codec::CompressionEncoding;
use tonic::{Code, Request};
use tonic_health::pb::health_check_response::ServingStatus;
use tonic_health::pb::health_client::HealthClient;
use tonic_health::pb::{HealthCheckRequest, HealthCheckResponse};
use tonic_reflection::pb::{v1 as reflection, v1alpha as reflection_alpha};

use super::*;
use crate::testing::{Table, TestServer, failure, of_variant, with_token};

fn check(turn: &str) -> v1::CheckTurnRequest {
    v1::CheckTurnRequest {
        rules: Some(of_variant("nine")),
        position: None,
        turn: turn.to_owned(),
    }
}

fn with_limits(limits: GuardLimits) -> ServerOptions {
    ServerOptions {
        limits,
        ..ServerOptions::default()
    }
}

#[tokio::test]
async fn a_call_that_takes_too_long_ends_with_its_deadline() {
    let server = TestServer::with(with_limits(GuardLimits {
        deadline: Duration::from_millis(50),
        ..GuardLimits::default()
    }))
    .await;
    server.store.hang();
    let request = v1::GetGameRequest {
        game_id: "1".repeat(22),
    };
    let status = server
        .games()
        .get_game(request)
        .await
        .expect_err("it hangs");
    assert_eq!(status.code(), Code::DeadlineExceeded);
    assert_eq!(failure(&status).code(), ErrorCode::DeadlineExceeded);
}

#[tokio::test]
async fn calls_over_the_limit_are_refused_and_told_when_to_try_again() {
    let server = TestServer::with(with_limits(GuardLimits {
        calls_max: 2,
        ..GuardLimits::default()
    }))
    .await;
    server.store.hang();
    let calls: Vec<_> = (0..2)
        .map(|_| {
            let mut games = server.games();
            let request = v1::GetGameRequest {
                game_id: "1".repeat(22),
            };
            tokio::spawn(async move { games.get_game(request).await })
        })
        .collect();
    server.store.hanging(2).await;
    let status = server
        .rules()
        .check_turn(check("d6"))
        .await
        .expect_err("one too many");
    let refused = failure(&status);
    assert_eq!(refused.code(), ErrorCode::Unavailable);
    assert!(refused.retry_after().is_some());
    for call in calls {
        call.abort();
        let _ = call.await;
    }
    let mut tries = 0;
    while server.rules().check_turn(check("d6")).await.is_err() {
        tries += 1;
        assert!(tries < 100, "a call that was dropped keeps its place");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn streams_have_a_limit_of_their_own() {
    let server = TestServer::with(with_limits(GuardLimits {
        streams_max: 1,
        ..GuardLimits::default()
    }))
    .await;
    let table = Table::joined(&server).await;
    let watch = || v1::WatchGameRequest {
        game_id: table.id.clone(),
        after_revision: None,
        ..v1::WatchGameRequest::default()
    };
    let open = server.games().watch_game(watch()).await.expect("a stream");
    let status = server
        .games()
        .watch_game(watch())
        .await
        .expect_err("one too many");
    assert_eq!(failure(&status).code(), ErrorCode::Unavailable);
    server
        .rules()
        .check_turn(check("d6"))
        .await
        .expect("plain calls go on");
    drop(open);
    let mut tries = 0;
    while server.games().watch_game(watch()).await.is_err() {
        tries += 1;
        assert!(tries < 100, "a stream that was dropped keeps its place");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn a_handler_that_panics_is_a_defect_of_ours_and_no_end_of_the_server() {
    let server = TestServer::start().await;
    server.store.panic();
    let request = v1::GetGameRequest {
        game_id: "1".repeat(22),
    };
    let status = server
        .games()
        .get_game(request)
        .await
        .expect_err("it panics");
    assert_eq!(failure(&status).code(), ErrorCode::Internal);
    server
        .rules()
        .check_turn(check("d6"))
        .await
        .expect("the server goes on");
}

#[tokio::test]
async fn a_message_over_the_limit_is_too_large_and_one_of_a_mebibyte_is_not() {
    let server = TestServer::start().await;
    let large = "x".repeat(1024 * 1024);
    server
        .rules()
        .check_turn(check(&large))
        .await
        .expect("a refusal is an answer");
    let too_large = "x".repeat(REQUEST_BYTES_MAX);
    let status = server
        .rules()
        .check_turn(check(&too_large))
        .await
        .expect_err("too large");
    assert_eq!(failure(&status).code(), ErrorCode::TooLarge);
}

#[tokio::test]
async fn what_is_no_protobuf_or_no_method_fails_with_details() {
    let server = TestServer::start().await;
    let mut garbage = tonic::client::Grpc::new(server.channel.clone());
    garbage.ready().await.expect("ready");
    let codec = tonic_prost::ProstCodec::<HealthCheckRequest, v1::CheckTurnResponse>::default();
    let path = "/moelle.v1.RulesService/CheckTurn".parse().expect("a path");
    // Field 1 is a message there and a text here.
    let request = HealthCheckRequest {
        service: "\u{7f}".to_owned(),
    };
    let status = garbage
        .unary(Request::new(request), path, codec)
        .await
        .expect_err("malformed");
    assert_eq!(failure(&status).code(), ErrorCode::Malformed);

    let codec = tonic_prost::ProstCodec::<HealthCheckRequest, v1::CheckTurnResponse>::default();
    let path = "/moelle.v1.RulesService/Cheat".parse().expect("a path");
    let request = Request::new(HealthCheckRequest::default());
    garbage.ready().await.expect("ready");
    let status = garbage
        .unary(request, path, codec)
        .await
        .expect_err("no such method");
    assert_eq!(status.code(), Code::Unimplemented);
    assert_eq!(failure(&status).code(), ErrorCode::NotImplemented);

    let mut compressed = server.rules().send_compressed(CompressionEncoding::Gzip);
    let status = compressed
        .check_turn(check("d6"))
        .await
        .expect_err("not compressed");
    assert_eq!(status.code(), Code::Unimplemented);
    assert!(!status.details().is_empty());
    assert!(
        status.metadata().contains_key("grpc-accept-encoding"),
        "{status:?}"
    );
}

async fn health(server: &TestServer, service: &str) -> Result<i32, tonic::Status> {
    let request = HealthCheckRequest {
        service: service.to_owned(),
    };
    let response = HealthClient::new(server.channel.clone())
        .check(request)
        .await?;
    Ok(response.into_inner().status)
}

#[tokio::test]
async fn health_is_told_for_each_service() {
    let server = TestServer::start().await;
    let (up, down) = (
        ServingStatus::Serving as i32,
        ServingStatus::NotServing as i32,
    );
    for (service, before) in [
        ("", down),
        ("moelle.v1.GameService", down),
        ("moelle.v1.RulesService", up),
        ("moelle.v1.LessonService", up),
        ("moelle.v1.ApplicationService", down),
    ] {
        server.readiness.set(false);
        assert_eq!(
            health(&server, service).await.expect("a status"),
            before,
            "{service:?}"
        );
        server.readiness.set(true);
        assert_eq!(
            health(&server, service).await.expect("a status"),
            up,
            "{service:?}"
        );
    }
    let unknown = health(&server, "moelle.v1.Nothing")
        .await
        .expect_err("no service");
    assert_eq!(unknown.code(), Code::NotFound);
}

#[tokio::test]
async fn a_watcher_of_health_sees_every_change_and_the_shutdown() {
    let server = TestServer::start().await;
    let request = HealthCheckRequest {
        service: String::new(),
    };
    let response = HealthClient::new(server.channel.clone())
        .watch(request)
        .await;
    let mut statuses = response.expect("a stream").into_inner();
    let mut next = async || {
        let next: Option<Result<HealthCheckResponse, _>> = statuses.next().await;
        next.map(|status| status.expect("no failure").status())
    };
    assert_eq!(next().await, Some(ServingStatus::NotServing));
    server.readiness.set(true);
    assert_eq!(next().await, Some(ServingStatus::Serving));
    server.shutdown.cancel();
    assert_eq!(next().await, Some(ServingStatus::NotServing));
    assert_eq!(next().await, None);
    server.stopped().await;
}

#[tokio::test]
async fn readiness_follows_the_store() {
    let server = TestServer::start().await;
    let shutdown = CancellationToken::new();
    let following = server
        .readiness
        .clone()
        .follow(server.store.clone(), shutdown.clone());
    let following = tokio::spawn(following);
    let until = async |ready: bool| {
        for _ in 0..250 {
            if server.readiness.is_ready() == ready {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("never {ready}");
    };
    until(true).await;
    server.store.go_away();
    until(false).await;
    server.store.come_back();
    until(true).await;
    shutdown.cancel();
    following.await.expect("it ends");
    assert!(!server.readiness.is_ready());
}

#[tokio::test]
async fn both_reflections_list_the_services() {
    let server = TestServer::start().await;
    let expected = [
        "moelle.v1.GameService",
        "moelle.v1.LessonService",
        "moelle.v1.ApplicationService",
        "moelle.v1.RulesService",
    ];
    {
        use reflection::server_reflection_client::ServerReflectionClient;
        use reflection::server_reflection_request::MessageRequest;
        use reflection::server_reflection_response::MessageResponse;
        let request = reflection::ServerReflectionRequest {
            host: String::new(),
            message_request: Some(MessageRequest::ListServices(String::new())),
        };
        let mut client = ServerReflectionClient::new(server.channel.clone());
        let response = client
            .server_reflection_info(tokio_stream::once(request))
            .await;
        let answer = response.expect("a stream").into_inner().message().await;
        match answer
            .expect("no failure")
            .expect("an answer")
            .message_response
        {
            Some(MessageResponse::ListServicesResponse(list)) => {
                let names: Vec<_> = list.service.iter().map(|one| one.name.as_str()).collect();
                assert!(
                    expected.iter().all(|name| names.contains(name)),
                    "{names:?}"
                );
            }
            other => panic!("no list: {other:?}"),
        }
    }
    {
        use reflection_alpha::server_reflection_client::ServerReflectionClient;
        use reflection_alpha::server_reflection_request::MessageRequest;
        use reflection_alpha::server_reflection_response::MessageResponse;
        let symbol = "moelle.v1.GameService.PlayTurn".to_owned();
        let request = reflection_alpha::ServerReflectionRequest {
            host: String::new(),
            message_request: Some(MessageRequest::FileContainingSymbol(symbol)),
        };
        let mut client = ServerReflectionClient::new(server.channel.clone());
        let response = client
            .server_reflection_info(tokio_stream::once(request))
            .await;
        let answer = response.expect("a stream").into_inner().message().await;
        match answer
            .expect("no failure")
            .expect("an answer")
            .message_response
        {
            Some(MessageResponse::FileDescriptorResponse(files)) => {
                assert!(!files.file_descriptor_proto.is_empty());
            }
            other => panic!("no file: {other:?}"),
        }
    }
}

#[tokio::test]
async fn a_shutdown_lets_calls_finish() {
    let server = TestServer::start().await;
    let table = Table::joined(&server).await;
    server.store.hang();
    let mut games = server.games();
    let request = v1::PlayTurnRequest {
        game_id: table.id.clone(),
        turn: "d6".to_owned(),
        ..v1::PlayTurnRequest::default()
    };
    let request = with_token(request, &table.white);
    let playing = tokio::spawn(async move { games.play_turn(request).await });
    server.store.hanging(1).await;
    server.shutdown.cancel();
    server.store.come_back();
    let played = playing
        .await
        .expect("no panic")
        .expect("the turn is played");
    assert_eq!(played.into_inner().game.expect("a game").revision, 3);
    server.stopped().await;
}

#[tokio::test]
async fn a_shutdown_is_over_in_time_whatever_is_still_connected() {
    let server = TestServer::with(ServerOptions {
        drain: Duration::from_millis(200),
        ..ServerOptions::default()
    })
    .await;
    let mut silent = TcpStream::connect(server.address)
        .await
        .expect("a connection");
    // The server greets before the client has said anything.
    silent.read_u8().await.expect("settings");
    let started = Instant::now();
    server.shutdown.cancel();
    server.stopped().await;
    assert!(
        started.elapsed() < Duration::from_secs(3),
        "{:?}",
        started.elapsed()
    );
}
