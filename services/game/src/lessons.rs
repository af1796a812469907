//! `moelle.v1.LessonService`: a guide whose tasks are checked.

use moelle_lessons::{Answer, Lesson, Step};
use moelle_proto::error::{ErrorCode, Failure, FieldViolation};
use moelle_proto::v1;
use moelle_proto::v1::check_lesson_step_response::Answer as Told;
use moelle_proto::v1::lesson_service_server::LessonService;
use moelle_proto::wire::{Standing, identity, mills, refusal, state};
use moelle_words::{Language, lesson_legal};
use tonic::{Request, Response, Status};

use crate::rules::answer;

/// The service: it has no state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LessonApi;

#[tonic::async_trait]
impl LessonService for LessonApi {
    async fn list_lessons(
        &self,
        request: Request<v1::ListLessonsRequest>,
    ) -> Result<Response<v1::ListLessonsResponse>, Status> {
        answer(request, |_, language| {
            let lessons = moelle_lessons::lessons().iter();
            let lessons = lessons.map(|lesson| summary(lesson, language)).collect();
            Ok(v1::ListLessonsResponse { lessons })
        })
    }

    async fn get_lesson(
        &self,
        request: Request<v1::GetLessonRequest>,
    ) -> Result<Response<v1::GetLessonResponse>, Status> {
        answer(request, |request, language| {
            let lesson = found(&request.lesson)?;
            let steps = lesson.steps().iter().enumerate();
            let steps = steps.map(|(index, step)| told(lesson, index + 1, step, language));
            let lesson = v1::Lesson {
                summary: Some(summary(lesson, language)),
                steps: steps.collect(),
            };
            Ok(v1::GetLessonResponse {
                lesson: Some(lesson),
            })
        })
    }

    async fn check_lesson_step(
        &self,
        request: Request<v1::CheckLessonStepRequest>,
    ) -> Result<Response<v1::CheckLessonStepResponse>, Status> {
        answer(request, |request, language| check(&request, language))
    }
}

/// A turn that the rules refuse is an answer; only what makes no sense as a question fails.
fn check(
    request: &v1::CheckLessonStepRequest,
    language: Language,
) -> Result<v1::CheckLessonStepResponse, Failure> {
    let lesson = found(&request.lesson)?;
    let number = count_to_usize(request.step);
    let step = lesson.step(number).ok_or(ErrorCode::NotFound)?;
    let Some(checked) = step.check(&request.turn) else {
        return Err(Failure::of_fields(vec![FieldViolation {
            field: "step".to_owned(),
            code: ErrorCode::InvalidArgument,
            message: "The step has no task.".to_owned(),
        }]));
    };
    Ok(match checked {
        Answer::Played { right, played } => v1::CheckLessonStepResponse {
            correct: right,
            message: if right {
                lesson.step_text(number, language).right.unwrap_or_default()
            } else {
                lesson_legal(language)
            },
            answer: Some(Told::Accepted(v1::AcceptedTurn {
                state: Some(state(Standing::from(&played.position), language)),
                closed_mills: mills(played.closed),
            })),
        },
        Answer::Refused(illegal) => {
            let refusal = refusal(&illegal, language);
            v1::CheckLessonStepResponse {
                correct: false,
                message: refusal.message.clone(),
                answer: Some(Told::Refusal(refusal)),
            }
        }
    })
}

fn found(id: &str) -> Result<&'static Lesson, Failure> {
    moelle_lessons::find(id).ok_or_else(|| ErrorCode::NotFound.into())
}

fn summary(lesson: &Lesson, language: Language) -> v1::LessonSummary {
    let text = lesson.text(language);
    let tasks = lesson.steps().iter().filter(|step| step.goal().is_some());
    v1::LessonSummary {
        id: lesson.id().to_owned(),
        title: text.title,
        about: text.about,
        step_count: count(lesson.steps().len()),
        task_count: count(tasks.count()),
    }
}

fn told(lesson: &Lesson, number: usize, step: &Step, language: Language) -> v1::LessonStep {
    let text = lesson.step_text(number, language);
    let position = step.position();
    let variant = step.variant();
    v1::LessonStep {
        number: count(number),
        rules: Some(identity(Some(variant), &variant.rules())),
        state: Some(state(Standing::from(&position), language)),
        lit: step.lit().iter().map(|point| (*point).to_owned()).collect(),
        text: text.text,
        task: text.task.unwrap_or_default(),
    }
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn count_to_usize(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
