//! Statuses that this service did not make: those of the transport, of tonic itself, of whatever
//! stands between two services.

use std::error::Error;

use moelle_words::Language;
use tonic::{Code, Status};

use crate::error::{ErrorCode, Failure};

/// How tonic begins its text when a deadline passes, which it calls CANCELLED.
const TIMEOUT: &str = "Timeout expired";
/// How tonic's decoder begins its text when a message is no protobuf, which it calls INTERNAL.
const UNDECODABLE: &str = "failed to decode Protobuf message";

/// The failure that such a status stands for. Its text stays behind.
pub(super) fn failure(status: &Status) -> Failure {
    Failure::new(code(status))
}

/// Completes a status on its way out of the server: one that carries no details of ours, because
/// tonic made it before a handler ran, gets those of its kind.
#[must_use]
pub fn complete(status: &Status) -> Status {
    // What the decoder rejects came from the caller.
    let is_undecodable = status.details().is_empty() && status.message().starts_with(UNDECODABLE);
    let failure = if is_undecodable {
        Failure::new(ErrorCode::Malformed)
    } else {
        Failure::from(status)
    };
    let mut completed = Status::from(failure.told_in(Language::English));
    *completed.metadata_mut() = status.metadata().clone();
    completed
}

fn code(status: &Status) -> ErrorCode {
    if is_timeout(status) {
        return ErrorCode::DeadlineExceeded;
    }
    match status.code() {
        Code::OutOfRange => ErrorCode::TooLarge,
        // Our own side made it because the connection failed: the call never got its answer.
        _ if status.source().is_some() => ErrorCode::Unavailable,
        other => ErrorCode::of_grpc(other),
    }
}

fn is_timeout(status: &Status) -> bool {
    status.code() == Code::DeadlineExceeded
        || status.code() == Code::Cancelled && status.message().starts_with(TIMEOUT)
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::Arc;

    use prost::Message as _;

    use super::*;
    use crate::v1;

    fn reason(status: &Status) -> &'static str {
        Failure::from(status).code().reason()
    }

    #[test]
    fn an_expired_timeout_is_a_deadline_and_not_a_cancellation() {
        assert_eq!(
            reason(&Status::cancelled("Timeout expired")),
            "deadline_exceeded"
        );
        assert_eq!(reason(&Status::cancelled("client gone")), "cancelled");
    }

    #[test]
    fn a_connection_that_failed_is_unavailable_whatever_tonic_calls_it() {
        for code in [
            Code::Unknown,
            Code::Internal,
            Code::Cancelled,
            Code::Unavailable,
        ] {
            let mut status = Status::new(code, "transport error");
            status.set_source(Arc::new(io::Error::other(
                "tcp connect error: 10.0.0.7:5432",
            )));
            let failure = Failure::from(&status);
            assert_eq!(failure.code(), ErrorCode::Unavailable, "{code:?}");
            assert!(failure.retry_after().is_some());
            assert!(!format!("{failure:?}").contains("10.0.0.7"), "{failure:?}");
        }
    }

    #[test]
    fn the_text_of_another_never_reaches_a_caller() {
        for number in 1..=16 {
            let status = Status::new(Code::from_i32(number), "SELECT secret FROM games");
            let failure = Failure::from(&status);
            assert!(!format!("{failure:?}").contains("SELECT"), "{failure:?}");
        }
    }

    #[test]
    fn a_message_over_the_limit_is_too_large() {
        let status = Status::out_of_range("Error, decoded message length too large");
        assert_eq!(reason(&status), "too_large");
    }

    #[test]
    fn what_the_decoder_rejects_is_the_mistake_of_the_caller() {
        let error = v1::Game::decode([0xFF_u8; 3].as_slice()).expect_err("no protobuf");
        let status = complete(&Status::internal(error.to_string()));
        assert_eq!(status.code(), Code::InvalidArgument);
        assert_eq!(reason(&status), "malformed");
    }

    #[test]
    fn completing_a_status_of_ours_changes_nothing() {
        let failure = Failure::new(ErrorCode::WrongSeat).told_in(Language::Danish);
        let status = Status::from(failure);
        assert_eq!(complete(&status).details(), status.details());
    }
}
