//! Where a failure leaves the service: told in the caller's language, logged once, counted.

use moelle_games::{GameError, Games, StoreError};
use moelle_proto::error::{ErrorCode, Failure, LogLevel};
use moelle_proto::wire;
use moelle_words::Language;
use tonic::Status;

/// The failure of a use case. What a store says of itself goes to the log and no further.
pub(crate) fn failure(error: &GameError, games: &Games, language: Language) -> Failure {
    match error {
        GameError::Store(error @ (StoreError::Unavailable(_) | StoreError::Busy)) => {
            tracing::warn!(error = error as &dyn std::error::Error, "the store is away");
        }
        GameError::Store(error @ (StoreError::Inconsistent(_) | StoreError::Internal(_))) => {
            tracing::error!(error = error as &dyn std::error::Error, "the store failed");
        }
        _ => {}
    }
    wire::game_failure(error, games.now(), language)
}

/// The status of a failure.
pub(crate) fn refuse(failure: Failure, language: Language) -> Status {
    let failure = failure.told_in(language);
    let reason = failure.code().reason();
    if is_refusal(failure.code()) {
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

/// Whether it is an answer and no error of the call: what the rules and the state of a game refuse, and
/// what an application is refused for its key or its quota.
fn is_refusal(code: ErrorCode) -> bool {
    matches!(code.http(), 409 | 422)
        || matches!(
            code,
            ErrorCode::ApiKeyRequired
                | ErrorCode::ApiKeyUnknown
                | ErrorCode::ApiKeyExpired
                | ErrorCode::ApiKeyRevoked
                | ErrorCode::QuotaExceeded
        )
}
