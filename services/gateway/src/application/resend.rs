//! `POST /v1/application/deliveries/{id}/resend` and `POST /v1/application/deliveries/resend`

use axum::extract::State;
use http::StatusCode;
use moelle_proto::v1;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Problem;
use crate::extract::{Caller, JsonBody, MaybeJson, Segment};
use crate::gateway::{Gateway, Retry};

/// Which deliveries are sent again.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase", expecting = "an object")]
#[schema(example = json!({}))]
pub(crate) struct ResendBody {
    /// Those to the webhook with this id. Absent: to any.
    webhook_id: Option<String>,
}

impl JsonBody for ResendBody {}

/// How many deliveries are sent again.
#[derive(Serialize, ToSchema)]
pub(crate) struct Resent {
    /// How many. There may be more where it is 10,000.
    resent: u64,
}

/// Sends a delivery again that was given up or has arrived.
#[utoipa::path(
    post,
    path = "/v1/application/deliveries/{id}/resend",
    tag = "application",
    params(("id" = String, Path, description = "The delivery's id.")),
    security(("apiKey" = [])),
    responses(
        (status = 202, description = "It is pending."),
        (status = 404, description = "There is no such delivery, or it is pending.",
            body = crate::ProblemDocument, content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn resend_delivery(
    State(gateway): State<Gateway>,
    caller: Caller,
    Segment(id): Segment,
) -> Result<StatusCode, Problem> {
    let message = v1::ResendDeliveryRequest { delivery_id: id };
    gateway
        .ask(
            &caller,
            Retry::IfNeverSent,
            message,
            |mut upstream, request| async move {
                upstream.application.resend_delivery(request).await
            },
        )
        .await?;
    Ok(StatusCode::ACCEPTED)
}

/// Sends again what was given up, up to 10,000 deliveries at a time, the oldest first.
#[utoipa::path(
    post,
    path = "/v1/application/deliveries/resend",
    tag = "application",
    security(("apiKey" = [])),
    request_body = Option<ResendBody>,
    responses((status = 202, description = "They are pending.", body = Resent)),
)]
pub(crate) async fn resend_dead_deliveries(
    State(gateway): State<Gateway>,
    caller: Caller,
    MaybeJson(body): MaybeJson<ResendBody>,
) -> Result<(StatusCode, axum::Json<Resent>), Problem> {
    let message = v1::ResendDeadDeliveriesRequest {
        webhook_id: body.webhook_id.unwrap_or_default(),
    };
    let answer = gateway
        .ask(
            &caller,
            Retry::IfNeverSent,
            message,
            |mut upstream, request| async move {
                upstream.application.resend_dead_deliveries(request).await
            },
        )
        .await?;
    let resent = answer.resent;
    Ok((StatusCode::ACCEPTED, axum::Json(Resent { resent })))
}
