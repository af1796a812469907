//! The guide over gRPC: what an application reads, asks and is told.

use moelle_proto::error::ErrorCode;
use moelle_proto::v1;
use moelle_proto::v1::check_lesson_step_response::Answer;
use moelle_proto::v1::lesson_service_client::LessonServiceClient;
use tonic::transport::Channel;
use tonic::{Request, Status};

use crate::support::grpc::failure;
use crate::support::stack::Stack;

const LANGUAGES: [&str; 4] = ["en", "da", "nb", "de"];

fn in_language<Q>(message: Q, language: &str) -> Request<Q> {
    let mut request = Request::new(message);
    let language = language.parse().expect("metadata");
    request.metadata_mut().insert("accept-language", language);
    request
}

async fn lesson(client: &mut LessonServiceClient<Channel>, id: &str, language: &str) -> v1::Lesson {
    let request = v1::GetLessonRequest {
        lesson: id.to_owned(),
    };
    let answer = client.get_lesson(in_language(request, language)).await;
    let lesson = answer.expect("a lesson").into_inner().lesson;
    lesson.expect("a lesson")
}

async fn check(
    client: &mut LessonServiceClient<Channel>,
    lesson: &str,
    step: u32,
    turn: &str,
) -> Result<v1::CheckLessonStepResponse, Status> {
    let request = v1::CheckLessonStepRequest {
        lesson: lesson.to_owned(),
        step,
        turn: turn.to_owned(),
    };
    let answer = client.check_lesson_step(request).await?;
    Ok(answer.into_inner())
}

#[tokio::test(flavor = "multi_thread")]
async fn every_lesson_is_read_in_every_language() {
    let stack = Stack::on_sqlite().await;
    let mut client = stack.lessons();
    let list = client.list_lessons(v1::ListLessonsRequest {}).await;
    let lessons = list.expect("the lessons").into_inner().lessons;
    assert!(lessons.len() > 10, "{lessons:?}");
    for summary in lessons {
        let mut told = Vec::new();
        for language in LANGUAGES {
            let lesson = lesson(&mut client, &summary.id, language).await;
            let tasks = lesson.steps.iter().filter(|step| !step.task.is_empty());
            assert_eq!(tasks.count(), summary.task_count as usize, "{}", summary.id);
            assert_eq!(lesson.steps.len(), summary.step_count as usize);
            for (index, step) in lesson.steps.iter().enumerate() {
                assert_eq!(step.number as usize, index + 1, "{}", summary.id);
                assert!(step.state.is_some() && !step.text.is_empty(), "{step:?}");
            }
            told.push(lesson.steps[0].text.clone());
        }
        told.sort();
        told.dedup();
        assert_eq!(told.len(), LANGUAGES.len(), "{}: {told:?}", summary.id);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_is_right_or_legal_or_refused_with_the_reason() {
    let stack = Stack::on_sqlite().await;
    let mut client = stack.lessons();
    let right = check(&mut client, "mill", 1, "g7").await.expect("checked");
    assert!(right.correct && !right.message.is_empty(), "{right:?}");
    let Some(Answer::Accepted(accepted)) = right.answer else {
        panic!("not accepted: {right:?}")
    };
    assert_eq!(accepted.closed_mills[0].points, ["a7", "d7", "g7"]);

    let other = check(&mut client, "mill", 1, "a1").await.expect("checked");
    assert!(!other.correct && !other.message.is_empty(), "{other:?}");
    assert!(
        matches!(other.answer, Some(Answer::Accepted(_))),
        "legal, but not what was asked: {other:?}"
    );

    let refused = check(&mut client, "mill", 1, "a7").await.expect("checked");
    assert!(!refused.correct, "{refused:?}");
    let Some(Answer::Refusal(refusal)) = refused.answer else {
        panic!("not refused: {refused:?}")
    };
    assert_eq!(refusal.reason(), v1::RefusalReason::PointOccupied);
    assert_eq!(refusal.message, refused.message);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_task_is_said_to_be_none() {
    let stack = Stack::on_sqlite().await;
    let mut client = stack.lessons();
    for (lesson, step, code) in [
        ("none", 1, ErrorCode::NotFound),
        ("mill", 0, ErrorCode::NotFound),
        ("mill", 99, ErrorCode::NotFound),
        ("board", 1, ErrorCode::InvalidArgument),
    ] {
        let status = check(&mut client, lesson, step, "a7").await;
        let status = status.expect_err("no task");
        assert_eq!(failure(&status).code(), code, "{lesson} {step}");
    }
}
