//! `RevokeInvitation`.

use moelle_proto::error::Failure;
use moelle_proto::v1;
use moelle_proto::wire;

use super::change::{kept, telling};
use super::{Caller, GameApi};

impl GameApi {
    pub(super) async fn revoke(
        &self,
        request: &v1::RevokeInvitationRequest,
        caller: &Caller,
    ) -> Result<v1::RevokeInvitationResponse, Failure> {
        let (call, side) = wire::seat_call(request, caller.language)?;
        super::about(call.game);
        let write = telling(caller, |game| v1::RevokeInvitationResponse { game });
        let reply = self
            .games
            .revoke_invitation(call, side, &caller.credentials, &kept(&write))
            .await;
        self.changed(reply, caller, write)
    }
}
