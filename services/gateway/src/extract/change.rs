//! A change of a game: who asks for it, of which game, and at which revision.

use axum::extract::FromRequestParts;
use http::StatusCode;
use http::request::Parts;
use moelle_proto::error::{ErrorCode, Failure};
use tonic::{Request, Response, Status};

use super::{Caller, GameId, IfMatch, RequestId, wrong};
use crate::Problem;
use crate::gateway::{Gateway, Retry};
use crate::upstream::Upstream;

/// What the head of a request says about a change of a game.
pub(crate) struct Change {
    caller: Caller,
    request_id: RequestId,
    if_match: IfMatch,
    game_id: GameId,
}

impl Change {
    /// The id of the game.
    pub(crate) fn game_id(&self) -> String {
        self.game_id.0.clone()
    }

    /// The id of the request; empty where the caller gives none.
    pub(crate) fn request_id(&self) -> String {
        self.request_id.0.clone()
    }

    /// The revision that the change expects, from the body or from `If-Match`.
    ///
    /// # Errors
    ///
    /// The two name different ones.
    pub(crate) fn revision(&self, body: Option<u64>) -> Result<Option<u64>, Failure> {
        match (body, self.if_match.0) {
            (Some(body), Some(header)) if body != header => Err(wrong(
                "revision",
                "`revision` and `If-Match` name different revisions.",
            )),
            (body, header) => Ok(body.or(header)),
        }
    }

    /// Asks the game service for the change.
    ///
    /// # Errors
    ///
    /// What it refuses; a stale revision that came as `If-Match` is 412.
    pub(crate) async fn make<M, A, F>(
        &self,
        gateway: &Gateway,
        message: M,
        call: impl Fn(Upstream, Request<M>) -> F,
    ) -> Result<A, Problem>
    where
        M: Clone,
        F: Future<Output = Result<Response<A>, Status>>,
    {
        let retry = Retry::of_change(self.request_id.is_given());
        gateway
            .ask(&self.caller, retry, message, call)
            .await
            .map_err(|failure| self.refused(failure))
    }

    fn refused(&self, failure: Failure) -> Problem {
        let precondition = failure.code() == ErrorCode::StaleRevision && self.if_match.0.is_some();
        let problem = Problem::from(failure);
        if precondition {
            problem.with_status(StatusCode::PRECONDITION_FAILED)
        } else {
            problem
        }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Change {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let Ok(caller) = Caller::from_request_parts(parts, state).await;
        Ok(Self {
            caller,
            request_id: RequestId::from_request_parts(parts, state).await?,
            if_match: IfMatch::from_request_parts(parts, state).await?,
            game_id: GameId::from_request_parts(parts, state).await?,
        })
    }
}

#[cfg(test)]
mod tests {
    use axum::response::IntoResponse as _;

    use super::*;

    async fn change(if_match: Option<u64>) -> Change {
        let (mut parts, ()) = http::Request::new(()).into_parts();
        let Ok(caller) = Caller::from_request_parts(&mut parts, &()).await;
        Change {
            caller,
            request_id: RequestId(String::new()),
            if_match: IfMatch(if_match),
            game_id: GameId(String::new()),
        }
    }

    #[tokio::test]
    async fn body_and_header_may_name_one_revision() {
        for (body, header, expected) in [
            (None, None, Some(None)),
            (Some(3), None, Some(Some(3))),
            (None, Some(3), Some(Some(3))),
            (Some(3), Some(3), Some(Some(3))),
            (Some(3), Some(4), None),
        ] {
            let revision = change(header).await.revision(body).ok();
            assert_eq!(revision, expected, "{body:?} {header:?}");
        }
    }

    #[tokio::test]
    async fn a_stale_revision_is_412_only_where_it_came_as_if_match() {
        for (code, header, status) in [
            (ErrorCode::StaleRevision, Some(3), 412),
            (ErrorCode::StaleRevision, None, 409),
            (ErrorCode::NotYourTurn, Some(3), 409),
        ] {
            let response = change(header).await.refused(code.into()).into_response();
            assert_eq!(response.status().as_u16(), status, "{code}");
        }
    }
}
