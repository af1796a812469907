//! The guide: one file an endpoint.

pub(crate) mod check;
pub(crate) mod lesson;
pub(crate) mod list;

use serde::Serialize;
use utoipa::ToSchema;

/// What a lesson is about.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LessonSummary {
    /// Its id in requests.
    #[schema(example = "double-mill")]
    id: String,
    /// What it is called.
    title: String,
    /// What it is about, in a few words.
    about: String,
    /// How many steps it has.
    step_count: u32,
    /// How many of them have a task.
    task_count: u32,
}

impl From<moelle_proto::v1::LessonSummary> for LessonSummary {
    fn from(summary: moelle_proto::v1::LessonSummary) -> Self {
        Self {
            id: summary.id,
            title: summary.title,
            about: summary.about,
            step_count: summary.step_count,
            task_count: summary.task_count,
        }
    }
}
