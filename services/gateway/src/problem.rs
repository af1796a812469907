//! Failures as `application/problem+json` (RFC 9457).

use std::sync::Arc;
use std::time::Duration;

use axum::response::{IntoResponse, Response};
use http::header::{
    CACHE_CONTROL, CONTENT_LANGUAGE, CONTENT_LENGTH, CONTENT_TYPE, RETRY_AFTER, VARY,
    WWW_AUTHENTICATE,
};
use http::{HeaderValue, StatusCode};
use moelle_proto::error::{ErrorCode, Failure, FieldViolation, LogLevel};
use moelle_words::Language;
use serde::Serialize;
use tonic::Status;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use crate::case::rest_field;
use crate::shape::{BadAnswer, Game};

/// The content type of every failure.
pub(crate) const PROBLEM_JSON: &str = "application/problem+json";

/// Characters of a text for people. Whatever is repeated of a request, its answer stays short.
const TEXT_CHARS_MAX: usize = 1_000;
/// Characters of the name of a field.
const FIELD_CHARS_MAX: usize = 200;
/// Fields that are told to be wrong; those beyond are left out.
const ERRORS_MAX: usize = 32;

/// A request that failed: what is to be answered, whatever went wrong.
#[derive(Debug)]
pub(crate) struct Problem {
    failure: Box<Failure>,
    status: StatusCode,
}

/// The document that says why a request failed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Problem, example = json!({
    "type": "/problems/man_in_mill",
    "title": "The man stands in a mill",
    "status": 422,
    "detail": "The man on a7 stands in a mill, and others do not.",
    "reason": "man_in_mill",
    "errors": [],
    "traceId": "0af7651916cd43dd8448eb211c80319c",
    "action": 1,
    "point": "a7",
}))]
pub(crate) struct ProblemDocument {
    /// The kind of problem, the same for every one of its kind: `/problems/` and the reason.
    pub(crate) r#type: String,
    /// The kind in a few English words.
    pub(crate) title: &'static str,
    /// The HTTP status.
    pub(crate) status: u16,
    /// What is wrong this time, for people, in the language that the caller accepts.
    pub(crate) detail: String,
    /// The reason for machines.
    #[schema(value_type = Reason)]
    pub(crate) reason: &'static str,
    /// The fields of the request that are wrong.
    pub(crate) errors: Vec<FieldProblem>,
    /// The trace of the request, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) trace_id: Option<String>,
    /// Of a refused turn: the action that failed, 0 for the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) action: Option<u32>,
    /// Of a refused turn: the point that it is about. Null for `bad_notation`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub(crate) point: Option<PointOrNull>,
    /// Of a stale revision: the revision that the game is at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) current_revision: Option<u64>,
    /// The game as it stands, where that helps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) game: Option<Box<Game>>,
}

/// The reasons of failures, for the document of the API.
pub(crate) struct Reason;

impl PartialSchema for Reason {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .enum_values(Some(ErrorCode::all().map(ErrorCode::reason)))
            .description(Some("Why a request failed. `GET /problems` tells of each."))
            .into()
    }
}

impl ToSchema for Reason {}

/// The point that a refusal is about, or null where it is about none.
#[derive(Debug, Serialize)]
pub(crate) struct PointOrNull(Option<String>);

/// A field of a request that is wrong.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FieldProblem {
    /// The field, with dots for the way to it: `options.flyAt`; or the name of a header.
    pub(crate) field: String,
    /// The reason for machines.
    #[schema(value_type = Reason)]
    pub(crate) reason: &'static str,
    /// What is wrong with it, for people.
    pub(crate) message: String,
}

impl Problem {
    /// Answers with another status than that of the table.
    #[must_use]
    pub(crate) fn with_status(mut self, status: StatusCode) -> Self {
        self.status = status;
        self
    }

    /// Which kind it is.
    #[must_use]
    pub(crate) fn code(&self) -> ErrorCode {
        self.failure.code()
    }

    /// The document, as it stands in the body of the answer.
    #[must_use]
    pub(crate) fn document(&self) -> ProblemDocument {
        let failure = &self.failure;
        let code = failure.code();
        let fact = |key: &str| failure.metadata().get(key);
        let action = fact("action").and_then(|action| action.parse().ok());
        ProblemDocument {
            r#type: problem_type(code),
            title: code.title(),
            status: self.status.as_u16(),
            detail: clipped(failure.text(), TEXT_CHARS_MAX),
            reason: code.reason(),
            errors: failure
                .violations()
                .iter()
                .take(ERRORS_MAX)
                .map(field_problem)
                .collect(),
            trace_id: moelle_telemetry::current_trace_id(),
            action,
            point: action.map(|_| PointOrNull(fact("point").cloned())),
            current_revision: fact("current_revision").and_then(|number| number.parse().ok()),
            game: failure
                .game()
                .cloned()
                .and_then(|game| Game::try_from(game).ok())
                .map(Box::new),
        }
    }

    /// Tells the log, at the level of the kind, and the span of the request.
    pub(crate) fn report(&self) {
        let (reason, status) = (self.code().reason(), self.status.as_u16());
        let fields: Vec<_> = self
            .failure
            .violations()
            .iter()
            .take(ERRORS_MAX)
            .map(|it| clipped(&it.field, FIELD_CHARS_MAX))
            .collect();
        match self.code().log() {
            LogLevel::Debug => tracing::debug!(reason, status, ?fields, "request refused"),
            LogLevel::Info => tracing::info!(reason, status, ?fields, "request refused"),
            LogLevel::Warn => tracing::warn!(reason, status, "request failed"),
            LogLevel::Error => tracing::error!(reason, status, "request failed"),
        }
        if matches!(
            self.status,
            StatusCode::CONFLICT | StatusCode::PRECONDITION_FAILED
        ) || self.status == StatusCode::UNPROCESSABLE_ENTITY
        {
            moelle_telemetry::mark_refusal(reason);
        }
    }
}

/// The `type` of a problem of this kind.
pub(crate) fn problem_type(code: ErrorCode) -> String {
    format!("/problems/{}", code.reason())
}

fn field_problem(violation: &FieldViolation) -> FieldProblem {
    FieldProblem {
        field: clipped(&rest_field(&violation.field), FIELD_CHARS_MAX),
        reason: violation.code.reason(),
        message: clipped(&violation.message, TEXT_CHARS_MAX),
    }
}

/// The text, cut where it is longer than this, which can be seen.
fn clipped(text: &str, chars_max: usize) -> String {
    match text.char_indices().nth(chars_max) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Whole seconds, rounded up, and never none at all.
fn retry_after(delay: Duration) -> HeaderValue {
    let seconds = delay.as_secs() + u64::from(delay.subsec_nanos() > 0);
    HeaderValue::from(seconds.max(1))
}

impl From<Failure> for Problem {
    fn from(failure: Failure) -> Self {
        let status = StatusCode::from_u16(failure.code().http())
            .unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        Self {
            failure: Box::new(failure),
            status,
        }
    }
}

impl From<ErrorCode> for Problem {
    fn from(code: ErrorCode) -> Self {
        Failure::new(code).into()
    }
}

impl From<Status> for Problem {
    fn from(status: Status) -> Self {
        Failure::from(status).into()
    }
}

impl From<BadAnswer> for Problem {
    fn from(answer: BadAnswer) -> Self {
        Failure::from(answer).into()
    }
}

impl From<BadAnswer> for Failure {
    fn from(answer: BadAnswer) -> Self {
        tracing::error!(error = %answer, "the game service answered what is not understood");
        ErrorCode::Internal.into()
    }
}

/// A failure that an answer tells of, kept beside it until the caller's language is known.
#[derive(Clone)]
struct Told(Arc<Problem>);

/// Tells the failure of an answer in a language, if it tells of one and not in that already.
pub(crate) fn tell_in(language: Language, mut response: Response) -> Response {
    let Some(Told(problem)) = response.extensions_mut().remove::<Told>() else {
        return response;
    };
    let failure = Failure::clone(&problem.failure).told_in(language);
    if failure == *problem.failure {
        return response;
    }
    let mut told = Problem {
        failure: Box::new(failure),
        status: problem.status,
    }
    .answer();
    // What was added on the way, such as `Allow`.
    for (name, value) in response.headers() {
        if !told.headers().contains_key(name) && name != CONTENT_LENGTH {
            told.headers_mut().append(name, value.clone());
        }
    }
    told
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        self.report();
        let mut response = self.answer();
        response.extensions_mut().insert(Told(Arc::new(self)));
        response
    }
}

impl Problem {
    fn answer(&self) -> Response {
        let body = serde_json::to_vec(&self.document()).unwrap_or_default();
        let mut response = (self.status, body).into_response();
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(PROBLEM_JSON));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        headers.insert(VARY, HeaderValue::from_static("accept-language"));
        if let Ok(language) = HeaderValue::from_str(self.failure.locale()) {
            headers.insert(CONTENT_LANGUAGE, language);
        }
        if let Some(delay) = self.failure.retry_after() {
            headers.insert(RETRY_AFTER, retry_after(delay));
        }
        if self.status == StatusCode::UNAUTHORIZED {
            headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_code_of_the_table_makes_a_document_with_a_type_of_its_own() {
        for code in ErrorCode::all() {
            let problem = Problem::from(code);
            let document = serde_json::to_value(problem.document()).expect("a document");
            assert_eq!(document["type"], format!("/problems/{code}"));
            assert_eq!(document["status"], code.http());
            assert_eq!(document["reason"], code.reason());
            assert_eq!(document["errors"], json!([]));
            let response = problem.into_response();
            assert_eq!(response.status().as_u16(), code.http());
            assert_eq!(response.headers()[CONTENT_TYPE], PROBLEM_JSON);
            assert_eq!(
                response.headers().contains_key(RETRY_AFTER),
                code.is_retryable()
            );
            let asks = response.headers().contains_key(WWW_AUTHENTICATE);
            assert_eq!(asks, code.http() == 401, "{code}");
        }
    }

    #[test]
    fn a_refused_turn_names_action_and_point_and_bad_notation_has_none() {
        let refused = Failure::new(ErrorCode::ManInMill)
            .with("action", 1)
            .with("point", "a7");
        let document = serde_json::to_value(Problem::from(refused).document()).expect("a document");
        assert_eq!(
            (&document["action"], &document["point"]),
            (&json!(1), &json!("a7"))
        );
        let unread = Failure::new(ErrorCode::BadNotation).with("action", 0);
        let document = serde_json::to_value(Problem::from(unread).document()).expect("a document");
        assert!(
            document
                .as_object()
                .expect("an object")
                .contains_key("point")
        );
        assert_eq!(document["point"], json!(null));
    }

    #[test]
    fn the_text_is_in_the_language_of_the_caller_and_says_so() {
        let failure = Failure::new(ErrorCode::GameOver).in_words("da", "Spillet er slut.");
        let problem = Problem::from(failure);
        assert_eq!(problem.document().detail, "Spillet er slut.");
        assert_eq!(problem.into_response().headers()[CONTENT_LANGUAGE], "da");
    }

    #[test]
    fn a_delay_is_rounded_up_to_whole_seconds() {
        for (millis, expected) in [(0, "1"), (1, "1"), (1000, "1"), (1001, "2"), (30_000, "30")] {
            assert_eq!(retry_after(Duration::from_millis(millis)), expected);
        }
    }
}
