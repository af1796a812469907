//! `DELETE /v1/application/webhooks/{id}`

use axum::extract::State;
use http::StatusCode;
use moelle_proto::v1;

use crate::Problem;
use crate::extract::{Caller, Segment};
use crate::gateway::{Gateway, Retry};

/// Forgets a webhook with everything that it was told or waits for it.
#[utoipa::path(
    delete,
    path = "/v1/application/webhooks/{id}",
    tag = "application",
    params(("id" = String, Path, description = "The webhook's id.")),
    security(("apiKey" = [])),
    responses((status = 204, description = "It is forgotten.")),
)]
pub(crate) async fn delete_webhook(
    State(gateway): State<Gateway>,
    caller: Caller,
    Segment(id): Segment,
) -> Result<StatusCode, Problem> {
    let message = v1::DeleteWebhookRequest { webhook_id: id };
    gateway
        .ask(
            &caller,
            Retry::IfNeverSent,
            message,
            |mut upstream, request| async move {
                upstream.application.delete_webhook(request).await
            },
        )
        .await?;
    Ok(StatusCode::NO_CONTENT)
}
