//! `Resign`.

use moelle_proto::error::Failure;
use moelle_proto::v1;
use moelle_proto::wire;

use super::change::{kept, telling};
use super::{Caller, GameApi};

impl GameApi {
    pub(super) async fn give_up(
        &self,
        request: &v1::ResignRequest,
        caller: &Caller,
    ) -> Result<v1::ResignResponse, Failure> {
        let call = wire::change_call(request, caller.language)?;
        super::about(call.game);
        let write = telling(caller, |game| v1::ResignResponse { game });
        let reply = self
            .games
            .resign(call, &caller.credentials, &kept(&write))
            .await;
        self.changed(reply, caller, write)
    }
}

#[cfg(test)]
mod tests {
    use moelle_proto::error::ErrorCode;
    use tonic::Code;

    use super::*;
    use crate::testing::{Table, TestServer, failure, with_token};

    #[tokio::test]
    async fn a_game_that_was_resigned_is_over() {
        let server = TestServer::start().await;
        let table = Table::joined(&server).await;
        let resign = v1::ResignRequest {
            game_id: table.id.clone(),
            revision: Some(2),
            request_id: String::new(),
        };
        let resigned = server
            .games()
            .resign(with_token(resign.clone(), &table.black))
            .await;
        let game = resigned
            .expect("resigned")
            .into_inner()
            .game
            .expect("a game");
        let outcome = game.state.expect("a state").outcome.expect("an outcome");
        assert_eq!(outcome.result(), v1::GameResult::WhiteWins);
        assert_eq!(outcome.termination(), v1::Termination::Resignation);
        let again = v1::ResignRequest {
            revision: None,
            ..resign
        };
        let status = server.games().resign(with_token(again, &table.white)).await;
        let status = status.expect_err("over");
        assert_eq!(status.code(), Code::FailedPrecondition);
        assert_eq!(failure(&status).code(), ErrorCode::GameOver);
    }
}
