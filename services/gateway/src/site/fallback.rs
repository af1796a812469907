//! What answers where there is nothing.

use moelle_proto::error::ErrorCode;

use crate::Problem;

/// Nothing is served under the path.
pub(crate) async fn unknown_route() -> Problem {
    ErrorCode::UnknownRoute.into()
}

/// The path is served by other methods; `Allow` is added to the answer.
pub(crate) async fn wrong_method() -> Problem {
    ErrorCode::WrongMethod.into()
}
