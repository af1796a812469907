//! `POST /v1/rules/describe`

use axum::extract::State;
use moelle_proto::v1;
use serde::Serialize;
use utoipa::ToSchema;

use crate::Problem;
use crate::extract::{Caller, Json, JsonBody};
use crate::gateway::{Gateway, Retry};
use crate::shape::{
    BadAnswer, BoardGeometry, Identity, RuleSelection, RuleSentence, RuleSet, present,
};

/// What a rule set is.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DescribeAnswer {
    #[serde(flatten)]
    identity: Identity,
    /// Every field.
    rules: RuleSet,
    /// The rules in words.
    rules_in_words: Vec<RuleSentence>,
    /// The board.
    board: BoardGeometry,
    /// The position that it starts from.
    start: String,
}

/// Describes any rule set: every field, its digest, and the rules in words.
#[utoipa::path(
    post,
    path = "/v1/rules/describe",
    tag = "rules",
    request_body = RuleSelection,
    responses((status = 200, description = "What the rule set is.", body = DescribeAnswer)),
)]
pub(crate) async fn describe_rule_set(
    State(gateway): State<Gateway>,
    caller: Caller,
    Json(body): Json<RuleSelection>,
) -> Result<axum::Json<DescribeAnswer>, Problem> {
    let message = v1::DescribeRuleSetRequest {
        rules: Some(body.into_wire("")?),
    };
    let answer = gateway
        .ask(
            &caller,
            Retry::Always,
            message,
            |mut upstream, request| async move { upstream.rules.describe_rule_set(request).await },
        )
        .await?;
    Ok(axum::Json(answer.try_into()?))
}

impl JsonBody for RuleSelection {}

impl TryFrom<v1::DescribeRuleSetResponse> for DescribeAnswer {
    type Error = BadAnswer;

    fn try_from(response: v1::DescribeRuleSetResponse) -> Result<Self, BadAnswer> {
        Ok(Self {
            identity: present(response.identity, "identity")?.into(),
            rules: present(response.rules, "rules")?.try_into()?,
            rules_in_words: response
                .rules_in_words
                .into_iter()
                .map(RuleSentence::from)
                .collect(),
            board: present(response.geometry, "geometry")?.try_into()?,
            start: response.start,
        })
    }
}
