//! What holds for every call that changes a game: tokens, revisions, retries.

use moelle_proto::error::ErrorCode;
use moelle_proto::v1;
use tonic::Status;

use super::calls::{Answer, Ask, Call};
use super::states::State;
use crate::testing::{Table, TestServer, failure, with_token};

const ID: &str = "5f0c3a52-4b4e-4d6e-9a55-0d4b1a1f4c11";

impl Call {
    /// A state in which White may make it.
    const fn home(self) -> State {
        match self {
            Self::AcceptDraw | Self::DeclineDraw => State::DrawTheirs,
            Self::AcceptTakeback | Self::DeclineTakeback => State::TakebackTheirs,
            Self::OfferRematch => State::Over,
            Self::Abort => State::FirstTurns,
            Self::Invite | Self::Revoke | Self::Join => State::Open,
            _ => State::Running,
        }
    }

    /// Whether the owner may make it.
    const fn is_owners(self) -> bool {
        matches!(self, Self::Invite | Self::Revoke | Self::Reissue)
    }
}

fn with_tokens() -> impl Iterator<Item = Call> {
    Call::ALL.iter().copied().filter(|call| *call != Call::Join)
}

fn code(answer: Result<Answer, Status>) -> ErrorCode {
    failure(&answer.expect_err("refused")).code()
}

#[tokio::test]
async fn the_same_request_is_one_change_and_one_answer_and_another_is_refused() {
    let server = TestServer::start().await;
    for call in Call::ALL {
        let table = call.home().set(&server).await;
        let before = table.game(&server).await.revision;
        let ask = Ask {
            token: &table.white,
            request_id: ID,
            ..Ask::default()
        };
        let first = call.make(&server, &table, ask).await.expect("done");
        let again = call.make(&server, &table, ask).await.expect("the same");
        assert_eq!(first, again, "{call:?}");
        assert_eq!(table.game(&server).await.revision, before + 1, "{call:?}");
        let other = Ask {
            revision: Some(before),
            ..ask
        };
        let other = call.make(&server, &table, other).await;
        assert_eq!(code(other), ErrorCode::RequestIdReused, "{call:?}");
    }
}

#[tokio::test]
async fn a_revision_that_is_not_the_games_is_stale_and_the_game_is_told() {
    let server = TestServer::start().await;
    for call in Call::ALL {
        let table = call.home().set(&server).await;
        let game = table.game(&server).await;
        let ask = |revision| Ask {
            token: &table.white,
            revision: Some(revision),
            ..Ask::default()
        };
        for revision in [game.revision - 1, game.revision + 1] {
            let refused = call.make(&server, &table, ask(revision)).await;
            let failure = failure(&refused.expect_err("stale"));
            assert_eq!(failure.code(), ErrorCode::StaleRevision, "{call:?}");
            let current = failure.game().expect("the game");
            assert_eq!(current.revision, game.revision, "{call:?}");
        }
        let done = call.make(&server, &table, ask(game.revision)).await;
        let done = done.expect("the revision is right");
        assert_eq!(done.game.revision, game.revision + 1, "{call:?}");
    }
}

#[tokio::test]
async fn without_a_token_of_the_game_nothing_is_changed() {
    let server = TestServer::start().await;
    let other = Table::joined(&server).await;
    for call in with_tokens() {
        let table = call.home().set(&server).await;
        for token in ["", &other.white, &other.owner] {
            let ask = Ask {
                token,
                ..Ask::default()
            };
            let refused = call.make(&server, &table, ask).await;
            assert_eq!(code(refused), ErrorCode::Unauthenticated, "{call:?}");
        }
    }
}

/// A token that the game does not know may be another game's: it is not a way in. One that was its own
/// before it was replaced is none any more. A private game answers reads and changes alike, and tells
/// nothing else.
#[tokio::test]
async fn a_private_game_refuses_a_token_that_is_not_its_own_alike_for_reads_and_changes() {
    let server = TestServer::start().await;
    let other = Table::joined(&server).await;
    let table = Table::set(&server, v1::Visibility::Private).await;
    let table = table.with_black(&server).await;
    // From here on White's token is one that was replaced.
    Call::Reissue.by(&server, &table, &table.white).await;
    for (token, expected) in [
        ("", ErrorCode::Unauthenticated),
        ("nonsense", ErrorCode::Unauthenticated),
        (&*other.white, ErrorCode::PrivateGame),
        (&*other.owner, ErrorCode::PrivateGame),
        (&*table.white, ErrorCode::Unauthenticated),
        (&*table.invitation, ErrorCode::PrivateGame),
    ] {
        for call in with_tokens() {
            // The revision is wrong too, but it is not looked at: its refusal would show the game.
            let ask = Ask {
                token,
                revision: Some(77),
                request_id: ID,
            };
            let refused = call.make(&server, &table, ask).await;
            let refused = failure(&refused.expect_err("refused"));
            assert_eq!(refused.code(), expected, "{call:?} {token}");
            assert!(refused.game().is_none(), "{call:?} {token}");
        }
        for read in READS {
            assert_eq!(
                read_code(&server, &table, read, token).await,
                Some(expected),
                "{read}"
            );
        }
    }
    for read in READS {
        assert_eq!(
            read_code(&server, &table, read, &table.black).await,
            None,
            "{read}"
        );
    }
}

const READS: &[&str] = &[
    "GetGame",
    "ListEvents",
    "GetRecord",
    "WatchGame",
    "WatchGames",
];

/// The code that a read is refused with, if it is.
async fn read_code(
    server: &TestServer,
    table: &Table,
    read: &str,
    token: &str,
) -> Option<ErrorCode> {
    let game_id = table.id.clone();
    let mut games = server.games();
    let status = match read {
        "GetGame" => {
            let request = v1::GetGameRequest { game_id };
            games.get_game(with_token(request, token)).await.err()
        }
        "ListEvents" => {
            let request = v1::ListEventsRequest {
                game_id,
                ..v1::ListEventsRequest::default()
            };
            games.list_events(with_token(request, token)).await.err()
        }
        "GetRecord" => {
            let request = v1::GetRecordRequest { game_id };
            games.get_record(with_token(request, token)).await.err()
        }
        "WatchGame" => {
            let request = v1::WatchGameRequest {
                game_id,
                after_revision: None,
                ..v1::WatchGameRequest::default()
            };
            games.watch_game(with_token(request, token)).await.err()
        }
        _ => {
            let watched = v1::WatchedGame {
                game_id,
                after_revision: None,
            };
            let request = v1::WatchGamesRequest {
                games: vec![watched],
                ..v1::WatchGamesRequest::default()
            };
            games.watch_games(with_token(request, token)).await.err()
        }
    };
    status.map(|status| failure(&status).code())
}

#[tokio::test]
async fn the_owner_looks_after_seats_and_plays_no_game() {
    let server = TestServer::start().await;
    for call in with_tokens() {
        let table = call.home().set(&server).await;
        let ask = Ask {
            token: &table.owner,
            ..Ask::default()
        };
        let answer = call.make(&server, &table, ask).await;
        if call.is_owners() {
            answer.unwrap_or_else(|status| panic!("{call:?}: {status:?}"));
        } else {
            assert_eq!(code(answer), ErrorCode::WrongSeat, "{call:?}");
        }
    }
}

#[tokio::test]
async fn a_game_that_there_is_not_is_not_found_by_any_call() {
    let server = TestServer::start().await;
    let table = Table::joined(&server).await;
    let nowhere = Table {
        id: "1".repeat(22),
        ..table
    };
    for call in Call::ALL {
        let ask = Ask {
            token: &nowhere.white,
            ..Ask::default()
        };
        let refused = call.make(&server, &nowhere, ask).await;
        assert_eq!(code(refused), ErrorCode::GameNotFound, "{call:?}");
    }
}
