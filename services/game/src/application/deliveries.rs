//! What webhooks were told, and telling it again.

use moelle_games::Resend;
use moelle_proto::error::Failure;
use moelle_proto::v1;
use moelle_proto::wire;

use super::{ApplicationApi, Caller, failure};

impl ApplicationApi {
    pub(super) async fn list_deliveries(
        &self,
        request: v1::ListDeliveriesRequest,
        caller: Caller,
    ) -> Result<v1::ListDeliveriesResponse, Failure> {
        let query = wire::list_deliveries(&request, caller.language)?;
        let page = self
            .webhooks
            .deliveries(caller.application, &query.filter, query.after, query.limit)
            .await
            .map_err(|error| failure(&error))?;
        Ok(wire::next_deliveries(&page))
    }

    pub(super) async fn resend_delivery(
        &self,
        request: v1::ResendDeliveryRequest,
        caller: Caller,
    ) -> Result<v1::ResendDeliveryResponse, Failure> {
        let key = wire::delivery_id(&request.delivery_id)?;
        let resent = self.webhooks.resend(caller.application, Resend::One(key));
        resent.await.map_err(|error| failure(&error))?;
        Ok(v1::ResendDeliveryResponse {})
    }

    pub(super) async fn resend_dead_deliveries(
        &self,
        request: v1::ResendDeadDeliveriesRequest,
        caller: Caller,
    ) -> Result<v1::ResendDeadDeliveriesResponse, Failure> {
        let webhook =
            (!request.webhook_id.is_empty()).then(|| wire::webhook_id(&request.webhook_id));
        let dead = Resend::Dead(webhook.transpose()?);
        let resent = self.webhooks.resend(caller.application, dead).await;
        Ok(v1::ResendDeadDeliveriesResponse {
            resent: resent.map_err(|error| failure(&error))?,
        })
    }
}
