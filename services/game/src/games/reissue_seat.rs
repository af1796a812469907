//! `ReissueSeat`.

use moelle_games::{Changed, Secret, WithSecret};
use moelle_proto::error::Failure;
use moelle_proto::v1;
use moelle_proto::wire;
use prost::Message as _;

use super::change::changed_game;
use super::{Caller, GameApi, given};

impl GameApi {
    pub(super) async fn reissue(
        &self,
        request: &v1::ReissueSeatRequest,
        caller: &Caller,
    ) -> Result<v1::ReissueSeatResponse, Failure> {
        let (call, side) = wire::seat_call(request, caller.language)?;
        super::about(call.game);
        let write = |changed: &Changed, secret: &Secret| v1::ReissueSeatResponse {
            game: Some(changed_game(changed, caller)),
            seat: Some(given::seat(side, secret)),
        };
        let encode = |with: &WithSecret<'_>| write(with.changed, with.secret).encode_to_vec();
        let reply = self
            .games
            .reissue(call, side, &caller.credentials, &encode)
            .await;
        let (reply, secret) = reply.map_err(|error| self.failure(&error, caller))?;
        self.changed(Ok(reply), caller, |changed| write(changed, &secret))
    }
}
