//! What a handler may say about the call that it answers, however deep it is in child spans.

use std::{
    borrow::Cow,
    sync::{Arc, OnceLock},
};

use opentelemetry::trace::TraceContextExt as _;
use opentelemetry::{Context, trace::SpanContext};
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt as _;

use crate::{exchange::Ending, metrics::Metrics};

/// The attribute of a server span that says why a turn was refused or a write lost its race.
pub(crate) const REFUSAL: &str = "moelle.refusal";
/// The attribute of a server span that says which game it was about.
const GAME: &str = "moelle.game.id";
/// The attribute of a server span that says why its stream ended.
const STREAM_END: &str = "moelle.stream.end";
/// How a stream ends that nobody reads any more.
const READER_GONE: &str = "reader_gone";

/// Notes a refused turn or a lost race on the call's server span and counts it by reason.
///
/// The span's status stays unset: a refusal is an answer. The reason is one of the closed list of
/// reasons, never a text from a caller.
pub fn record_refusal(reason: impl Into<Cow<'static, str>>) {
    let reason = reason.into();
    Metrics::global().refused(&reason);
    mark_refusal(reason);
}

/// Notes a refusal on the call's server span without counting it, where another service counted it.
pub fn mark_refusal(reason: impl Into<Cow<'static, str>>) {
    // The first reason stands, here and below.
    note(|facts| facts.refusal.set(reason.into()).is_ok());
}

/// Notes on the call's server span which game it is about.
pub fn mark_game(id: impl FnOnce() -> String) {
    note(|facts| facts.game.set(id()).is_ok());
}

/// Notes on the call's server span why its stream ended, in one of few words; and if it failed, the
/// reason, which makes the span an error.
pub fn mark_stream_end(end: &'static str, failure: Option<&'static str>) {
    note(|facts| facts.stream_end.set(StreamEnd { end, failure }).is_ok());
}

/// Writes to the facts of the call, if there is one.
fn note(write: impl FnOnce(&Facts) -> bool) {
    let facts = Context::map_current(|cx| cx.get::<CallFacts>().cloned());
    if let Some(facts) = facts {
        let _is_first = write(&facts.0);
    }
}

/// What was said about one call. It rides in the OpenTelemetry context, which child spans inherit,
/// because the server span itself cannot: a span held by its own context would never end.
#[derive(Clone, Default)]
pub(crate) struct CallFacts(Arc<Facts>);

#[derive(Default)]
struct Facts {
    refusal: OnceLock<Cow<'static, str>>,
    game: OnceLock<String>,
    stream_end: OnceLock<StreamEnd>,
}

#[derive(Clone, Copy)]
struct StreamEnd {
    end: &'static str,
    failure: Option<&'static str>,
}

impl CallFacts {
    /// Makes the span the child of the caller's span, or a root, and the home of new facts.
    pub(crate) fn for_server_span(span: &Span, caller: Option<SpanContext>) -> Self {
        let facts = Self::default();
        let context = Context::new().with_value(facts.clone());
        let context = match caller {
            Some(caller) => context.with_remote_span_context(caller),
            None => context,
        };
        // It fails where no OpenTelemetry layer listens, and then there is nothing to link.
        let _ = span.set_parent(context);
        facts
    }

    /// Puts on the span what was said. Gives why its stream failed, if it did.
    pub(crate) fn describe(
        &self,
        span: &Span,
        answered: bool,
        ending: Ending,
    ) -> Option<&'static str> {
        let Facts {
            refusal,
            game,
            stream_end,
        } = &*self.0;
        if let Some(reason) = refusal.get() {
            span.set_attribute(REFUSAL, reason.clone());
        }
        if let Some(id) = game.get() {
            span.set_attribute(GAME, id.clone());
        }
        let left = (answered && ending == Ending::Abandoned).then_some(StreamEnd {
            end: READER_GONE,
            failure: None,
        });
        let end = stream_end.get().copied().or(left)?;
        span.set_attribute(STREAM_END, end.end);
        end.failure
    }
}
