//! `GET /v1/lessons/{id}`

use axum::extract::State;
use axum::response::IntoResponse;
use moelle_proto::v1;
use serde::Serialize;
use utoipa::ToSchema;

use super::LessonSummary;
use crate::Problem;
use crate::extract::{Caller, Segment};
use crate::gateway::{Gateway, Retry};
use crate::rules::KEPT_FOR_AN_HOUR;
use crate::shape::{BadAnswer, Identity, PositionState, non_empty, present};

/// A lesson.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Lesson {
    #[serde(flatten)]
    summary: LessonSummary,
    /// Its steps, in their order.
    steps: Vec<LessonStep>,
}

/// A step of a lesson.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LessonStep {
    /// Its number, 1 for the first.
    number: u32,
    /// What the step says.
    text: String,
    /// What the reader is to do. Null: the step is only read.
    #[schema(required)]
    task: Option<String>,
    /// The points that the text speaks of.
    #[schema(example = json!(["d6", "d5"]))]
    lit: Vec<String>,
    #[serde(flatten)]
    state: PositionState,
    #[serde(flatten)]
    identity: Identity,
}

/// Reads a lesson with all its steps.
#[utoipa::path(
    get,
    path = "/v1/lessons/{id}",
    tag = "lessons",
    params(("id" = String, Path, description = "The lesson's id.", example = "double-mill")),
    responses(
        (status = 200, description = "The lesson.", body = Lesson),
        (status = 404, description = "There is no such lesson.", body = crate::ProblemDocument,
            content_type = "application/problem+json"),
    ),
)]
pub(crate) async fn get_lesson(
    State(gateway): State<Gateway>,
    caller: Caller,
    Segment(lesson): Segment,
) -> Result<impl IntoResponse, Problem> {
    let answer = gateway
        .ask(
            &caller,
            Retry::Always,
            v1::GetLessonRequest { lesson },
            |mut upstream, request| async move { upstream.lessons.get_lesson(request).await },
        )
        .await?;
    let lesson: Lesson = present(answer.lesson, "lesson")?.try_into()?;
    Ok((KEPT_FOR_AN_HOUR, axum::Json(lesson)))
}

impl TryFrom<v1::Lesson> for Lesson {
    type Error = BadAnswer;

    fn try_from(lesson: v1::Lesson) -> Result<Self, BadAnswer> {
        let steps = lesson.steps.into_iter().map(LessonStep::try_from);
        Ok(Self {
            summary: present(lesson.summary, "lesson.summary")?.into(),
            steps: steps.collect::<Result<_, _>>()?,
        })
    }
}

impl TryFrom<v1::LessonStep> for LessonStep {
    type Error = BadAnswer;

    fn try_from(step: v1::LessonStep) -> Result<Self, BadAnswer> {
        Ok(Self {
            number: step.number,
            text: step.text,
            task: non_empty(step.task),
            lit: step.lit,
            state: present(step.state, "step.state")?.try_into()?,
            identity: present(step.rules, "step.rules")?.into(),
        })
    }
}
