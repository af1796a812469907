//! `WatchGame`: a snapshot, then every event once and in order.

use futures::stream::BoxStream;
use futures::{StreamExt as _, TryStreamExt as _};
use moelle_games::{Following, Revision};
use moelle_proto::error::Failure;
use moelle_proto::v1;
use moelle_proto::v1::watch_game_response::Message;
use moelle_proto::wire;

use super::follow::{Said, Told, Voice};
use super::{Caller, GameApi};

impl GameApi {
    pub(super) async fn watch(
        &self,
        request: &v1::WatchGameRequest,
        caller: &Caller,
    ) -> Result<BoxStream<'static, Told<v1::WatchGameResponse>>, Failure> {
        let id = wire::game_id(&request.game_id)?;
        super::about(id);
        let after = request.after_revision.map(Revision::from_number);
        let following = Following {
            after,
            rematch_window: request.rematch.then_some(self.streams.rematch_window),
            is_relay: request.relay,
        };
        let watch = self.games.follow(id, following, &caller.credentials).await;
        let watch = watch.map_err(|error| self.failure(&error, caller))?;
        let voice = Voice {
            // Whoever has seen nothing yet begins at the creation.
            seen: after
                .filter(|after| *after == watch.seen())
                .unwrap_or(Revision::NONE),
            wrap,
        };
        let key_ends = self.key_ends(caller, watch.needs_key());
        let said = self.said(watch, caller.language).map_ok(|said| Said {
            message: wrap(said.message),
            seen: said.seen,
            end: said.end,
        });
        Ok(self.follow(said.boxed(), voice, key_ends, caller.language))
    }
}

fn wrap(message: Message) -> v1::WatchGameResponse {
    v1::WatchGameResponse {
        message: Some(message),
    }
}
