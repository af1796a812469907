//! `GetGame`.

use moelle_games::Secret;
use moelle_proto::error::Failure;
use moelle_proto::v1;
use moelle_proto::wire;

use super::{Caller, GameApi, counted};

impl GameApi {
    pub(super) async fn get(
        &self,
        request: &v1::GetGameRequest,
        caller: &Caller,
    ) -> Result<v1::GetGameResponse, Failure> {
        let id = wire::game_id(&request.game_id)?;
        super::about(id);
        let game = self.games.get(id, &caller.credentials).await;
        let game = game.map_err(|error| self.failure(&error, caller))?;
        let token = caller.credentials.token.as_ref().map(Secret::hash);
        let seat = token.and_then(|token| game.seat_of(&token));
        Ok(v1::GetGameResponse {
            game: Some(counted(&self.games, &game, caller.language).await),
            seat: seat.map_or(v1::Side::Unspecified, Into::into).into(),
        })
    }
}

#[cfg(test)]
mod tests {
    use moelle_proto::error::ErrorCode;

    use super::*;
    use crate::testing::{Table, TestServer, failure, with_token};

    #[tokio::test]
    async fn a_private_game_is_seen_by_its_own_alone() {
        let server = TestServer::start().await;
        let table = Table::set(&server, v1::Visibility::Private).await;
        let other = Table::set(&server, v1::Visibility::Unlisted).await;
        let get = || v1::GetGameRequest {
            game_id: table.id.clone(),
        };
        for token in [&table.white, &table.owner] {
            let game = server
                .games()
                .get_game(with_token(get(), token))
                .await
                .expect("a game");
            assert_eq!(game.into_inner().game.expect("a game").id, table.id);
        }
        let foreign = server
            .games()
            .get_game(with_token(get(), &other.white))
            .await;
        assert_eq!(
            failure(&foreign.expect_err("foreign")).code(),
            ErrorCode::PrivateGame
        );
        let nobody = server.games().get_game(get()).await;
        assert_eq!(
            failure(&nobody.expect_err("nobody")).code(),
            ErrorCode::Unauthenticated
        );
    }

    #[tokio::test]
    async fn a_game_that_there_is_not_is_not_found() {
        let server = TestServer::start().await;
        for id in ["", "nonsense", "1111111111111111111111"] {
            let request = v1::GetGameRequest {
                game_id: id.to_owned(),
            };
            let status = server.games().get_game(request).await.expect_err("no game");
            assert_eq!(failure(&status).code(), ErrorCode::GameNotFound, "{id}");
        }
    }
}
