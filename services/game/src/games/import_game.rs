//! `ImportGame`.

use moelle_games::{Created, ImportGame};
use moelle_proto::error::Failure;
use moelle_proto::v1;
use moelle_proto::wire;
use moelle_telemetry::Metrics;
use prost::Message as _;

use super::{Caller, GameApi, answer, create_game, variant_label};

impl GameApi {
    pub(super) async fn import(
        &self,
        request: &v1::ImportGameRequest,
        caller: &Caller,
    ) -> Result<v1::ImportGameResponse, Failure> {
        let application = self.on_behalf_of(caller)?;
        let import = ImportGame {
            application,
            ..wire::import_game(request, caller.language)?
        };
        let write = |created: &Created| {
            let all = create_game::response(created, self.public_url.as_ref(), caller.language);
            v1::ImportGameResponse {
                game: all.game,
                seats: all.seats,
                invitations: all.invitations,
                owner_token: all.owner_token,
            }
        };
        let reply = self
            .games
            .import(import, &|created| write(created).encode_to_vec())
            .await;
        let reply = reply.map_err(|error| self.failure(&error, caller))?;
        let (answer, created) = answer(reply, write)?;
        if let Some(created) = created {
            Metrics::global().game_created(variant_label(&created.game));
        }
        Ok(answer)
    }
}
