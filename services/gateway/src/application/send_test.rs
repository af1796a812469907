//! `POST /v1/application/webhooks/{id}/pings`

use axum::extract::State;
use moelle_proto::v1;
use serde::Serialize;
use utoipa::ToSchema;

use crate::Problem;
use crate::extract::{Caller, Segment};
use crate::gateway::{Gateway, Retry};
use crate::shape::non_empty;

/// What became of a message of type `ping`.
#[derive(Serialize, ToSchema)]
pub(crate) struct Ping {
    /// Whether it arrived.
    delivered: bool,
    /// Why not, in a word of a delivery's `failure`. Null: it did.
    #[schema(required)]
    failure: Option<String>,
    /// The status of the receiver's answer, where it was no success. Null: there was none.
    #[schema(required)]
    status: Option<u32>,
}

/// Posts a message of type `ping` to a webhook at once, once. The webhook may be disabled.
#[utoipa::path(
    post,
    path = "/v1/application/webhooks/{id}/pings",
    tag = "application",
    params(("id" = String, Path, description = "The webhook's id.")),
    security(("apiKey" = [])),
    responses((status = 200, description = "What became of it.", body = Ping)),
)]
pub(crate) async fn send_test(
    State(gateway): State<Gateway>,
    caller: Caller,
    Segment(id): Segment,
) -> Result<axum::Json<Ping>, Problem> {
    let message = v1::SendTestRequest { webhook_id: id };
    let answer = gateway
        .ask(
            &caller,
            Retry::IfNeverSent,
            message,
            |mut upstream, request| async move { upstream.application.send_test(request).await },
        )
        .await?;
    Ok(axum::Json(Ping {
        delivered: answer.delivered,
        failure: non_empty(answer.failure),
        status: answer.status,
    }))
}
