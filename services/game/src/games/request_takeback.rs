//! `RequestTakeback`.

use moelle_proto::error::Failure;
use moelle_proto::v1;
use moelle_proto::wire;

use super::change::{kept, telling};
use super::{Caller, GameApi};

impl GameApi {
    pub(super) async fn takeback_request(
        &self,
        request: &v1::RequestTakebackRequest,
        caller: &Caller,
    ) -> Result<v1::RequestTakebackResponse, Failure> {
        let call = wire::change_call(request, caller.language)?;
        super::about(call.game);
        let write = telling(caller, |game| v1::RequestTakebackResponse { game });
        let reply = self
            .games
            .request_takeback(call, &caller.credentials, &kept(&write))
            .await;
        self.changed(reply, caller, write)
    }
}
