//! `GET /v1/application/webhooks`

use axum::extract::State;
use moelle_proto::v1;
use serde::Serialize;
use utoipa::ToSchema;

use crate::Problem;
use crate::extract::Caller;
use crate::gateway::{Gateway, Retry};
use crate::shape::Webhook;

/// The webhooks of an application.
#[derive(Serialize, ToSchema)]
pub(crate) struct Webhooks {
    /// The oldest first.
    webhooks: Vec<Webhook>,
}

/// Lists the webhooks, the oldest first.
#[utoipa::path(
    get,
    path = "/v1/application/webhooks",
    tag = "application",
    security(("apiKey" = [])),
    responses((status = 200, description = "The webhooks.", body = Webhooks)),
)]
pub(crate) async fn list_webhooks(
    State(gateway): State<Gateway>,
    caller: Caller,
) -> Result<axum::Json<Webhooks>, Problem> {
    let answer = gateway
        .ask(
            &caller,
            Retry::Always,
            v1::ListWebhooksRequest {},
            |mut upstream, request| async move { upstream.application.list_webhooks(request).await },
        )
        .await?;
    let webhooks = answer.webhooks.into_iter().map(Webhook::try_from);
    Ok(axum::Json(Webhooks {
        webhooks: webhooks.collect::<Result<_, _>>()?,
    }))
}
