//! `PlayTurn`.

use moelle_games::{Changed, Reply};
use moelle_proto::error::Failure;
use moelle_proto::v1;
use moelle_proto::wire;
use moelle_telemetry::Metrics;

use super::change::{changed_game, kept};
use super::{Caller, GameApi, variant_label};

impl GameApi {
    pub(super) async fn play(
        &self,
        request: &v1::PlayTurnRequest,
        caller: &Caller,
    ) -> Result<v1::PlayTurnResponse, Failure> {
        let call = wire::change_call(request, caller.language)?;
        super::about(call.game);
        let write = |changed: &Changed| v1::PlayTurnResponse {
            game: Some(changed_game(changed, caller)),
            closed_mills: wire::mills(changed.event.closed_mills()),
        };
        let reply = self
            .games
            .play(call, &request.turn, &caller.credentials, &kept(&write))
            .await;
        if let Ok(Reply::Done(changed)) = &reply {
            Metrics::global().turn_accepted(variant_label(&changed.game));
        }
        self.changed(reply, caller, write)
    }
}

#[cfg(test)]
mod tests {
    use moelle_proto::error::ErrorCode;
    use tonic::Code;

    use super::*;
    use crate::testing::{Table, TestServer, failure, with_token};

    const ID: &str = "5f0c3a52-4b4e-4d6e-9a55-0d4b1a1f4c11";

    fn turn(table: &Table, turn: &str, revision: Option<u64>) -> v1::PlayTurnRequest {
        v1::PlayTurnRequest {
            game_id: table.id.clone(),
            turn: turn.to_owned(),
            revision,
            request_id: String::new(),
        }
    }

    async fn refused(
        server: &TestServer,
        request: v1::PlayTurnRequest,
        token: &str,
    ) -> (Code, Failure) {
        let status = server.games().play_turn(with_token(request, token)).await;
        let status = status.expect_err("not allowed");
        (status.code(), failure(&status))
    }

    #[tokio::test]
    async fn a_turn_is_played_whole_or_action_by_action() {
        let server = TestServer::start().await;
        let table = Table::joined(&server).await;
        let mut last = None;
        for (token, text) in [
            (&table.white, "d6"),
            (&table.black, "f4"),
            (&table.white, "d7"),
            (&table.black, "b4"),
            (&table.white, "d5"),
            (&table.white, "xb4"),
        ] {
            let request = with_token(turn(&table, text, None), token);
            let played = server
                .games()
                .play_turn(request)
                .await
                .expect(text)
                .into_inner();
            let mills = usize::from(text == "d5");
            assert_eq!(played.closed_mills.len(), mills, "{text}");
            last = played.game;
        }
        let game = last.expect("a game");
        assert_eq!((game.revision, game.last_turn.as_str()), (8, "d5xb4"));
        assert_eq!(
            game.state.expect("a state").position,
            "1w1/1w1/1w1/4b1/3/3/3 b 6,7 0 0 5"
        );
    }

    #[tokio::test]
    async fn a_turn_that_the_rules_refuse_names_action_and_point() {
        let server = TestServer::start().await;
        let table = Table::joined(&server).await;
        let (code, failure) = refused(&server, turn(&table, "d6xa7", None), &table.white).await;
        assert_eq!(code, Code::FailedPrecondition);
        assert_eq!(failure.code(), ErrorCode::NoRemovalOwed);
        assert_eq!(failure.metadata()["action"], "1");
        assert_eq!(failure.metadata()["point"], "a7");
        let (_, failure) = refused(&server, turn(&table, "d6 ", None), &table.white).await;
        assert_eq!(failure.code(), ErrorCode::BadNotation);
    }

    #[tokio::test]
    async fn only_the_seat_to_act_plays() {
        let server = TestServer::start().await;
        let table = Table::joined(&server).await;
        let other = Table::joined(&server).await;
        for (token, code, reason) in [
            ("", Code::Unauthenticated, ErrorCode::Unauthenticated),
            (
                &other.white,
                Code::Unauthenticated,
                ErrorCode::Unauthenticated,
            ),
            (&table.owner, Code::PermissionDenied, ErrorCode::WrongSeat),
            (
                &table.black,
                Code::FailedPrecondition,
                ErrorCode::NotYourTurn,
            ),
        ] {
            let (status, failure) = refused(&server, turn(&table, "d6", None), token).await;
            assert_eq!((status, failure.code()), (code, reason));
        }
    }

    #[tokio::test]
    async fn a_stale_revision_is_refused_with_the_game_as_it_stands() {
        let server = TestServer::start().await;
        let table = Table::joined(&server).await;
        let request = with_token(turn(&table, "d6", Some(2)), &table.white);
        server
            .games()
            .play_turn(request)
            .await
            .expect("the revision is right");
        let (code, failure) = refused(&server, turn(&table, "f4", Some(2)), &table.black).await;
        assert_eq!(
            (code, failure.code()),
            (Code::Aborted, ErrorCode::StaleRevision)
        );
        assert_eq!(failure.metadata()["current_revision"], "3");
        let game = failure.game().expect("the game");
        assert_eq!((game.revision, game.last_turn.as_str()), (3, "d6"));
    }

    #[tokio::test]
    async fn the_same_request_is_one_turn_and_one_answer() {
        let server = TestServer::start().await;
        let table = Table::joined(&server).await;
        let request = v1::PlayTurnRequest {
            request_id: ID.to_owned(),
            ..turn(&table, "d6", Some(2))
        };
        let play = || with_token(request.clone(), &table.white);
        let plays = (0..20).map(|_| {
            let (mut games, request) = (server.games(), play());
            async move {
                games
                    .play_turn(request)
                    .await
                    .expect("an answer")
                    .into_inner()
            }
        });
        let answers = futures::future::join_all(plays).await;
        assert!(answers.iter().all(|answer| *answer == answers[0]));
        assert_eq!(answers[0].game.as_ref().expect("a game").revision, 3);
        let other = v1::PlayTurnRequest {
            turn: "f4".to_owned(),
            ..request.clone()
        };
        let (_, failure) = refused(&server, other, &table.white).await;
        assert_eq!(failure.code(), ErrorCode::RequestIdReused);
    }
}
