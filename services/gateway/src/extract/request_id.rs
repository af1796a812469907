//! `Idempotency-Key`: what makes retries safe.

use axum::extract::FromRequestParts;
use http::request::Parts;

use super::wrong;
use crate::Problem;

/// The name of the header.
const IDEMPOTENCY_KEY: &str = "idempotency-key";

/// The id of a request that may be sent again; empty where the caller gives none. Whether it is a
/// random UUID is for the game service to say.
pub(crate) struct RequestId(pub(crate) String);

impl RequestId {
    /// Whether the caller gives one, so that sending twice does once.
    pub(crate) fn is_given(&self) -> bool {
        !self.0.is_empty()
    }
}

impl<S: Sync> FromRequestParts<S> for RequestId {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let mut values = parts.headers.get_all(IDEMPOTENCY_KEY).iter();
        let Some(value) = values.next() else {
            return Ok(Self(String::new()));
        };
        // As a structured field it stands in quotes; most callers leave them out.
        let text = value
            .to_str()
            .ok()
            .map(|text| text.trim().trim_matches('"'));
        match text {
            Some(text) if values.next().is_none() && !text.is_empty() => Ok(Self(text.to_owned())),
            _ => Err(wrong(
                "Idempotency-Key",
                "`Idempotency-Key` must be one random UUID.",
            )
            .into()),
        }
    }
}
