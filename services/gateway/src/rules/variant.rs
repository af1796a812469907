//! `GET /v1/variants/{id}`

use axum::extract::State;
use axum::response::IntoResponse;
use moelle_proto::v1;

use super::KEPT_FOR_AN_HOUR;
use super::compare::absent;
use crate::Problem;
use crate::extract::{Caller, Segment};
use crate::gateway::{Gateway, Retry};
use crate::shape::{Variant, present};

/// Describes one variant.
#[utoipa::path(
    get,
    path = "/v1/variants/{id}",
    tag = "variants",
    params(("id" = String, Path, description = "The variant's name.", example = "nine")),
    responses(
        (status = 200, description = "The variant.", body = Variant),
        (status = 404, description = "There is no such variant.", body = crate::ProblemDocument,
            content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn get_variant(
    State(gateway): State<Gateway>,
    caller: Caller,
    Segment(variant): Segment,
) -> Result<impl IntoResponse, Problem> {
    let message = v1::GetVariantRequest { variant };
    let answer = gateway
        .ask(
            &caller,
            Retry::Always,
            message,
            |mut upstream, request| async move { upstream.rules.get_variant(request).await },
        )
        .await
        .map_err(|failure| absent(failure.into()))?;
    let variant: Variant = present(answer.variant, "variant")?.try_into()?;
    Ok((KEPT_FOR_AN_HOUR, axum::Json(variant)))
}
