//! Over real sockets.

use std::time::Duration;

use moelle_proto::error::ErrorCode;
use moelle_proto::v1;
use moelle_rates::{Class, RateConfig, Whom};
use tonic::{Code, Request, Status};

use crate::server::ServerOptions;
use crate::testing::{Table, TestServer, failure, with_token};

async fn limited(change: impl FnOnce(&mut RateConfig)) -> TestServer {
    let mut rates = RateConfig::off();
    change(&mut rates);
    TestServer::with(ServerOptions {
        rates,
        ..ServerOptions::default()
    })
    .await
}

/// Asks for a game that there is not, in somebody's name.
async fn read(server: &TestServer, address: Option<&str>, token: &str) -> Status {
    let request = v1::GetGameRequest {
        game_id: "1".repeat(22),
    };
    let mut request = with_token(request, token);
    if let Some(address) = address {
        let address = address.parse().expect("metadata");
        request.metadata_mut().insert("x-forwarded-for", address);
    }
    let answer = server.games().get_game(request).await;
    answer.expect_err("there is no such game")
}

fn is_served(status: &Status) -> bool {
    status.code() == Code::NotFound
}

#[tokio::test]
async fn too_many_calls_are_told_when_to_come_back_and_then_served() {
    let server = limited(|rates| rates.allow(Whom::Address, Class::Read, 60)).await;
    let refused = loop {
        let status = read(&server, None, "").await;
        if !is_served(&status) {
            break status;
        }
    };
    assert_eq!(refused.code(), Code::ResourceExhausted);
    let told = failure(&refused);
    assert_eq!(told.code(), ErrorCode::TooMany);
    let wait = told.retry_after().expect("when");
    assert!(wait <= Duration::from_secs(1), "{wait:?}");
    tokio::time::sleep(wait).await;
    assert!(is_served(&read(&server, None, "").await));
}

#[tokio::test]
async fn whoever_a_gateway_calls_for_is_believed_where_it_is_trusted() {
    let one_each = |rates: &mut RateConfig| rates.allow(Whom::Address, Class::Read, 1);
    let doubting = limited(one_each).await;
    assert!(is_served(&read(&doubting, Some("203.0.113.1"), "").await));
    let refused = read(&doubting, Some("203.0.113.2"), "").await;
    assert_eq!(refused.code(), Code::ResourceExhausted);

    let believing = limited(|rates| {
        one_each(rates);
        rates.trusted = "127.0.0.0/8".parse().expect("a network");
    })
    .await;
    for address in ["203.0.113.1", "203.0.113.2"] {
        assert!(is_served(&read(&believing, Some(address), "").await));
    }
    let refused = read(&believing, Some("203.0.113.1"), "").await;
    assert_eq!(refused.code(), Code::ResourceExhausted);
    // What a gateway does in nobody's name is for many.
    for _ in 0..5 {
        assert!(is_served(&read(&believing, None, "").await));
    }
}

#[tokio::test]
async fn a_new_token_with_every_call_is_no_new_caller() {
    let server = limited(|rates| {
        rates.allow(Whom::Address, Class::Read, 5);
        rates.allow(Whom::Seat, Class::Read, 2);
    })
    .await;
    let mut answered = 0;
    for number in 0..20 {
        let status = read(&server, None, &format!("guess-{number}")).await;
        answered += u32::from(is_served(&status));
    }
    assert_eq!(answered, 5);
}

#[tokio::test]
async fn streams_that_are_open_are_counted_by_caller_until_they_end() {
    let server = limited(|rates| rates.allow_open(Whom::Address, 1)).await;
    let table = Table::joined(&server).await;
    let watch = || {
        Request::new(v1::WatchGameRequest {
            game_id: table.id.clone(),
            ..v1::WatchGameRequest::default()
        })
    };
    let open = server.games().watch_game(watch()).await.expect("a stream");
    let refused = server.games().watch_game(watch()).await;
    let refused = failure(&refused.expect_err("one is open"));
    assert_eq!(refused.code(), ErrorCode::TooMany);
    assert!(refused.retry_after().is_some());
    assert!(is_served(&read(&server, None, "").await), "calls go on");
    drop(open);
    let again = async {
        while server.games().watch_game(watch()).await.is_err() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    let again = tokio::time::timeout(Duration::from_mins(1), again).await;
    again.expect("a stream that has ended makes room");
}
