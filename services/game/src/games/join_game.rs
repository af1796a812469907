//! `JoinGame`.

use moelle_games::Joined;
use moelle_proto::error::Failure;
use moelle_proto::v1;
use moelle_proto::wire;
use prost::Message as _;

use super::{Caller, GameApi, answer, given};

impl GameApi {
    pub(super) async fn join(
        &self,
        request: &v1::JoinGameRequest,
        caller: &Caller,
    ) -> Result<v1::JoinGameResponse, Failure> {
        let join = wire::join_game(request, caller.language)?;
        super::about(join.game);
        let write = |joined: &Joined| v1::JoinGameResponse {
            game: Some(wire::game(
                &joined.game,
                joined.game.updated_at(),
                caller.language,
            )),
            seat: Some(given::seat(joined.side, &joined.token)),
        };
        let reply = self
            .games
            .join(join, &|joined| write(joined).encode_to_vec())
            .await;
        let reply = reply.map_err(|error| self.failure(&error, caller))?;
        let (answer, _) = answer(reply, write)?;
        Ok(answer)
    }
}

#[cfg(test)]
mod tests {
    use moelle_proto::error::ErrorCode;

    use super::*;
    use crate::testing::{Table, TestServer, failure};

    const ID: &str = "5f0c3a52-4b4e-4d6e-9a55-0d4b1a1f4c11";

    fn with(table: &Table, name: &str) -> v1::JoinGameRequest {
        v1::JoinGameRequest {
            game_id: table.id.clone(),
            invitation: table.invitation.clone(),
            name: name.to_owned(),
            ..v1::JoinGameRequest::default()
        }
    }

    #[tokio::test]
    async fn an_invitation_gives_a_seat_once() {
        let server = TestServer::start().await;
        let table = Table::set(&server, v1::Visibility::Unlisted).await;
        let joined = server
            .games()
            .join_game(with(&table, " Bo "))
            .await
            .expect("a seat");
        let joined = joined.into_inner();
        let game = joined.game.expect("a game");
        assert_eq!((game.revision, game.status()), (2, v1::GameStatus::Running));
        assert_eq!(game.seats.expect("seats").black.expect("black").name, "Bo");
        assert_eq!(joined.seat.expect("a seat").side(), v1::Side::Black);
        let status = server
            .games()
            .join_game(with(&table, "Cy"))
            .await
            .expect_err("used");
        assert_eq!(failure(&status).code(), ErrorCode::InvitationUsed);
    }

    #[tokio::test]
    async fn a_lost_answer_can_be_had_again() {
        let server = TestServer::start().await;
        let table = Table::set(&server, v1::Visibility::Unlisted).await;
        let request = v1::JoinGameRequest {
            request_id: ID.to_owned(),
            ..with(&table, "")
        };
        let first = server
            .games()
            .join_game(request.clone())
            .await
            .expect("a seat")
            .into_inner();
        let again = server
            .games()
            .join_game(request)
            .await
            .expect("the same")
            .into_inner();
        assert_eq!(first, again);
    }

    #[tokio::test]
    async fn fifty_parallel_joins_seat_one() {
        let server = TestServer::start().await;
        let table = Table::set(&server, v1::Visibility::Unlisted).await;
        let joins = (0..50).map(|_| {
            let (mut games, request) = (server.games(), with(&table, ""));
            async move { games.join_game(request).await }
        });
        let answers = futures::future::join_all(joins).await;
        let refused: Vec<_> = answers
            .iter()
            .filter_map(|answer| answer.as_ref().err())
            .collect();
        assert_eq!(refused.len(), 49);
        for status in refused {
            assert_eq!(failure(status).code(), ErrorCode::InvitationUsed);
        }
    }
}
