//! `CreateInvitation`.

use moelle_games::{Changed, Secret, WithSecret};
use moelle_proto::error::Failure;
use moelle_proto::v1;
use moelle_proto::wire;
use prost::Message as _;

use super::change::changed_game;
use super::{Caller, GameApi, given};

impl GameApi {
    pub(super) async fn invite(
        &self,
        request: &v1::CreateInvitationRequest,
        caller: &Caller,
    ) -> Result<v1::CreateInvitationResponse, Failure> {
        let (call, side) = wire::seat_call(request, caller.language)?;
        super::about(call.game);
        let write = |changed: &Changed, secret: &Secret| v1::CreateInvitationResponse {
            game: Some(changed_game(changed, caller)),
            invitation: Some(given::invitation(
                self.public_url.as_ref(),
                changed.game.id(),
                side,
                secret,
            )),
        };
        let encode = |with: &WithSecret<'_>| write(with.changed, with.secret).encode_to_vec();
        let reply = self
            .games
            .invite(call, side, &caller.credentials, &encode)
            .await;
        let (reply, secret) = reply.map_err(|error| self.failure(&error, caller))?;
        self.changed(Ok(reply), caller, |changed| write(changed, &secret))
    }
}
