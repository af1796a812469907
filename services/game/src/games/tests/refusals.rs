//! What holds for every call that changes a game: tokens, revisions, retries.

use moelle_proto::error::ErrorCode;
use tonic::Status;

use super::calls::{Answer, Ask, Call};
use super::states::State;
use crate::testing::{Table, TestServer, failure};

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
        if *call != Call::Join {
            let other = Ask {
                revision: Some(before),
                ..ask
            };
            let other = call.make(&server, &table, other).await;
            assert_eq!(code(other), ErrorCode::RequestIdReused, "{call:?}");
        }
    }
}

#[tokio::test]
async fn a_revision_that_is_not_the_games_is_stale_and_the_game_is_told() {
    let server = TestServer::start().await;
    for call in with_tokens() {
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
