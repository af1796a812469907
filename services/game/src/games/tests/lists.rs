//! Lists of games, and records.

use moelle_proto::error::ErrorCode;
use moelle_proto::v1;

use super::calls::Call;
use super::states::State;
use crate::testing::{Table, TestServer, failure, with_token};

const ID: &str = "5f0c3a52-4b4e-4d6e-9a55-0d4b1a1f4c11";

async fn public(server: &TestServer, name: &str) -> Table {
    let request = v1::CreateGameRequest {
        visibility: v1::Visibility::Public.into(),
        names: Some(v1::PlayerNames {
            white: Some(name.to_owned()),
            black: None,
        }),
        ..v1::CreateGameRequest::default()
    };
    Table::of(server, request).await
}

async fn list(server: &TestServer, request: v1::ListGamesRequest) -> v1::ListGamesResponse {
    let listed = server.games().list_games(request).await;
    listed.expect("games").into_inner()
}

fn ids(listed: &v1::ListGamesResponse) -> Vec<&str> {
    listed.games.iter().map(|game| game.id.as_str()).collect()
}

#[tokio::test]
async fn public_games_alone_are_listed_newest_first() {
    let server = TestServer::start().await;
    for visibility in [v1::Visibility::Unlisted, v1::Visibility::Private] {
        Table::set(&server, visibility).await;
    }
    let (ada, bo) = (public(&server, "Ada").await, public(&server, "Bo").await);
    let all = list(&server, v1::ListGamesRequest::default()).await;
    assert_eq!(ids(&all), [bo.id.as_str(), ada.id.as_str()]);
    assert_eq!(all.next_page_token, "");
    assert!(all.games.iter().all(|game| game.spectators.is_none()));

    Call::Abort.by(&server, &bo, &bo.white).await;
    let of = |request| async { ids(&list(&server, request).await).len() };
    let none = v1::ListGamesRequest::default();
    for (request, count) in [
        (
            v1::ListGamesRequest {
                player: "aDA".to_owned(),
                ..none.clone()
            },
            1,
        ),
        (
            v1::ListGamesRequest {
                player: "Ad".to_owned(),
                ..none.clone()
            },
            0,
        ),
        (
            v1::ListGamesRequest {
                variant: "nine".to_owned(),
                ..none.clone()
            },
            2,
        ),
        (
            v1::ListGamesRequest {
                variant: "three".to_owned(),
                ..none.clone()
            },
            0,
        ),
        (
            v1::ListGamesRequest {
                status: v1::GameStatus::Finished.into(),
                ..none.clone()
            },
            1,
        ),
        (
            v1::ListGamesRequest {
                status: v1::GameStatus::Waiting.into(),
                ..none.clone()
            },
            1,
        ),
        (
            v1::ListGamesRequest {
                status: v1::GameStatus::Running.into(),
                ..none.clone()
            },
            0,
        ),
        (
            v1::ListGamesRequest {
                created_from: all.games[0].created_at,
                ..none.clone()
            },
            1,
        ),
        (
            v1::ListGamesRequest {
                created_before: all.games[0].created_at,
                ..none.clone()
            },
            1,
        ),
    ] {
        assert_eq!(of(request.clone()).await, count, "{request:?}");
    }
}

#[tokio::test]
async fn pages_stay_right_while_games_are_added() {
    let server = TestServer::start().await;
    let mut tables = Vec::new();
    for _ in 0..5 {
        tables.push(public(&server, "Ada").await.id);
    }
    let (mut seen, mut page_token) = (Vec::new(), String::new());
    loop {
        let request = v1::ListGamesRequest {
            page_size: 2,
            page_token,
            ..v1::ListGamesRequest::default()
        };
        let page = list(&server, request).await;
        seen.extend(ids(&page).into_iter().map(str::to_owned));
        public(&server, "Bo").await;
        page_token = page.next_page_token;
        if page_token.is_empty() {
            break;
        }
    }
    tables.reverse();
    assert_eq!(seen, tables);
    let request = v1::ListGamesRequest {
        page_size: 101,
        page_token: "x".to_owned(),
        ..v1::ListGamesRequest::default()
    };
    let status = server.games().list_games(request).await.expect_err("wrong");
    assert_eq!(failure(&status).violations().len(), 2);
}

async fn record(server: &TestServer, table: &Table, token: &str) -> Result<String, ErrorCode> {
    let request = v1::GetRecordRequest {
        game_id: table.id.clone(),
    };
    match server.games().get_record(with_token(request, token)).await {
        Ok(answer) => Ok(answer.into_inner().record),
        Err(status) => Err(failure(&status).code()),
    }
}

#[tokio::test]
async fn a_record_becomes_a_game_and_a_record_again() {
    let server = TestServer::start().await;
    let table = State::Over.set(&server).await;
    let written = record(&server, &table, "").await.expect("a record");
    assert!(
        written.contains("d6") && written.contains("f4"),
        "{written}"
    );
    let request = v1::ImportGameRequest {
        record: written.clone(),
        request_id: ID.to_owned(),
        ..v1::ImportGameRequest::default()
    };
    let import = || async { server.games().import_game(request.clone()).await };
    let imported = import().await.expect("a game").into_inner();
    assert_eq!(import().await.expect("the same").into_inner(), imported);
    let game = imported.game.expect("a game");
    assert_eq!(game.status(), v1::GameStatus::Finished);
    assert!(imported.seats.is_empty());
    assert!(imported.invitations.is_empty(), "nobody can join it");
    let copy = Table {
        id: game.id,
        ..table
    };
    assert_eq!(record(&server, &copy, "").await, Ok(written));
}

#[tokio::test]
async fn turns_that_were_taken_back_are_not_in_the_record_and_a_game_goes_on() {
    let server = TestServer::start().await;
    let table = State::TakebackTheirs.set(&server).await;
    Call::AcceptTakeback.by(&server, &table, &table.white).await;
    let written = record(&server, &table, "").await.expect("a record");
    assert!(
        written.contains("d6") && !written.contains("f4"),
        "{written}"
    );
    let request = v1::ImportGameRequest {
        record: written,
        seat: v1::SeatChoice::Black.into(),
        visibility: v1::Visibility::Private.into(),
        ..v1::ImportGameRequest::default()
    };
    let imported = server.games().import_game(request).await;
    let imported = imported.expect("a game").into_inner();
    assert_eq!((imported.seats.len(), imported.invitations.len()), (1, 1));
    let next = Table {
        id: imported.game.expect("a game").id,
        white: imported.seats[0].token.clone(),
        owner: imported.owner_token,
        ..table
    };
    assert_eq!(
        record(&server, &next, "").await,
        Err(ErrorCode::Unauthenticated)
    );
    record(&server, &next, &next.owner)
        .await
        .expect("the owner's");
    Call::Play.by(&server, &next, &next.white).await;
}

#[tokio::test]
async fn what_is_no_record_is_refused() {
    let server = TestServer::start().await;
    let table = Table::of(
        &server,
        v1::CreateGameRequest {
            names: Some(v1::PlayerNames {
                white: Some("Ada".to_owned()),
                black: None,
            }),
            ..v1::CreateGameRequest::default()
        },
    )
    .await;
    let written = record(&server, &table, "").await.expect("a record");
    let long = "A".repeat(65);
    for (record, code) in [
        ("1. zz".to_owned(), ErrorCode::InvalidRecord),
        (String::new(), ErrorCode::InvalidRecord),
        (" \n; nothing".to_owned(), ErrorCode::InvalidRecord),
        ("{all is said} $1 !?".to_owned(), ErrorCode::InvalidRecord),
        ("1. 2. 3.".to_owned(), ErrorCode::InvalidRecord),
        ("<html>".to_owned(), ErrorCode::InvalidRecord),
        (
            "[Variant \"three\"]\n[Termination \"resignation\"]\n1. b2 a3 2. b1 c1 3. b3 0-1"
                .to_owned(),
            ErrorCode::InvalidRecord,
        ),
        (written.replace("Ada", &long), ErrorCode::InvalidRecord),
        (" ".repeat(1024 * 1024 + 1), ErrorCode::TooLarge),
    ] {
        let request = v1::ImportGameRequest {
            record,
            ..v1::ImportGameRequest::default()
        };
        let status = server
            .games()
            .import_game(request)
            .await
            .expect_err("refused");
        let failure = failure(&status);
        assert_eq!(failure.code(), code);
        if code == ErrorCode::InvalidRecord {
            assert_eq!(failure.violations()[0].field, "record", "{failure:?}");
        }
    }
    for record in ["*", "[Event \"Kitchen table\"]", "[Result \"*\"]\n\n*\n"] {
        let request = v1::ImportGameRequest {
            record: record.to_owned(),
            ..v1::ImportGameRequest::default()
        };
        let imported = server.games().import_game(request).await;
        let game = imported.expect(record).into_inner().game.expect("a game");
        assert_eq!(game.revision, 1, "{record}");
    }
}
