//! `POST /v1/rules/replay`

use axum::extract::State;
use moelle_proto::error::Failure;
use moelle_proto::v1;
use moelle_proto::v1::replay_game_request::Source;
use serde::Serialize;
use utoipa::ToSchema;

use crate::Problem;
use crate::extract::{Caller, Json, JsonBody, wrong};
use crate::gateway::{Gateway, Retry};
use crate::shape::{
    BadAnswer, Identity, Mill, PositionState, Refusal, body_with_rules, mills, present,
};

body_with_rules! {
    /// A game to replay: turns from a start, or a record.
    #[schema(example = json!({"variant": "three", "turns": ["b2", "a3", "b1", "c1", "b3"]}))]
    pub(crate) struct ReplayBody {
        /// The position to start from. Absent: the start, white first to act.
        start: Option<String>,
        /// Whole turns or single actions, at most 20,000.
        turns: Option<Vec<String>>,
        /// A game record, at most 1 MiB of UTF-8. It says everything itself and excludes all other
        /// fields.
        record: Option<String>,
    }
}

/// A replay, and what is to be known of the position at its end.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReplayAnswer {
    /// Turns completed.
    plies: u32,
    /// The first refusal, where the replay stopped. Null: every turn was accepted.
    #[schema(required)]
    refusal: Option<ReplayRefusal>,
    /// The position that it started from.
    start: String,
    /// Every text that was accepted.
    steps: Vec<ReplayStep>,
    #[serde(flatten)]
    state: PositionState,
    #[serde(flatten)]
    identity: Identity,
}

/// One accepted text of a replay.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReplayStep {
    /// The turn or action.
    turn: String,
    /// The position after it.
    position: String,
    /// The mills that it closed, in index order.
    closed_mills: Vec<Mill>,
}

/// Where and why a replay stopped.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReplayRefusal {
    /// The index of the refused text in `turns`, 0 for the first.
    turn: u32,
    #[serde(flatten)]
    refusal: Refusal,
}

/// Replays a game from turns or from a record, with its history, up to the first turn that the
/// rules refuse.
#[utoipa::path(
    post,
    path = "/v1/rules/replay",
    tag = "rules",
    request_body = ReplayBody,
    responses((status = 200, description = "How far the game went.", body = ReplayAnswer)),
)]
pub(crate) async fn replay_game(
    State(gateway): State<Gateway>,
    caller: Caller,
    Json(body): Json<ReplayBody>,
) -> Result<axum::Json<ReplayAnswer>, Problem> {
    let message = v1::ReplayGameRequest {
        source: Some(body.into_wire()?),
    };
    let answer = gateway
        .ask(
            &caller,
            Retry::Always,
            message,
            |mut upstream, request| async move { upstream.rules.replay_game(request).await },
        )
        .await?;
    Ok(axum::Json(answer.try_into()?))
}

impl JsonBody for ReplayBody {
    const IS_LONG: bool = true;
}

impl ReplayBody {
    fn into_wire(mut self) -> Result<Source, Failure> {
        if let Some(record) = self.record.take() {
            return self.says_nothing_else().map(|()| Source::Record(record));
        }
        let rules = self.take_rules().into_wire("")?;
        let Some(turns) = self.turns else {
            return Err(wrong(
                "turns",
                "`turns` is missing. Give `turns` or `record`.",
            ));
        };
        Ok(Source::TurnList(v1::TurnList {
            rules: Some(rules),
            start: self.start,
            turns,
        }))
    }

    fn says_nothing_else(&self) -> Result<(), Failure> {
        let others = [
            ("variant", self.variant.is_some()),
            ("rules", self.rules.is_some()),
            ("options", self.options.is_some()),
            ("customRules", self.custom_rules.is_some()),
            ("start", self.start.is_some()),
            ("turns", self.turns.is_some()),
        ];
        match others.into_iter().find(|(_, given)| *given) {
            None => Ok(()),
            Some((field, _)) => Err(wrong(
                field,
                format!("`{field}` is excluded by `record`, which says it itself."),
            )),
        }
    }
}

impl TryFrom<v1::ReplayGameResponse> for ReplayAnswer {
    type Error = BadAnswer;

    fn try_from(response: v1::ReplayGameResponse) -> Result<Self, BadAnswer> {
        Ok(Self {
            plies: response.plies,
            refusal: response.refusal.map(ReplayRefusal::try_from).transpose()?,
            start: response.start,
            steps: response.steps.into_iter().map(ReplayStep::from).collect(),
            state: present(response.state, "state")?.try_into()?,
            identity: present(response.rules, "rules")?.into(),
        })
    }
}

impl From<v1::ReplayStep> for ReplayStep {
    fn from(step: v1::ReplayStep) -> Self {
        Self {
            turn: step.turn,
            position: step.position,
            closed_mills: mills(step.closed_mills),
        }
    }
}

impl TryFrom<v1::ReplayRefusal> for ReplayRefusal {
    type Error = BadAnswer;

    fn try_from(refusal: v1::ReplayRefusal) -> Result<Self, BadAnswer> {
        let turn = refusal.turn;
        Ok(Self {
            turn,
            refusal: present(refusal.refusal, "refusal")?.try_into()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(body: &str) -> Result<Source, Failure> {
        serde_json::from_str::<ReplayBody>(body)
            .expect("a body")
            .into_wire()
    }

    #[test]
    fn turns_or_a_record_but_not_both() {
        let record = source(r#"{"record":"1. d6 *"}"#).expect("a record");
        assert_eq!(record, Source::Record("1. d6 *".to_owned()));
        for (body, field) in [
            (r#"{"record":"x","turns":[]}"#, "turns"),
            (r#"{"record":"x","variant":"nine"}"#, "variant"),
            (r#"{"record":"x","customRules":false}"#, "customRules"),
            (r#"{"variant":"nine"}"#, "turns"),
            (r#"{"turns":[]}"#, "variant"),
            (r"{}", "variant"),
        ] {
            let failure = source(body).expect_err(body);
            assert_eq!(failure.violations()[0].field, field, "{body}");
        }
    }
}
