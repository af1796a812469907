//! `GET /v1/variants`

use axum::extract::State;
use axum::response::IntoResponse;
use moelle_proto::v1;
use serde::Serialize;
use utoipa::ToSchema;

use super::KEPT_FOR_AN_HOUR;
use crate::Problem;
use crate::extract::Caller;
use crate::gateway::{Gateway, Retry};
use crate::shape::Variant;

/// Every variant.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct VariantsAnswer {
    /// The variants.
    variants: Vec<Variant>,
}

/// Lists every variant with its board, rule set and options, for machines and for people.
#[utoipa::path(
    get,
    path = "/v1/variants",
    tag = "variants",
    responses((status = 200, description = "Every variant.", body = VariantsAnswer)),
)]
pub(crate) async fn list_variants(
    State(gateway): State<Gateway>,
    caller: Caller,
) -> Result<impl IntoResponse, Problem> {
    let message = v1::ListVariantsRequest {};
    let answer = gateway
        .ask(
            &caller,
            Retry::Always,
            message,
            |mut upstream, request| async move { upstream.rules.list_variants(request).await },
        )
        .await?;
    let variants = answer
        .variants
        .into_iter()
        .map(Variant::try_from)
        .collect::<Result<_, _>>()?;
    Ok((KEPT_FOR_AN_HOUR, axum::Json(VariantsAnswer { variants })))
}
