//! `POST /v1/application/webhooks/{id}/secret`

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::header::CACHE_CONTROL;
use moelle_proto::v1;

use super::register_webhook::WebhookWithSecret;
use crate::Problem;
use crate::extract::{Caller, Segment};
use crate::gateway::{Gateway, Retry};
use crate::shape::present;

/// Gives a webhook another secret. Messages are signed with the one before too, until
/// `oldSecretUntil`.
#[utoipa::path(
    post,
    path = "/v1/application/webhooks/{id}/secret",
    tag = "application",
    params(("id" = String, Path, description = "The webhook's id.")),
    security(("apiKey" = [])),
    responses((status = 200, description = "The webhook and its secret.", body = WebhookWithSecret)),
)]
pub(crate) async fn rotate_webhook_secret(
    State(gateway): State<Gateway>,
    caller: Caller,
    Segment(id): Segment,
) -> Result<Response, Problem> {
    let message = v1::RotateWebhookSecretRequest { webhook_id: id };
    let answer = gateway
        .ask(
            &caller,
            Retry::IfNeverSent,
            message,
            |mut upstream, request| async move {
                upstream.application.rotate_webhook_secret(request).await
            },
        )
        .await?;
    let rotated = WebhookWithSecret {
        webhook: present(answer.webhook, "webhook")?.try_into()?,
        secret: answer.secret,
    };
    Ok(([(CACHE_CONTROL, "no-store")], axum::Json(rotated)).into_response())
}
