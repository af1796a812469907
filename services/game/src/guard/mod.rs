//! What stands in front of every call: limits, the deadline, a net for panics, and details for the
//! failures that the transport makes.

mod deadline;
mod methods;
mod rates;

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use futures::FutureExt as _;
use futures::future::BoxFuture;
use http::{Extensions, Request, Response};
use moelle_proto::error::{self, ErrorCode, Failure};
use moelle_rates::Rates;
use moelle_words::Language;
use tokio::sync::Semaphore;
use tokio::time::Instant;
use tonic::Status;
use tonic::body::Body;
use tower_layer::Layer;
use tower_service::Service;

use rates::CallerRates;

use crate::caller::language_of;
use crate::edge::refuse;

pub(crate) use methods::{Kind, Methods};

/// The limits that the guard holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GuardLimits {
    /// How long a unary call may take, if its caller does not allow less.
    pub deadline: Duration,
    /// Unary calls under way at once; one more is refused as unavailable.
    pub calls_max: usize,
    /// Streams open at once; one more is refused as unavailable.
    pub streams_max: usize,
}

impl Default for GuardLimits {
    fn default() -> Self {
        Self {
            deadline: Duration::from_secs(10),
            calls_max: 1024,
            streams_max: 10_000,
        }
    }
}

/// When a unary call is over, in the extensions of its request.
#[derive(Clone, Copy, Debug)]
struct Deadline(Instant);

/// When a unary call is over: what it waits for must have come before.
pub(crate) fn deadline(extensions: &Extensions) -> Option<Instant> {
    let Deadline(at) = extensions.get()?;
    Some(*at)
}

/// The tower layer of the guard.
#[derive(Clone, Debug)]
pub(crate) struct GuardLayer {
    methods: Arc<Methods>,
    deadline: Duration,
    calls: Arc<Semaphore>,
    streams: Arc<Semaphore>,
    rates: CallerRates,
}

impl GuardLayer {
    /// A guard for a server that knows these methods.
    #[must_use]
    pub(crate) fn new(methods: Methods, limits: GuardLimits, rates: Rates) -> Self {
        Self {
            methods: Arc::new(methods),
            deadline: limits.deadline,
            calls: Arc::new(Semaphore::new(limits.calls_max)),
            streams: Arc::new(Semaphore::new(limits.streams_max)),
            rates: CallerRates::new(rates),
        }
    }
}

impl<S> Layer<S> for GuardLayer {
    type Service = Guard<S>;

    fn layer(&self, inner: S) -> Self::Service {
        Guard {
            inner,
            layer: self.clone(),
        }
    }
}

/// The service of [`GuardLayer`].
#[derive(Clone, Debug)]
pub(crate) struct Guard<S> {
    inner: S,
    layer: GuardLayer,
}

impl<S> Service<Request<Body>> for Guard<S>
where
    S: Service<Request<Body>, Response = Response<Body>>,
    S::Future: Send + 'static,
    S::Error: Send + 'static,
{
    type Response = Response<Body>;
    type Error = S::Error;
    type Future = BoxFuture<'static, Result<Self::Response, Self::Error>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, mut request: Request<Body>) -> Self::Future {
        let class = self.layer.methods.class(request.uri().path());
        let counted = match self.layer.rates.admit(&request, class) {
            Ok(counted) => counted,
            Err(failure) => {
                let refused = refuse(failure, language_of(request.headers()));
                return async move { Ok(refused.into_http()) }.boxed();
            }
        };
        let noting = self.layer.rates.noting(&request);
        match self.layer.methods.kind(request.uri().path()) {
            Kind::Unary => {
                let Ok(permit) = Arc::clone(&self.layer.calls).try_acquire_owned() else {
                    return refused();
                };
                let deadline = deadline::of(request.headers())
                    .map_or(self.layer.deadline, |asked| asked.min(self.layer.deadline));
                let over = Deadline(Instant::now() + deadline);
                request.extensions_mut().insert(over);
                let answer = self.inner.call(request);
                async move {
                    let _permit = permit;
                    tokio::time::timeout(deadline, caught(answer))
                        .await
                        .unwrap_or_else(|_| Ok(answer_of(ErrorCode::DeadlineExceeded)))
                        .map(completed)
                        .map(noting)
                }
                .boxed()
            }
            Kind::Stream => {
                let Ok(permit) = Arc::clone(&self.layer.streams).try_acquire_owned() else {
                    return refused();
                };
                let answer = self.inner.call(request);
                let held = (permit, counted);
                async move { Ok(holding(noting(completed(caught(answer).await?)), held)) }.boxed()
            }
            Kind::Other => {
                let answer = self.inner.call(request);
                async move { caught(answer).await.map(completed) }.boxed()
            }
        }
    }
}

/// The answer, or that of a defect of ours if the handler panics; the panic hook has logged it.
async fn caught<E>(
    answer: impl Future<Output = Result<Response<Body>, E>>,
) -> Result<Response<Body>, E> {
    AssertUnwindSafe(answer)
        .catch_unwind()
        .await
        .unwrap_or_else(|_| Ok(answer_of(ErrorCode::Internal)))
}

/// Gives details of ours to a failure that was made before a handler ran.
fn completed(response: Response<Body>) -> Response<Body> {
    match Status::from_header_map(response.headers()) {
        Some(status) if status.code() != tonic::Code::Ok && status.details().is_empty() => {
            error::complete(&status).into_http()
        }
        _ => response,
    }
}

/// Keeps something until the answer's last byte has been sent, or nobody reads it any more.
fn holding(response: Response<Body>, held: impl Send + 'static) -> Response<Body> {
    use http_body_util::BodyExt as _;
    response.map(|body| {
        Body::new(body.map_frame(move |frame| {
            let _held = &held;
            frame
        }))
    })
}

fn refused<E: Send + 'static>() -> BoxFuture<'static, Result<Response<Body>, E>> {
    async { Ok(answer_of(ErrorCode::Unavailable)) }.boxed()
}

fn answer_of(code: ErrorCode) -> Response<Body> {
    Status::from(Failure::new(code).told_in(Language::English)).into_http()
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use moelle_proto::FILE_DESCRIPTOR_SET;
    use moelle_rates::RateConfig;

    use super::*;

    /// A service whose answers never come.
    #[derive(Clone)]
    struct Hanging;

    impl Service<Request<Body>> for Hanging {
        type Response = Response<Body>;
        type Error = Infallible;
        type Future = std::future::Pending<Result<Response<Body>, Infallible>>;

        fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
            Poll::Ready(Ok(()))
        }

        fn call(&mut self, _: Request<Body>) -> Self::Future {
            std::future::pending()
        }
    }

    /// How long a call takes to fail, and with what.
    async fn waited(timeout: Option<&str>) -> (Duration, ErrorCode) {
        let methods = Methods::from_descriptor_set(FILE_DESCRIPTOR_SET).expect("descriptors");
        let mut guard = GuardLayer::new(
            methods,
            GuardLimits::default(),
            Rates::new(RateConfig::off()),
        )
        .layer(Hanging);
        let mut request = Request::new(Body::empty());
        *request.uri_mut() = "/moelle.v1.GameService/GetGame".parse().expect("a path");
        if let Some(timeout) = timeout {
            request
                .headers_mut()
                .insert("grpc-timeout", timeout.parse().expect("a header"));
        }
        let started = tokio::time::Instant::now();
        let Ok(response) = guard.call(request).await;
        let status = Status::from_header_map(response.headers()).expect("a status");
        (started.elapsed(), Failure::from(&status).code())
    }

    #[tokio::test(start_paused = true)]
    async fn a_caller_may_allow_less_time_than_the_service_and_never_more() {
        for (timeout, expected) in [
            (None, Duration::from_secs(10)),
            (Some("1S"), Duration::from_millis(980)),
            (Some("1H"), Duration::from_secs(10)),
            (Some("nonsense"), Duration::from_secs(10)),
        ] {
            let (waited, code) = waited(timeout).await;
            assert_eq!(code, ErrorCode::DeadlineExceeded);
            let late = waited.checked_sub(expected).expect("not too early");
            assert!(late < Duration::from_millis(5), "{timeout:?}: {waited:?}");
        }
    }
}
