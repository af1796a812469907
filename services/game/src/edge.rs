//! Where a failure leaves the service: told in the caller's language, logged once, counted.

use moelle_proto::error::{Failure, LogLevel};
use moelle_words::Language;
use tonic::Status;

/// The status of a failure.
pub(crate) fn refuse(failure: Failure, language: Language) -> Status {
    let failure = failure.told_in(language);
    let reason = failure.code().reason();
    // What the rules and the state of a game refuse is an answer and no error of the call.
    if matches!(failure.code().http(), 409 | 422) {
        moelle_telemetry::record_refusal(reason);
    }
    let message = failure.message();
    match failure.code().log() {
        LogLevel::Debug => tracing::debug!(reason, "refused: {message}"),
        LogLevel::Info => tracing::info!(reason, "refused: {message}"),
        LogLevel::Warn => tracing::warn!(reason, "failed: {message}"),
        LogLevel::Error => tracing::error!(reason, "failed: {message}"),
    }
    failure.into()
}
