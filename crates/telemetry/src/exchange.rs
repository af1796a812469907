//! One request with its answer, watched until the last byte of the answer's body.
//!
//! A span that closed at the headers would lose the gRPC status in the trailers and the length of a
//! stream, so the body is wrapped too.

use std::{
    pin::Pin,
    task::{Context, Poll, ready},
};

use http::{HeaderMap, Response, response::Parts};
use http_body::{Body, Frame, SizeHint};
use pin_project_lite::pin_project;
use tracing::Span;

/// One call under way: it is told what is answered and how it ends.
pub trait Exchange {
    /// The call's span.
    fn span(&self) -> &Span;

    /// The head of the answer is known and may be added to.
    fn answered(&mut self, parts: &mut Parts);

    /// The trailers of the answer are known.
    fn trailers(&mut self, _trailers: &HeaderMap) {}

    /// The call is over.
    fn finish(self, ending: Ending);
}

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// With the last byte of the body.
    Complete,
    /// The service or the body failed.
    Broken,
    /// Nobody waited for the rest.
    Abandoned,
}

/// Sees to it that a call is finished exactly once, also when it is dropped.
pub(crate) struct Watched<X: Exchange> {
    exchange: Option<X>,
}

impl<X: Exchange> Watched<X> {
    fn new(exchange: X) -> Self {
        Self {
            exchange: Some(exchange),
        }
    }

    fn within<T>(&self, work: impl FnOnce() -> T) -> T {
        match &self.exchange {
            Some(exchange) => exchange.span().in_scope(work),
            None => work(),
        }
    }

    fn trailers(&mut self, trailers: &HeaderMap) {
        if let Some(exchange) = &mut self.exchange {
            exchange.trailers(trailers);
        }
    }

    fn finish(&mut self, ending: Ending) {
        if let Some(exchange) = self.exchange.take() {
            let span = exchange.span().clone();
            // The layer takes the last exit from the span for its end.
            span.in_scope(|| exchange.finish(ending));
        }
    }
}

impl<X: Exchange> Drop for Watched<X> {
    fn drop(&mut self) {
        self.finish(Ending::Abandoned);
    }
}

pin_project! {
    /// The future of a watched call.
    pub struct TracedFuture<F, X: Exchange> {
        #[pin]
        inner: F,
        watched: Option<Watched<X>>,
    }
}

impl<F, X: Exchange> TracedFuture<F, X> {
    pub(crate) fn new(inner: F, exchange: X) -> Self {
        Self {
            inner,
            watched: Some(Watched::new(exchange)),
        }
    }
}

impl<F, X, B, E> Future for TracedFuture<F, X>
where
    F: Future<Output = Result<Response<B>, E>>,
    X: Exchange,
    B: Body,
{
    type Output = Result<Response<TracedBody<B, X>>, E>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.project();
        let inner = this.inner;
        let result = match this.watched {
            Some(watched) => ready!(watched.within(|| inner.poll(cx))),
            None => ready!(inner.poll(cx)),
        };
        let watched = this.watched.take();
        Poll::Ready(match result {
            Ok(response) => Ok(watch_body(response, watched)),
            Err(error) => {
                if let Some(mut watched) = watched {
                    watched.finish(Ending::Broken);
                }
                Err(error)
            }
        })
    }
}

fn watch_body<B: Body, X: Exchange>(
    response: Response<B>,
    mut watched: Option<Watched<X>>,
) -> Response<TracedBody<B, X>> {
    let (mut parts, inner) = response.into_parts();
    if let Some(watched) = &mut watched {
        if let Some(exchange) = &mut watched.exchange {
            exchange.answered(&mut parts);
        }
        if inner.is_end_stream() {
            watched.finish(Ending::Complete);
        }
    }
    Response::from_parts(parts, TracedBody { inner, watched })
}

pin_project! {
    /// The body of a watched answer; its end is the end of the call.
    pub struct TracedBody<B, X: Exchange> {
        #[pin]
        inner: B,
        watched: Option<Watched<X>>,
    }
}

impl<B: Body, X: Exchange> Body for TracedBody<B, X> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        let mut this = self.project();
        let Some(watched) = this.watched else {
            return this.inner.poll_frame(cx);
        };
        let inner = this.inner.as_mut();
        let frame = ready!(watched.within(|| inner.poll_frame(cx)));
        match &frame {
            None => watched.finish(Ending::Complete),
            Some(Err(_)) => watched.finish(Ending::Broken),
            Some(Ok(frame)) => {
                if let Some(trailers) = frame.trailers_ref() {
                    watched.trailers(trailers);
                    watched.finish(Ending::Complete);
                } else if this.inner.is_end_stream() {
                    watched.finish(Ending::Complete);
                }
            }
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}
