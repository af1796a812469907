//! `POST /v1/rules/check-turn`

use axum::extract::State;
use moelle_proto::error::Failure;
use moelle_proto::v1;
use moelle_proto::v1::check_turn_response::Answer;
use serde::Serialize;
use utoipa::ToSchema;

use crate::Problem;
use crate::extract::{Caller, Json, JsonBody};
use crate::gateway::{Gateway, Retry};
use crate::shape::{
    BadAnswer, Identity, Mill, PositionState, Refusal, body_with_rules, mills, present,
};

body_with_rules! {
    /// A turn to check.
    pub(crate) struct CheckTurnBody {
        /// The position. Absent: the start, white first to act.
        #[schema(example = "3/1w1/w1w/6/3/3/b2 w 6,8 0 0 4")]
        position: Option<String>,
        /// A whole turn, one action, or removals that are owed.
        #[schema(example = "d5xa1")]
        turn: String,
    }
}

/// Whether a turn is legal.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum CheckTurnAnswer {
    /// It is.
    Accepted(Box<AcceptedTurn>),
    /// It is not, and nothing changed.
    Refused(Box<RefusedTurn>),
}

/// A turn that is legal: the position after it, and what is to be known of that.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AcceptedTurn {
    /// True.
    #[schema(example = true)]
    accepted: bool,
    /// The mills that it closed, in index order.
    closed_mills: Vec<Mill>,
    #[serde(flatten)]
    state: PositionState,
    #[serde(flatten)]
    identity: Identity,
}

/// A turn that is not legal.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RefusedTurn {
    /// False.
    #[schema(example = false)]
    accepted: bool,
    /// Why.
    refusal: Refusal,
    #[serde(flatten)]
    identity: Identity,
}

/// Says whether a turn is legal in a position, and what follows from it.
///
/// There is no history here, so that repetition ends nothing. A turn that the rules refuse is an
/// answer, not an error.
#[utoipa::path(
    post,
    path = "/v1/rules/check-turn",
    tag = "rules",
    request_body = CheckTurnBody,
    responses((status = 200, description = "Whether the turn is legal.", body = CheckTurnAnswer)),
)]
pub(crate) async fn check_turn(
    State(gateway): State<Gateway>,
    caller: Caller,
    Json(body): Json<CheckTurnBody>,
) -> Result<axum::Json<CheckTurnAnswer>, Problem> {
    let message = body.into_wire()?;
    let answer = gateway
        .ask(
            &caller,
            Retry::Always,
            message,
            |mut upstream, request| async move { upstream.rules.check_turn(request).await },
        )
        .await?;
    Ok(axum::Json(answer.try_into()?))
}

impl JsonBody for CheckTurnBody {}

impl CheckTurnBody {
    /// The body as a message.
    pub(crate) fn into_wire(mut self) -> Result<v1::CheckTurnRequest, Failure> {
        Ok(v1::CheckTurnRequest {
            rules: Some(self.take_rules().into_wire("")?),
            position: self.position,
            turn: self.turn,
        })
    }
}

impl TryFrom<v1::CheckTurnResponse> for CheckTurnAnswer {
    type Error = BadAnswer;

    fn try_from(response: v1::CheckTurnResponse) -> Result<Self, BadAnswer> {
        let identity = present(response.rules, "rules")?.into();
        Ok(match present(response.answer, "answer")? {
            Answer::Accepted(turn) => Self::Accepted(Box::new(AcceptedTurn {
                accepted: true,
                closed_mills: mills(turn.closed_mills),
                state: present(turn.state, "state")?.try_into()?,
                identity,
            })),
            Answer::Refusal(refusal) => Self::Refused(Box::new(RefusedTurn {
                accepted: false,
                refusal: refusal.try_into()?,
                identity,
            })),
        })
    }
}
