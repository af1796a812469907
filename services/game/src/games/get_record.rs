//! `GetRecord`.

use moelle_proto::error::Failure;
use moelle_proto::v1;
use moelle_proto::wire;

use super::{Caller, GameApi};

impl GameApi {
    pub(super) async fn record(
        &self,
        request: &v1::GetRecordRequest,
        caller: &Caller,
    ) -> Result<v1::GetRecordResponse, Failure> {
        let id = wire::game_id(&request.game_id)?;
        super::about(id);
        let written = self.games.record(id, &caller.credentials).await;
        let (game, record) = written.map_err(|error| self.failure(&error, caller))?;
        Ok(v1::GetRecordResponse {
            record: record.to_string(),
            revision: game.revision().number(),
        })
    }
}
