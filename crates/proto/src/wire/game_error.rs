//! What the games refuse, as failures.

use moelle_games::{GameError, KeyRefusal, PLIES_MAX, StoreError};
use moelle_words::Language;

use time::OffsetDateTime;

use crate::error::{ErrorCode, Failure, FieldViolation};
use crate::wire::game::game;
use crate::wire::turn::refused;

/// The failure of a use case; a game that helps is told in a language, its clocks as they are at
/// `now`. Nothing of a store's own words is in it.
#[must_use]
pub fn game_failure(error: &GameError, now: OffsetDateTime, language: Language) -> Failure {
    let code = match error {
        GameError::NotFound => ErrorCode::GameNotFound,
        GameError::Unauthenticated => ErrorCode::Unauthenticated,
        GameError::WrongSeat => ErrorCode::WrongSeat,
        GameError::Private => ErrorCode::PrivateGame,
        GameError::InvitationUnknown => ErrorCode::InvitationUnknown,
        GameError::InvitationUsed => ErrorCode::InvitationUsed,
        GameError::InvitationExpired => ErrorCode::InvitationExpired,
        GameError::SeatTaken => ErrorCode::SeatTaken,
        GameError::SeatOpen => ErrorCode::SeatOpen,
        GameError::NothingToRevoke => ErrorCode::NothingToRevoke,
        GameError::GameNotOver => ErrorCode::GameNotOver,
        GameError::TooLateToAbort => ErrorCode::TooLateToAbort,
        GameError::AlreadyOffered => ErrorCode::AlreadyOffered,
        GameError::NothingToAnswer => ErrorCode::NothingToAnswer,
        GameError::NothingToTakeBack => ErrorCode::NothingToTakeBack,
        GameError::RequestIdReused => ErrorCode::RequestIdReused,
        GameError::GameOver => ErrorCode::GameOver,
        GameError::NotYourTurn => ErrorCode::NotYourTurn,
        GameError::TooLong => {
            return Failure::new(ErrorCode::GameTooLong).with("limit", PLIES_MAX);
        }
        GameError::TooManyEvents { limit } => {
            return Failure::new(ErrorCode::TooManyEvents).with("limit", limit);
        }
        GameError::KeyRequired => ErrorCode::ApiKeyRequired,
        GameError::KeyRefused(KeyRefusal::Unknown) => ErrorCode::ApiKeyUnknown,
        GameError::KeyRefused(KeyRefusal::Expired) => ErrorCode::ApiKeyExpired,
        GameError::KeyRefused(KeyRefusal::Revoked) => ErrorCode::ApiKeyRevoked,
        GameError::QuotaExceeded(exceeded) => {
            return Failure::new(ErrorCode::QuotaExceeded)
                .with("quota", exceeded.quota.name())
                .with("limit", exceeded.limit)
                .with_retry_after(exceeded.retry_after);
        }
        GameError::StaleRevision(current) => {
            return Failure::new(ErrorCode::StaleRevision)
                .with("current_revision", current.revision())
                .with_game(game(current, now, language));
        }
        GameError::InvalidName(invalid) => {
            return Failure::of_fields(vec![FieldViolation {
                field: "record".to_owned(),
                code: ErrorCode::InvalidRecord,
                message: format!("A player's name in the record is refused: {invalid}."),
            }]);
        }
        GameError::IllegalTurn(illegal) => return refused(illegal),
        GameError::Contended | GameError::Store(StoreError::Unavailable(_) | StoreError::Busy) => {
            ErrorCode::Unavailable
        }
        GameError::Store(StoreError::Inconsistent(_) | StoreError::Internal(_)) => {
            ErrorCode::Internal
        }
    };
    Failure::new(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_store_that_is_away_says_when_to_try_again_and_nothing_of_itself() {
        for error in [
            StoreError::Busy,
            StoreError::Unavailable("postgres://moelle:hunter2@db".into()),
        ] {
            let failure =
                game_failure(&error.into(), OffsetDateTime::UNIX_EPOCH, Language::English);
            assert_eq!(failure.code(), ErrorCode::Unavailable);
            assert!(failure.retry_after().is_some());
            assert!(!format!("{failure:?}").contains("hunter2"));
        }
        let error = StoreError::Internal("SELECT".into());
        let failure = game_failure(&error.into(), OffsetDateTime::UNIX_EPOCH, Language::English);
        assert_eq!(failure.code(), ErrorCode::Internal);
        assert!(!format!("{failure:?}").contains("SELECT"));
    }
}
