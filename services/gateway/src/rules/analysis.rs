//! `POST /v1/rules/analysis`

use axum::extract::State;
use moelle_proto::v1;
use serde::Serialize;
use utoipa::ToSchema;

use crate::Problem;
use crate::extract::{Caller, Json, JsonBody};
use crate::gateway::{Gateway, Retry};
use crate::shape::{
    BadAnswer, Flying, Identity, Mill, Phase, PositionState, body_with_rules, mills, present,
};

body_with_rules! {
    /// A position to analyse.
    pub(crate) struct AnalysisBody {
        /// The position. Absent: the start, white first to act.
        #[schema(example = "3/1w1/w1w/6/3/3/b2 w 6,8 0 0 4")]
        position: Option<String>,
    }
}

/// What matters in a position.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AnalysisAnswer {
    /// White.
    white: SideAnalysis,
    /// Black.
    black: SideAnalysis,
    #[serde(flatten)]
    state: PositionState,
    #[serde(flatten)]
    identity: Identity,
}

/// What matters for one side.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SideAnalysis {
    /// Its phase were it to act.
    phase: Phase,
    /// Its mills.
    mills: Vec<Mill>,
    /// Points where it could close a mill if it were to act next, in index order.
    closing_points: Vec<String>,
    /// Its double mills.
    double_mills: Vec<DoubleMill>,
    /// Placements and movements that it would have, removals not counted.
    mobility: u32,
    /// Its men on the board that cannot move, in index order.
    blocked_men: Vec<String>,
    /// Its men that the opponent could remove, were one owed, in index order.
    exposed_men: Vec<String>,
    /// Whether it flies, and why.
    flying: Flying,
}

/// A man that can shuttle between two mills, so that every turn closes one.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DoubleMill {
    /// Where the man stands.
    man: String,
    /// Where it goes to close the other mill.
    to: String,
    /// The mill that it stands in, or closes on its return.
    opens: Mill,
    /// The mill that it closes by going.
    closes: Mill,
}

/// Says what matters in a position: mills, threats, double mills, mobility, blocked men.
#[utoipa::path(
    post,
    path = "/v1/rules/analysis",
    tag = "rules",
    request_body = AnalysisBody,
    responses((status = 200, description = "What matters in the position.", body = AnalysisAnswer)),
)]
pub(crate) async fn analyze_position(
    State(gateway): State<Gateway>,
    caller: Caller,
    Json(mut body): Json<AnalysisBody>,
) -> Result<axum::Json<AnalysisAnswer>, Problem> {
    let message = v1::AnalyzePositionRequest {
        rules: Some(body.take_rules().into_wire("")?),
        position: body.position,
    };
    let answer = gateway
        .ask(
            &caller,
            Retry::Always,
            message,
            |mut upstream, request| async move { upstream.rules.analyze_position(request).await },
        )
        .await?;
    Ok(axum::Json(answer.try_into()?))
}

impl JsonBody for AnalysisBody {}

impl TryFrom<v1::AnalyzePositionResponse> for AnalysisAnswer {
    type Error = BadAnswer;

    fn try_from(response: v1::AnalyzePositionResponse) -> Result<Self, BadAnswer> {
        Ok(Self {
            white: present(response.white, "white")?.try_into()?,
            black: present(response.black, "black")?.try_into()?,
            state: present(response.state, "state")?.try_into()?,
            identity: present(response.rules, "rules")?.into(),
        })
    }
}

impl TryFrom<v1::SideAnalysis> for SideAnalysis {
    type Error = BadAnswer;

    fn try_from(side: v1::SideAnalysis) -> Result<Self, BadAnswer> {
        let double_mills = side.double_mills.into_iter().map(DoubleMill::try_from);
        Ok(Self {
            phase: side.phase.try_into()?,
            mills: mills(side.mills),
            closing_points: side.closing_points,
            double_mills: double_mills.collect::<Result<_, _>>()?,
            mobility: side.mobility,
            blocked_men: side.blocked_men,
            exposed_men: side.exposed_men,
            flying: present(side.flying, "flying")?.try_into()?,
        })
    }
}

impl TryFrom<v1::DoubleMill> for DoubleMill {
    type Error = BadAnswer;

    fn try_from(double: v1::DoubleMill) -> Result<Self, BadAnswer> {
        Ok(Self {
            man: double.man,
            to: double.to,
            opens: present(double.opens, "opens")?.into(),
            closes: present(double.closes, "closes")?.into(),
        })
    }
}
