//! `WatchGames`: many games on one stream.

use futures::stream::{self, BoxStream};
use futures::{StreamExt as _, TryStreamExt as _};
use moelle_games::{Following, Revision, Watch};
use moelle_proto::error::Failure;
use moelle_proto::v1;
use moelle_proto::v1::watch_game_response::Message;
use moelle_proto::wire;

use super::follow::{Said, Told, Voice};
use super::{Caller, GameApi};

/// Games that are read at once when a stream begins.
const READ_AT_ONCE: usize = 8;

impl GameApi {
    pub(super) async fn watch_many(
        &self,
        request: &v1::WatchGamesRequest,
        caller: &Caller,
    ) -> Result<BoxStream<'static, Told<v1::WatchGamesResponse>>, Failure> {
        let games = wire::watch_games(request, caller.language)?;
        let rematch_window = request.rematch.then_some(self.streams.rematch_window);
        let watches =
            stream::iter(games.into_iter().enumerate()).map(|(index, (id, after))| async move {
                let following = Following {
                    after,
                    rematch_window,
                    is_relay: false,
                };
                let watch = self.games.follow(id, following, &caller.credentials).await;
                watch.map_err(|error| self.failure(&error, caller).with("index", index))
            });
        let watches: Vec<_> = watches.buffered(READ_AT_ONCE).try_collect().await?;
        let key_ends = self.key_ends(caller, watches.iter().any(Watch::needs_key));
        let said = watches.into_iter().map(|watch| {
            let game = watch.game().id().to_string();
            self.said(watch, caller.language).map_ok(move |said| Said {
                message: about(game.clone(), said.message),
                seen: Revision::NONE,
                end: said.end,
            })
        });
        let voice = Voice {
            seen: Revision::NONE,
            wrap: |message| about(String::new(), message),
        };
        let said = stream::select_all(said).boxed();
        Ok(self.follow(said, voice, key_ends, caller.language))
    }
}

fn about(game_id: String, message: Message) -> v1::WatchGamesResponse {
    v1::WatchGamesResponse {
        game_id,
        message: Some(v1::WatchGameResponse {
            message: Some(message),
        }),
    }
}
