//! What a handler may say about the call that it answers, however deep it is in child spans.

use std::{
    borrow::Cow,
    sync::{Arc, OnceLock},
};

use opentelemetry::trace::TraceContextExt as _;
use opentelemetry::{Context, trace::SpanContext};
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt as _;

use crate::metrics::Metrics;

/// The attribute of a server span that says why a turn was refused or a write lost its race.
pub(crate) const REFUSAL: &str = "moelle.refusal";

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
    let facts = Context::map_current(|cx| cx.get::<CallFacts>().cloned());
    if let Some(facts) = facts {
        // The first reason stands.
        let _ = facts.refusal.set(reason.into());
    }
}

/// What was said about one call. It rides in the OpenTelemetry context, which child spans inherit,
/// because the server span itself cannot: a span held by its own context would never end.
#[derive(Clone, Default)]
pub(crate) struct CallFacts {
    refusal: Arc<OnceLock<Cow<'static, str>>>,
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

    /// Puts on the span what was said.
    pub(crate) fn describe(&self, span: &Span) {
        if let Some(reason) = self.refusal.get() {
            span.set_attribute(REFUSAL, reason.clone());
        }
    }
}
