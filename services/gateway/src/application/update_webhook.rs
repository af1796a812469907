//! `PATCH /v1/application/webhooks/{id}`

use axum::extract::State;
use moelle_proto::v1;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Problem;
use crate::extract::{Caller, Json, JsonBody, Segment};
use crate::gateway::{Gateway, Retry};
use crate::shape::{NoticeKind, Webhook, present};

/// What is to be different; what is absent stays as it is.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "an object")]
#[schema(example = json!({"enabled": true}))]
pub(crate) struct UpdateWebhookBody {
    /// Where messages go.
    url: Option<String>,
    /// What it is told of. Empty: as it is.
    #[serde(default)]
    kinds: Vec<NoticeKind>,
    /// Whether it is told anything. What waits for one that is disabled is given up.
    enabled: Option<bool>,
}

impl JsonBody for UpdateWebhookBody {}

/// A webhook that was changed.
#[derive(Serialize, ToSchema)]
pub(crate) struct ChangedWebhook {
    /// The webhook.
    webhook: Webhook,
}

/// Changes a webhook.
#[utoipa::path(
    patch,
    path = "/v1/application/webhooks/{id}",
    tag = "application",
    params(("id" = String, Path, description = "The webhook's id.")),
    security(("apiKey" = [])),
    request_body = UpdateWebhookBody,
    responses((status = 200, description = "The webhook.", body = ChangedWebhook)),
)]
pub(crate) async fn update_webhook(
    State(gateway): State<Gateway>,
    caller: Caller,
    Segment(id): Segment,
    Json(body): Json<UpdateWebhookBody>,
) -> Result<axum::Json<ChangedWebhook>, Problem> {
    let message = v1::UpdateWebhookRequest {
        webhook_id: id,
        url: body.url,
        kinds: body.kinds.into_iter().map(i32::from).collect(),
        enabled: body.enabled,
    };
    let answer =
        gateway
            .ask(
                &caller,
                Retry::Always,
                message,
                |mut upstream, request| async move {
                    upstream.application.update_webhook(request).await
                },
            )
            .await?;
    let webhook = present(answer.webhook, "webhook")?.try_into()?;
    Ok(axum::Json(ChangedWebhook { webhook }))
}
