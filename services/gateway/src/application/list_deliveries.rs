//! `GET /v1/application/deliveries`

use axum::extract::State;
use http::Uri;
use moelle_proto::v1;
use serde::Serialize;
use utoipa::ToSchema;

use crate::Problem;
use crate::extract::{Caller, page_size, query_texts, said, wrong};
use crate::gateway::{Gateway, Retry};
use crate::shape::{Delivery, DeliveryState, Word as _, non_empty};

/// Deliveries in a page, at most.
const DELIVERIES_MAX: u32 = 100;

/// A page of deliveries.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DeliveryPage {
    /// The deliveries, the newest first.
    deliveries: Vec<Delivery>,
    /// What `page` takes for the next page. Null: there are no more.
    #[schema(required)]
    next_page: Option<String>,
}

/// Lists what webhooks were told, and what waits for them: the newest first.
#[utoipa::path(
    get,
    path = "/v1/application/deliveries",
    tag = "application",
    params(
        ("state" = Option<DeliveryState>, Query, description = "In this state."),
        ("webhook" = Option<String>, Query, description = "To the webhook with this id."),
        ("limit" = Option<u32>, Query, description = "Deliveries in a page: 1 to 100. Absent: 20.", minimum = 1, maximum = 100),
        ("page" = Option<String>, Query, description = "Where the page begins: the `nextPage` of the page before. Absent: with the newest."),
    ),
    security(("apiKey" = [])),
    responses((status = 200, description = "A page of deliveries.", body = DeliveryPage)),
)]
pub(crate) async fn list_deliveries(
    State(gateway): State<Gateway>,
    caller: Caller,
    uri: Uri,
) -> Result<axum::Json<DeliveryPage>, Problem> {
    let [state, webhook, limit, page] = query_texts(&uri, ["state", "webhook", "limit", "page"])?;
    let state = state.map(|state| {
        let words = DeliveryState::WORDS.join(", ");
        DeliveryState::of_word(&state)
            .ok_or_else(|| wrong("state", format!("`state` must be one of: {words}.")))
    });
    let message = v1::ListDeliveriesRequest {
        state: state.transpose()?.map_or(0, i32::from),
        webhook_id: said(webhook, "webhook")?,
        page_size: page_size(limit, DELIVERIES_MAX)?,
        page_token: said(page, "page")?,
    };
    let answer =
        gateway
            .ask(
                &caller,
                Retry::Always,
                message,
                |mut upstream, request| async move {
                    upstream.application.list_deliveries(request).await
                },
            )
            .await?;
    let deliveries = answer.deliveries.into_iter().map(Delivery::try_from);
    Ok(axum::Json(DeliveryPage {
        deliveries: deliveries.collect::<Result<_, _>>()?,
        next_page: non_empty(answer.next_page_token),
    }))
}
