//! `POST /v1/application/webhooks`

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::StatusCode;
use http::header::{CACHE_CONTROL, LOCATION};
use moelle_proto::v1;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Problem;
use crate::extract::{Caller, Json, JsonBody};
use crate::gateway::{Gateway, Retry};
use crate::shape::{NoticeKind, Webhook, present};

/// A webhook to register.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "an object")]
#[schema(example = json!({"url": "https://app.example/moelle", "kinds": ["your_turn", "finished"]}))]
pub(crate) struct RegisterWebhookBody {
    /// Where messages go: an address `https://…` of at most 2,048 bytes, without user and fragment.
    url: String,
    /// What it is told of. Absent or empty: everything.
    #[serde(default)]
    kinds: Vec<NoticeKind>,
}

impl JsonBody for RegisterWebhookBody {}

/// A webhook with its secret.
#[derive(Serialize, ToSchema)]
pub(crate) struct WebhookWithSecret {
    /// The webhook.
    pub(super) webhook: Webhook,
    /// What its messages are signed with: keep it, it is shown only in this answer.
    #[schema(example = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=")]
    pub(super) secret: String,
}

/// Registers a webhook. Where the answer is lost, list the webhooks and give it another secret.
#[utoipa::path(
    post,
    path = "/v1/application/webhooks",
    tag = "application",
    security(("apiKey" = [])),
    request_body = RegisterWebhookBody,
    responses(
        (
            status = 201,
            description = "The webhook and its secret.",
            body = WebhookWithSecret,
            headers(("Location" = String, description = "Where it can be changed and deleted.")),
        ),
        (status = 409, description = "The application has too many webhooks.",
            body = crate::ProblemDocument, content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn register_webhook(
    State(gateway): State<Gateway>,
    caller: Caller,
    Json(body): Json<RegisterWebhookBody>,
) -> Result<Response, Problem> {
    let message = v1::RegisterWebhookRequest {
        url: body.url,
        kinds: body.kinds.into_iter().map(i32::from).collect(),
    };
    let answer =
        gateway
            .ask(
                &caller,
                Retry::IfNeverSent,
                message,
                |mut upstream, request| async move {
                    upstream.application.register_webhook(request).await
                },
            )
            .await?;
    let webhook: Webhook = present(answer.webhook, "webhook")?.try_into()?;
    let location = format!("/v1/application/webhooks/{}", webhook.id);
    let secret = answer.secret;
    let headers = [(LOCATION, location), (CACHE_CONTROL, "no-store".to_owned())];
    let registered = WebhookWithSecret { webhook, secret };
    Ok((StatusCode::CREATED, headers, axum::Json(registered)).into_response())
}
