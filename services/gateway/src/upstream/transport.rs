//! Choosing a replica for each call.

use std::error::Error;
use std::task::{Context, Poll};

use futures::future::BoxFuture;
use http::{Request, Response};
use moelle_proto::error::{ErrorCode, Failure};
use tonic::body::Body;
use tonic::{ConnectError, Status, TimeoutExpired};
use tower::ServiceExt as _;
use tower_service::Service;

use super::pool::Pool;

/// A channel to whichever replica can take the next call.
#[derive(Clone)]
pub(crate) struct Balanced {
    pool: Pool,
}

impl Balanced {
    pub(super) fn new(pool: Pool) -> Self {
        Self { pool }
    }
}

impl Service<Request<Body>> for Balanced {
    type Response = Response<Body>;
    type Error = Box<dyn Error + Send + Sync>;
    type Future = BoxFuture<'static, Result<Self::Response, Self::Error>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        let picked = self.pool.pick();
        Box::pin(async move {
            let Some(member) = picked else {
                return Err(Status::from(Failure::new(ErrorCode::Unavailable)).into());
            };
            let answer = member.channel().oneshot(request).await;
            answer.map_err(|error| {
                if find::<TimeoutExpired>(&error).is_none() {
                    member.suspect();
                }
                error.into()
            })
        })
    }
}

/// Whether our own side made the status because the connection failed.
pub(crate) fn is_from_transport(status: &Status) -> bool {
    status.source().is_some() && find::<TimeoutExpired>(status).is_none()
}

/// Whether the call failed before any of it was sent.
pub(crate) fn never_sent(status: &Status) -> bool {
    find::<ConnectError>(status).is_some()
}

/// The first cause of a type.
fn find<'e, E: Error + 'static>(error: &'e (dyn Error + 'static)) -> Option<&'e E> {
    let mut cause = Some(error);
    while let Some(error) = cause {
        if let Some(found) = error.downcast_ref() {
            return Some(found);
        }
        cause = error.source();
    }
    None
}
