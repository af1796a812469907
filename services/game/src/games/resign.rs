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
        let write = telling(caller, |game| v1::ResignResponse { game });
        let reply = self
            .games
            .resign(call, &caller.credentials, &kept(&write))
            .await;
        self.changed(reply, caller, write)
    }
}
