//! Parts of the path.

use axum::extract::{FromRequestParts, Path};
use http::request::Parts;
use moelle_proto::error::ErrorCode;

use super::wrong;
use crate::Problem;
use crate::shape::{Side, Word as _};

/// Characters of a game's id.
const ID_LEN: usize = 22;

/// The id of a game in the path.
///
/// A text that no game can have for its id is answered as one that none has: `game_not_found`.
pub(crate) struct GameId(pub(crate) String);

/// The side in the path.
pub(crate) struct SideSegment(pub(crate) Side);

/// One part of the path.
pub(crate) struct Segment(pub(crate) String);

/// Two parts of the path.
pub(crate) struct Segments(pub(crate) String, pub(crate) String);

impl GameId {
    /// The id, if a game can have it.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let possible =
            text.len() == ID_LEN && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        possible.then(|| Self(text.to_owned()))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for GameId {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let id = named(parts, state, "id").await;
        id.and_then(|id| Self::read(&id))
            .ok_or_else(|| ErrorCode::GameNotFound.into())
    }
}

impl<S: Send + Sync> FromRequestParts<S> for SideSegment {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let side = named(parts, state, "side").await.unwrap_or_default();
        Side::of_word(&side)
            .map(Self)
            .ok_or_else(|| wrong("side", "`side` must be white or black.").into())
    }
}

/// The part of the path that has this name in the table of routes.
async fn named<S: Send + Sync>(parts: &mut Parts, state: &S, name: &str) -> Option<String> {
    let Path(named) = Path::<Vec<(String, String)>>::from_request_parts(parts, state)
        .await
        .ok()?;
    named
        .into_iter()
        .find_map(|(key, value)| (key == name).then_some(value))
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
