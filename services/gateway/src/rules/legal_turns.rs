//! `POST /v1/rules/legal-turns`

use axum::extract::State;
use moelle_proto::v1;
use serde::Serialize;
use utoipa::ToSchema;

use crate::Problem;
use crate::extract::{Caller, Json, JsonBody};
use crate::gateway::{Gateway, Retry};
use crate::shape::{BadAnswer, Identity, Mill, PositionState, body_with_rules, mills, present};

body_with_rules! {
    /// A position to list the legal turns of.
    pub(crate) struct LegalTurnsBody {
        /// The position. Absent: the start, white first to act.
        #[schema(example = "3/1w1/w1w/6/3/3/b2 w 6,8 0 0 4")]
        position: Option<String>,
    }
}

/// What the side to act may do, and what is to be known of the position.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LegalTurnsAnswer {
    /// Whole turns in byte order, the first 10,000 at most. Empty once the game is over.
    turns: Vec<String>,
    /// Whether there are more than `turns` holds.
    truncated: bool,
    /// The same by action, always whole.
    actions: LegalActions,
    #[serde(flatten)]
    state: PositionState,
    #[serde(flatten)]
    identity: Identity,
}

/// What the side to act may do next, action by action.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LegalActions {
    /// Points on which it may place, in index order.
    placements: Vec<LegalTarget>,
    /// Men that it may move, in index order.
    movements: Vec<LegalMovements>,
    /// Men that it may remove now, in index order; then nothing else is legal.
    removals: Vec<String>,
}

/// The movements of one man.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LegalMovements {
    /// Where the man stands.
    from: String,
    /// Where it may go, in index order.
    to: Vec<LegalTarget>,
}

/// Where an action may end, and what it earns.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LegalTarget {
    /// The point.
    point: String,
    /// The mills that the action closes, in index order.
    closed_mills: Vec<Mill>,
    /// Removals that it earns.
    removals_owed: u32,
    /// The men that may be removed first, in index order. What may be removed after that is worked
    /// out afresh: play the action, then ask again.
    removable: Vec<String>,
}

/// Lists the legal turns of a position, whole and grouped by action for a touch screen.
#[utoipa::path(
    post,
    path = "/v1/rules/legal-turns",
    tag = "rules",
    request_body = LegalTurnsBody,
    responses((status = 200, description = "What the side to act may do.", body = LegalTurnsAnswer)),
)]
pub(crate) async fn list_legal_turns(
    State(gateway): State<Gateway>,
    caller: Caller,
    Json(mut body): Json<LegalTurnsBody>,
) -> Result<axum::Json<LegalTurnsAnswer>, Problem> {
    let message = v1::ListLegalTurnsRequest {
        rules: Some(body.take_rules().into_wire("")?),
        position: body.position,
    };
    let answer = gateway
        .ask(
            &caller,
            Retry::Always,
            message,
            |mut upstream, request| async move { upstream.rules.list_legal_turns(request).await },
        )
        .await?;
    Ok(axum::Json(answer.try_into()?))
}

impl JsonBody for LegalTurnsBody {}

impl TryFrom<v1::ListLegalTurnsResponse> for LegalTurnsAnswer {
    type Error = BadAnswer;

    fn try_from(response: v1::ListLegalTurnsResponse) -> Result<Self, BadAnswer> {
        Ok(Self {
            turns: response.turns,
            truncated: response.truncated,
            actions: present(response.actions, "actions")?.into(),
            state: present(response.state, "state")?.try_into()?,
            identity: present(response.rules, "rules")?.into(),
        })
    }
}

impl From<v1::LegalActions> for LegalActions {
    fn from(actions: v1::LegalActions) -> Self {
        Self {
            placements: actions
                .placements
                .into_iter()
                .map(LegalTarget::from)
                .collect(),
            movements: actions
                .movements
                .into_iter()
                .map(LegalMovements::from)
                .collect(),
            removals: actions.removals,
        }
    }
}

impl From<v1::LegalMovements> for LegalMovements {
    fn from(movements: v1::LegalMovements) -> Self {
        let to = movements.to.into_iter().map(LegalTarget::from).collect();
        Self {
            from: movements.from,
            to,
        }
    }
}

impl From<v1::LegalTarget> for LegalTarget {
    fn from(target: v1::LegalTarget) -> Self {
        Self {
            point: target.point,
            closed_mills: mills(target.closed_mills),
            removals_owed: target.removals_owed,
            removable: target.removable,
        }
    }
}
