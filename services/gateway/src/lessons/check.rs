//! `POST /v1/lessons/{id}/steps/{number}/check`

use axum::extract::State;
use moelle_proto::error::ErrorCode;
use moelle_proto::v1;
use moelle_proto::v1::check_lesson_step_response::Answer;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Problem;
use crate::extract::{Caller, Json, JsonBody, Segments};
use crate::gateway::{Gateway, Retry};
use crate::shape::{BadAnswer, Mill, PositionState, Refusal, mills, present};

/// An answer to the task of a step.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "an object")]
#[schema(example = json!({"turn": "d6-d5"}))]
pub(crate) struct CheckStepBody {
    /// A whole turn, one action, or removals that are owed.
    turn: String,
}

/// Whether the answer is right.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum CheckStepAnswer {
    /// It is legal.
    Accepted(Box<AcceptedAnswer>),
    /// The rules refuse it.
    Refused(RefusedAnswer),
}

/// A legal answer, and the position after it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AcceptedAnswer {
    /// Whether it does what the task asks for.
    correct: bool,
    /// The same for people.
    message: String,
    /// True.
    #[schema(example = true)]
    accepted: bool,
    /// The mills that it closed, in index order.
    closed_mills: Vec<Mill>,
    #[serde(flatten)]
    state: PositionState,
}

/// An answer that the rules refuse.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RefusedAnswer {
    /// False.
    #[schema(example = false)]
    correct: bool,
    /// Why, for people.
    message: String,
    /// False.
    #[schema(example = false)]
    accepted: bool,
    /// Why.
    refusal: Refusal,
}

/// Checks the answer to the task of a step. A wrong one is an answer, not an error.
#[utoipa::path(
    post,
    path = "/v1/lessons/{id}/steps/{number}/check",
    tag = "lessons",
    params(
        ("id" = String, Path, description = "The lesson's id.", example = "moving"),
        ("number" = u32, Path, description = "The step's number, 1 for the first.", example = 1),
    ),
    request_body = CheckStepBody,
    responses(
        (status = 200, description = "Whether the answer is right.", body = CheckStepAnswer),
        (status = 400, description = "The step has no task.", body = crate::ProblemDocument,
            content_type = "application/problem+json"),
        (status = 404, description = "There is no such step.", body = crate::ProblemDocument,
            content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn check_lesson_step(
    State(gateway): State<Gateway>,
    caller: Caller,
    Segments(lesson, number): Segments,
    Json(body): Json<CheckStepBody>,
) -> Result<axum::Json<CheckStepAnswer>, Problem> {
    let message = v1::CheckLessonStepRequest {
        lesson,
        step: number.parse().map_err(|_| ErrorCode::NotFound)?,
        turn: body.turn,
    };
    let answer = gateway
        .ask(
            &caller,
            Retry::Always,
            message,
            |mut upstream, request| async move { upstream.lessons.check_lesson_step(request).await },
        )
        .await?;
    Ok(axum::Json(answer.try_into()?))
}

impl JsonBody for CheckStepBody {}

impl TryFrom<v1::CheckLessonStepResponse> for CheckStepAnswer {
    type Error = BadAnswer;

    fn try_from(response: v1::CheckLessonStepResponse) -> Result<Self, BadAnswer> {
        let v1::CheckLessonStepResponse {
            correct,
            message,
            answer,
        } = response;
        Ok(match present(answer, "answer")? {
            Answer::Accepted(turn) => Self::Accepted(Box::new(AcceptedAnswer {
                correct,
                message,
                accepted: true,
                closed_mills: mills(turn.closed_mills),
                state: present(turn.state, "state")?.try_into()?,
            })),
            Answer::Refusal(refusal) => Self::Refused(RefusedAnswer {
                correct: false,
                message,
                accepted: false,
                refusal: refusal.try_into()?,
            }),
        })
    }
}
