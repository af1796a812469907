//! `GET /v1/lessons`

use axum::extract::State;
use axum::response::IntoResponse;
use moelle_proto::v1;
use serde::Serialize;
use utoipa::ToSchema;

use super::LessonSummary;
use crate::Problem;
use crate::extract::Caller;
use crate::gateway::{Gateway, Retry};
use crate::rules::KEPT_FOR_AN_HOUR;

/// The lessons.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LessonList {
    /// In the order in which they are learnt.
    lessons: Vec<LessonSummary>,
}

/// Lists the lessons of the guide.
#[utoipa::path(
    get,
    path = "/v1/lessons",
    tag = "lessons",
    responses((status = 200, description = "The lessons.", body = LessonList)),
)]
pub(crate) async fn list_lessons(
    State(gateway): State<Gateway>,
    caller: Caller,
) -> Result<impl IntoResponse, Problem> {
    let answer = gateway
        .ask(
            &caller,
            Retry::Always,
            v1::ListLessonsRequest {},
            |mut upstream, request| async move { upstream.lessons.list_lessons(request).await },
        )
        .await?;
    let lessons = answer
        .lessons
        .into_iter()
        .map(LessonSummary::from)
        .collect();
    Ok((KEPT_FOR_AN_HOUR, axum::Json(LessonList { lessons })))
}
