//! `OfferDraw`.

use moelle_proto::error::Failure;
use moelle_proto::v1;
use moelle_proto::wire;

use super::change::{kept, telling};
use super::{Caller, GameApi};

impl GameApi {
    pub(super) async fn draw_offer(
        &self,
        request: &v1::OfferDrawRequest,
        caller: &Caller,
    ) -> Result<v1::OfferDrawResponse, Failure> {
        let call = wire::change_call(request, caller.language)?;
        super::about(call.game);
        let write = telling(caller, |game| v1::OfferDrawResponse { game });
        let reply = self
            .games
            .offer_draw(call, &caller.credentials, &kept(&write))
            .await;
        self.changed(reply, caller, write)
    }
}
