//! `POST /v1/rules/compare` and `GET /v1/variants/{id}/compare/{other}`

use axum::extract::State;
use axum::response::IntoResponse;
use http::StatusCode;
use moelle_proto::error::ErrorCode;
use moelle_proto::v1;
use moelle_proto::v1::rule_set_selection::Base;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::KEPT_FOR_AN_HOUR;
use crate::Problem;
use crate::case::lower_camel;
use crate::extract::{Caller, Json, JsonBody, Segments};
use crate::gateway::{Gateway, Retry};
use crate::shape::{BadAnswer, FieldValue, Identity, Object, RuleSelection, non_empty, present};

/// Two rule sets to compare.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "an object")]
#[schema(example = json!({
    "left": {"variant": "nine"},
    "right": {"variant": "nine", "options": {"flyAt": 0}},
}))]
pub(crate) struct CompareBody {
    /// The one.
    #[schema(value_type = RuleSelection)]
    left: Object<RuleSelection>,
    /// The other.
    #[schema(value_type = RuleSelection)]
    right: Object<RuleSelection>,
}

/// How two rule sets differ.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CompareAnswer {
    /// The left rule set.
    left: Identity,
    /// The right rule set.
    right: Identity,
    /// The fields that differ. Empty: the two are the same rule set.
    differences: Vec<FieldDifference>,
    /// Every row of a table that shows the two side by side to people.
    rows: Vec<ComparisonRow>,
}

/// A field in which two rule sets differ.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FieldDifference {
    /// The field, as it is written in `options`.
    #[schema(example = "flyAt")]
    field: String,
    /// Its value on the left. Null: the rule set has no such field.
    #[schema(required)]
    left: Option<FieldValue>,
    /// Its value on the right.
    #[schema(required)]
    right: Option<FieldValue>,
    /// The difference in words.
    text: String,
}

/// A row of the table for people.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ComparisonRow {
    /// What it is about.
    #[schema(example = "men")]
    topic: String,
    /// What the row is called.
    name: String,
    /// What the left rule set says.
    left: String,
    /// What the right rule set says.
    right: String,
    /// Whether the two say the same.
    same: bool,
}

/// Says how one rule set differs from another, field by field and in words.
#[utoipa::path(
    post,
    path = "/v1/rules/compare",
    tag = "rules",
    request_body = CompareBody,
    responses((status = 200, description = "How the two differ.", body = CompareAnswer)),
)]
pub(crate) async fn compare_rule_sets(
    State(gateway): State<Gateway>,
    caller: Caller,
    Json(body): Json<CompareBody>,
) -> Result<axum::Json<CompareAnswer>, Problem> {
    let message = v1::CompareRuleSetsRequest {
        left: Some(body.left.0.into_wire("left.")?),
        right: Some(body.right.0.into_wire("right.")?),
    };
    compare(&gateway, &caller, message).await
}

/// Says how one variant differs from another, field by field and in words.
#[utoipa::path(
    get,
    path = "/v1/variants/{id}/compare/{other}",
    tag = "variants",
    params(
        ("id" = String, Path, description = "The variant on the left.", example = "nine"),
        ("other" = String, Path, description = "The variant on the right.", example = "twelve"),
    ),
    responses(
        (status = 200, description = "How the two differ.", body = CompareAnswer),
        (status = 404, description = "There is no such variant.", body = crate::ProblemDocument,
            content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn compare_variants(
    State(gateway): State<Gateway>,
    caller: Caller,
    Segments(left, right): Segments,
) -> Result<impl IntoResponse, Problem> {
    let message = v1::CompareRuleSetsRequest {
        left: Some(variant(left)),
        right: Some(variant(right)),
    };
    let answer = compare(&gateway, &caller, message).await.map_err(absent)?;
    Ok((KEPT_FOR_AN_HOUR, answer))
}

async fn compare(
    gateway: &Gateway,
    caller: &Caller,
    message: v1::CompareRuleSetsRequest,
) -> Result<axum::Json<CompareAnswer>, Problem> {
    let answer = gateway
        .ask(
            caller,
            Retry::Always,
            message,
            |mut upstream, request| async move { upstream.rules.compare_rule_sets(request).await },
        )
        .await?;
    Ok(axum::Json(answer.try_into()?))
}

/// A variant that the path names and that there is not is a page that there is not.
pub(super) fn absent(problem: Problem) -> Problem {
    if problem.code() == ErrorCode::UnknownVariant {
        problem.with_status(StatusCode::NOT_FOUND)
    } else {
        problem
    }
}

fn variant(name: String) -> v1::RuleSetSelection {
    v1::RuleSetSelection {
        base: Some(Base::Variant(name)),
        ..v1::RuleSetSelection::default()
    }
}

impl JsonBody for CompareBody {}

impl TryFrom<v1::CompareRuleSetsResponse> for CompareAnswer {
    type Error = BadAnswer;

    fn try_from(response: v1::CompareRuleSetsResponse) -> Result<Self, BadAnswer> {
        Ok(Self {
            left: present(response.left, "left")?.into(),
            right: present(response.right, "right")?.into(),
            differences: response
                .differences
                .into_iter()
                .map(FieldDifference::from)
                .collect(),
            rows: response.rows.into_iter().map(ComparisonRow::from).collect(),
        })
    }
}

impl From<v1::FieldDifference> for FieldDifference {
    fn from(difference: v1::FieldDifference) -> Self {
        let value = |text: String| non_empty(text).map(|text| FieldValue::of_text(&text));
        Self {
            field: lower_camel(&difference.field),
            left: value(difference.left),
            right: value(difference.right),
            text: difference.text,
        }
    }
}

impl From<v1::ComparisonRow> for ComparisonRow {
    fn from(row: v1::ComparisonRow) -> Self {
        Self {
            topic: row.topic,
            name: row.name,
            left: row.left,
            right: row.right,
            same: row.same,
        }
    }
}
