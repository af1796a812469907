//! Parts of the path.

use axum::extract::{FromRequestParts, Path};
use http::request::Parts;
use moelle_proto::error::ErrorCode;

use crate::Problem;

/// Characters of a game's id.
const ID_LEN: usize = 22;

/// The id of a game in the path.
///
/// A text that no game can have for its id is answered as one that none has: `game_not_found`.
pub(crate) struct GameId(pub(crate) String);

/// One part of the path.
pub(crate) struct Segment(pub(crate) String);

/// Two parts of the path.
pub(crate) struct Segments(pub(crate) String, pub(crate) String);

impl<S: Send + Sync> FromRequestParts<S> for GameId {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let Path(id) = Path::<String>::from_request_parts(parts, state)
            .await
            .map_err(|_| Problem::from(ErrorCode::GameNotFound))?;
        let possible = id.len() == ID_LEN && id.bytes().all(|byte| byte.is_ascii_alphanumeric());
        possible
            .then_some(Self(id))
            .ok_or_else(|| ErrorCode::GameNotFound.into())
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Segment {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let Path(segment) = Path::from_request_parts(parts, state)
            .await
            .map_err(|_| Problem::from(ErrorCode::UnknownRoute))?;
        Ok(Self(segment))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Segments {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let Path((first, second)) = Path::from_request_parts(parts, state)
            .await
            .map_err(|_| Problem::from(ErrorCode::UnknownRoute))?;
        Ok(Self(first, second))
    }
}
