//! `AnswerDraw`.

use moelle_proto::error::Failure;
use moelle_proto::v1;
use moelle_proto::wire;

use super::change::{kept, telling};
use super::{Caller, GameApi};

impl GameApi {
    pub(super) async fn draw_answer(
        &self,
        request: &v1::AnswerDrawRequest,
        caller: &Caller,
    ) -> Result<v1::AnswerDrawResponse, Failure> {
        let call = wire::change_call(request, caller.language)?;
        super::about(call.game);
        let write = telling(caller, |game| v1::AnswerDrawResponse { game });
        let reply = self
            .games
            .answer_draw(call, request.accept, &caller.credentials, &kept(&write))
            .await;
        self.changed(reply, caller, write)
    }
}
