//! A failure as a `tonic::Status` with the details of `google.rpc`, and back.

use std::collections::HashMap;
use std::time::Duration;

use prost::Message;
use prost_types::Any;
use tonic::Status;
use tonic_types::pb;

use crate::error::{ErrorCode, Failure, FieldViolation, foreign};
use crate::v1;

/// The domain of every `google.rpc.ErrorInfo` of this service.
pub const DOMAIN: &str = "moelle.v1";

/// Bytes of a message. A status travels in the headers that end an answer, and a client whose limit
/// for those is exceeded (16 KiB is usual) drops the connection with every call on it. So whatever a
/// failure repeats of its caller's text, its status stays below that.
const MESSAGE_BYTES_MAX: usize = 1_000;
/// Bytes of all field violations together; those beyond are left out.
const VIOLATIONS_BYTES_MAX: usize = 3_000;
/// Bytes of what one field violation says, and of each fact.
const PART_BYTES_MAX: usize = 300;

const ERROR_INFO: &str = "type.googleapis.com/google.rpc.ErrorInfo";
const BAD_REQUEST: &str = "type.googleapis.com/google.rpc.BadRequest";
const RETRY_INFO: &str = "type.googleapis.com/google.rpc.RetryInfo";
const LOCALIZED_MESSAGE: &str = "type.googleapis.com/google.rpc.LocalizedMessage";
const GAME: &str = "type.googleapis.com/moelle.v1.Game";

impl From<Failure> for Status {
    fn from(failure: Failure) -> Self {
        let code = failure.code().grpc();
        let message = clip(failure.message(), MESSAGE_BYTES_MAX);
        let status = pb::Status {
            code: code.into(),
            message: message.clone(),
            details: details(&failure),
        };
        Status::with_details(code, message, status.encode_to_vec().into())
    }
}

impl From<&Status> for Failure {
    /// Reads a status back. One that this service did not make becomes a failure of the same kind
    /// that says nothing of the other's text.
    fn from(status: &Status) -> Self {
        read(status).unwrap_or_else(|| foreign::failure(status))
    }
}

impl From<Status> for Failure {
    fn from(status: Status) -> Self {
        Self::from(&status)
    }
}

fn details(failure: &Failure) -> Vec<Any> {
    let mut details = vec![any(
        ERROR_INFO,
        &pb::ErrorInfo {
            reason: failure.code().reason().to_owned(),
            domain: DOMAIN.to_owned(),
            metadata: failure
                .metadata()
                .iter()
                .map(|(key, value)| (key.clone(), clip(value, PART_BYTES_MAX)))
                .collect::<HashMap<_, _>>(),
        },
    )];
    if !failure.violations().is_empty() {
        let field_violations = violations(failure);
        details.push(any(BAD_REQUEST, &pb::BadRequest { field_violations }));
    }
    if let Some(after) = failure.retry_after() {
        let retry_delay = prost_types::Duration::try_from(after).ok();
        details.push(any(RETRY_INFO, &pb::RetryInfo { retry_delay }));
    }
    details.push(any(
        LOCALIZED_MESSAGE,
        &pb::LocalizedMessage {
            locale: failure.locale().to_owned(),
            message: clip(failure.text(), MESSAGE_BYTES_MAX),
        },
    ));
    if let Some(game) = failure.game() {
        details.push(any(GAME, game));
    }
    details
}

fn any(type_url: &str, message: &impl Message) -> Any {
    Any {
        type_url: type_url.to_owned(),
        value: message.encode_to_vec(),
    }
}

/// The field violations, as many as there is room for.
fn violations(failure: &Failure) -> Vec<pb::bad_request::FieldViolation> {
    let mut room = VIOLATIONS_BYTES_MAX;
    let violations = failure.violations().iter().map(violation);
    violations
        .map_while(|violation| {
            room = room.checked_sub(violation.encoded_len())?;
            Some(violation)
        })
        .collect()
}

fn violation(violation: &FieldViolation) -> pb::bad_request::FieldViolation {
    pb::bad_request::FieldViolation {
        field: clip(&violation.field, PART_BYTES_MAX),
        description: clip(&violation.message, PART_BYTES_MAX),
        reason: violation.code.reason().to_owned(),
        localized_message: None,
    }
}

/// The text, cut with an ellipsis where it has more bytes.
fn clip(text: &str, bytes_max: usize) -> String {
    if text.len() <= bytes_max {
        return text.to_owned();
    }
    let end = text.floor_char_boundary(bytes_max - '…'.len_utf8());
    format!("{}…", &text[..end])
}

/// Reads a status that this service made; none where it carries no `ErrorInfo` of ours.
fn read(status: &Status) -> Option<Failure> {
    let details = pb::Status::decode(status.details()).ok()?.details;
    let info: pb::ErrorInfo = find(&details, ERROR_INFO)?;
    if info.domain != DOMAIN {
        return None;
    }
    // A newer service may know reasons that this one does not.
    let code = ErrorCode::find(&info.reason).unwrap_or_else(|| ErrorCode::of_grpc(status.code()));
    let mut failure = Failure::saying(code, status.message());
    for (key, value) in info.metadata {
        failure = failure.with(&key, value);
    }
    if let Some(bad) = find::<pb::BadRequest>(&details, BAD_REQUEST) {
        failure = failure.with_violations(bad.field_violations.into_iter().map(field).collect());
    }
    if let Some(after) = find::<pb::RetryInfo>(&details, RETRY_INFO)
        .and_then(|retry| retry.retry_delay)
        .and_then(|delay| Duration::try_from(delay).ok())
    {
        failure = failure.with_retry_after(after);
    }
    if let Some(words) = find::<pb::LocalizedMessage>(&details, LOCALIZED_MESSAGE)
        && words.locale != "en"
    {
        failure = failure.in_words(words.locale, words.message);
    }
    if let Some(game) = find::<v1::Game>(&details, GAME) {
        failure = failure.with_game(game);
    }
    Some(failure)
}

fn find<M: Message + Default>(details: &[Any], type_url: &str) -> Option<M> {
    let detail = details.iter().find(|detail| detail.type_url == type_url)?;
    M::decode(detail.value.as_slice()).ok()
}

fn field(violation: pb::bad_request::FieldViolation) -> FieldViolation {
    FieldViolation {
        field: violation.field,
        code: ErrorCode::find(&violation.reason).unwrap_or(ErrorCode::InvalidArgument),
        message: violation.description,
    }
}

#[cfg(test)]
mod tests {
    use tonic_types::StatusExt;

    use super::*;

    fn there_and_back(failure: &Failure) -> Failure {
        Failure::from(Status::from(failure.clone()))
    }

    #[test]
    fn a_status_fits_into_headers_whatever_its_caller_sent() {
        for sign in ["x", "é", "🙂"] {
            let huge = sign.repeat(1_000_000);
            let violations = (0..50).map(|number| FieldViolation {
                field: format!("{number}{huge}"),
                code: ErrorCode::InvalidArgument,
                message: huge.clone(),
            });
            let failure = Failure::saying(ErrorCode::InvalidArgument, huge.clone())
                .with("point", &huge)
                .with_violations(violations.collect())
                .in_words("da", huge.clone());
            let status = Status::from(failure);
            // Text is percent-encoded, details are in base64.
            let bytes = status.message().len() * 3 + status.details().len() * 4 / 3;
            assert!(bytes < 12 * 1024, "{bytes}");
            assert!(!Failure::from(&status).violations().is_empty());
        }
    }

    #[test]
    fn every_code_survives_the_way_through_a_status() {
        for code in ErrorCode::all() {
            let failure = Failure::new(code);
            let status = Status::from(failure.clone());
            assert_eq!(status.code(), code.grpc());
            assert_eq!(Failure::from(status), failure);
        }
    }

    #[test]
    fn everything_a_failure_says_survives_the_way_through_a_status() {
        let failure = Failure::saying(ErrorCode::StaleRevision, "The game is at revision 8.")
            .in_words("da", "Spillet er ved revision 8.")
            .with("current_revision", 8)
            .with("point", "a7")
            .with_retry_after(Duration::from_millis(1500))
            .with_violations(vec![FieldViolation {
                field: "revision".to_owned(),
                code: ErrorCode::StaleRevision,
                message: "It is 7.".to_owned(),
            }])
            .with_game(v1::Game {
                id: "abc".to_owned(),
                revision: 8,
                ..v1::Game::default()
            });
        assert_eq!(there_and_back(&failure), failure);
    }

    #[test]
    fn other_readers_of_google_rpc_details_understand_the_status() {
        let status =
            Status::from(Failure::saying(ErrorCode::TooMany, "Slow down.").with("limit", "10"));
        let details = status.get_error_details();
        let info = details.error_info().expect("an ErrorInfo");
        assert_eq!(
            (info.reason.as_str(), info.domain.as_str()),
            ("too_many", DOMAIN)
        );
        assert_eq!(info.metadata["limit"], "10");
        let retry = details.retry_info().expect("a RetryInfo");
        assert_eq!(retry.retry_delay, Some(Duration::from_secs(1)));
        let words = details.localized_message().expect("a LocalizedMessage");
        assert_eq!(
            (words.locale.as_str(), words.message.as_str()),
            ("en", "Slow down.")
        );
    }

    #[test]
    fn a_reason_of_a_newer_service_keeps_its_kind() {
        let info = pb::ErrorInfo {
            reason: "clock_stopped".to_owned(),
            domain: DOMAIN.to_owned(),
            ..pb::ErrorInfo::default()
        };
        let details = pb::Status {
            details: vec![any(ERROR_INFO, &info)],
            ..pb::Status::default()
        };
        let status = Status::with_details(
            tonic::Code::FailedPrecondition,
            "The clock stands.",
            details.encode_to_vec().into(),
        );
        let failure = Failure::from(status);
        assert_eq!(failure.code(), ErrorCode::Conflict);
        assert_eq!(failure.message(), "The clock stands.");
    }
}
