//! `AbortGame`.

use moelle_proto::error::Failure;
use moelle_proto::v1;
use moelle_proto::wire;

use super::change::{kept, telling};
use super::{Caller, GameApi};

impl GameApi {
    pub(super) async fn abort(
        &self,
        request: &v1::AbortGameRequest,
        caller: &Caller,
    ) -> Result<v1::AbortGameResponse, Failure> {
        let call = wire::change_call(request, caller.language)?;
        super::about(call.game);
        let write = telling(caller, |game| v1::AbortGameResponse { game });
        let reply = self
            .games
            .abort(call, &caller.credentials, &kept(&write))
            .await;
        self.changed(reply, caller, write)
    }
}
