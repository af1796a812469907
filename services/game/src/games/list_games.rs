//! `ListGames`.

use moelle_games::GameError;
use moelle_proto::error::Failure;
use moelle_proto::v1;
use moelle_proto::wire;

use super::{Caller, GameApi};

impl GameApi {
    pub(super) async fn list(
        &self,
        request: &v1::ListGamesRequest,
        caller: &Caller,
    ) -> Result<v1::ListGamesResponse, Failure> {
        let application = self.on_behalf_of(caller)?;
        let query = wire::list_games(request, caller.language)?;
        let (filter, after, limit) = (&query.filter, query.after, query.limit);
        let page = if request.own {
            let application =
                application.ok_or_else(|| self.failure(&GameError::KeyRequired, caller))?;
            self.games.list_own(application, filter, after, limit).await
        } else {
            self.games.list(filter, after, limit).await
        };
        let page = page.map_err(|error| self.failure(&error, caller))?;
        let now = self.games.now();
        Ok(v1::ListGamesResponse {
            next_page_token: wire::next_page_token(&page.games, page.more),
            games: page
                .games
                .iter()
                .map(|game| wire::game(game, now, caller.language))
                .collect(),
        })
    }
}
