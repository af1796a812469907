//! The W3C trace context in headers, read strictly.
//!
//! The propagator of the SDK takes short or signed numbers for ids; here a header is either exactly
//! what the recommendation says or it is ignored.

use http::{HeaderMap, HeaderName, HeaderValue};
use opentelemetry::{
    Context,
    trace::{SpanContext, SpanId, TraceContextExt, TraceFlags, TraceId, TraceState},
};

pub(crate) const TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");
const TRACESTATE: HeaderName = HeaderName::from_static("tracestate");

/// The length of `00-{trace id}-{span id}-{flags}`.
const TRACEPARENT_LEN: usize = 55;

/// The trace id of the span that runs now, as 32 hexadecimal digits.
#[must_use]
pub fn current_trace_id() -> Option<String> {
    Context::map_current(|cx| {
        let span = cx.span();
        let context = span.span_context();
        context.is_valid().then(|| context.trace_id().to_string())
    })
}

/// The `traceparent` of the span that runs now.
#[must_use]
pub fn current_traceparent() -> Option<HeaderValue> {
    Context::map_current(|cx| traceparent(cx.span().span_context()))
}

/// The caller's span, if the headers name one; a malformed or repeated `traceparent` names none.
pub(crate) fn extract(headers: &HeaderMap) -> Option<SpanContext> {
    let mut values = headers.get_all(TRACEPARENT).iter();
    let (trace_id, span_id, flags) = parse_traceparent(values.next()?.as_bytes())?;
    if values.next().is_some() {
        return None;
    }
    let context = SpanContext::new(trace_id, span_id, flags, true, tracestate(headers));
    context.is_valid().then_some(context)
}

/// Names the span in the headers, in place of any span that they named.
pub(crate) fn inject(context: &SpanContext, headers: &mut HeaderMap) {
    let Some(value) = traceparent(context) else {
        return;
    };
    headers.insert(TRACEPARENT, value);
    headers.remove(TRACESTATE);
    let state = context.trace_state().header();
    if !state.is_empty()
        && let Ok(value) = HeaderValue::try_from(state)
    {
        headers.insert(TRACESTATE, value);
    }
}

/// The header that names the span; `None` for a span without ids.
pub(crate) fn traceparent(context: &SpanContext) -> Option<HeaderValue> {
    let text = format!(
        "00-{}-{}-{:02x}",
        context.trace_id(),
        context.span_id(),
        context.trace_flags() & TraceFlags::SAMPLED
    );
    HeaderValue::try_from(text)
        .ok()
        .filter(|_| context.is_valid())
}

fn parse_traceparent(value: &[u8]) -> Option<(TraceId, SpanId, TraceFlags)> {
    let (known, rest) = value.split_at_checked(TRACEPARENT_LEN)?;
    if [known[2], known[35], known[52]] != *b"---" {
        return None;
    }
    let version = lower_hex(&known[..2])?;
    // Later versions may append fields; this one may not, and ff is forbidden.
    let rest_is_fine = match version {
        "00" => rest.is_empty(),
        "ff" => false,
        _ => rest.first().is_none_or(|&byte| byte == b'-'),
    };
    if !rest_is_fine {
        return None;
    }
    let trace_id = TraceId::from_hex(lower_hex(&known[3..35])?).ok()?;
    let span_id = SpanId::from_hex(lower_hex(&known[36..52])?).ok()?;
    let flags = u8::from_str_radix(lower_hex(&known[53..])?, 16).ok()?;
    Some((
        trace_id,
        span_id,
        TraceFlags::new(flags) & TraceFlags::SAMPLED,
    ))
}

fn lower_hex(bytes: &[u8]) -> Option<&str> {
    bytes
        .iter()
        .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
        .then(|| std::str::from_utf8(bytes).ok())?
}

fn tracestate(headers: &HeaderMap) -> TraceState {
    let parts: Vec<&str> = headers
        .get_all(TRACESTATE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .collect();
    parts.join(",").parse().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    fn headers(values: &[&str]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(
                TRACEPARENT,
                HeaderValue::try_from(*value).expect("a header value"),
            );
        }
        headers
    }

    #[test]
    fn a_good_traceparent_is_read_and_written_back() {
        let context = extract(&headers(&[GOOD])).expect("well formed");
        assert!(context.is_remote() && context.is_sampled());
        assert_eq!(
            traceparent(&context).expect("valid"),
            HeaderValue::from_static(GOOD)
        );
    }

    #[test]
    fn only_the_sampled_flag_is_kept() {
        let context = extract(&headers(&[&GOOD.replace("-01", "-02")])).expect("well formed");
        assert!(!context.is_sampled());
    }

    #[test]
    fn a_later_version_may_have_more_fields() {
        for value in [
            GOOD.replacen("00", "cc", 1),
            format!("{}-what-ever", GOOD.replacen("00", "cc", 1)),
        ] {
            assert!(extract(&headers(&[&value])).is_some(), "{value}");
        }
    }

    #[test]
    fn malformed_traceparents_are_ignored() {
        for value in [
            "",
            "00",
            "garbage",
            "00-1-2-01",
            "00-+af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
            "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
            "00-00000000000000000000000000000000-b7ad6b7169203331-01",
            "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-1",
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0x",
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-",
            "00-0af7651916cd43dd8448eb211c80319c_b7ad6b7169203331-01",
            "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
            "cc-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01.what",
        ] {
            assert!(extract(&headers(&[value])).is_none(), "{value:?}");
        }
        let bytes = HeaderValue::from_bytes(&[0xff; TRACEPARENT_LEN]).expect("opaque bytes");
        let mut opaque = HeaderMap::new();
        opaque.insert(TRACEPARENT, bytes);
        assert!(extract(&opaque).is_none());
    }

    #[test]
    fn a_repeated_traceparent_is_ignored() {
        assert!(extract(&headers(&[GOOD, GOOD])).is_none());
    }

    #[test]
    fn the_trace_state_travels_along() {
        let mut incoming = headers(&[GOOD]);
        incoming.append(TRACESTATE, HeaderValue::from_static("a=1"));
        incoming.append(TRACESTATE, HeaderValue::from_static("b=2"));
        let context = extract(&incoming).expect("well formed");

        let mut outgoing = HeaderMap::new();
        outgoing.insert(TRACESTATE, HeaderValue::from_static("stale=1"));
        inject(&context, &mut outgoing);
        assert_eq!(outgoing[TRACEPARENT], GOOD);
        assert_eq!(outgoing[TRACESTATE], "a=1,b=2");

        incoming.insert(TRACESTATE, HeaderValue::from_static("=,=,"));
        assert!(extract(&incoming).is_some(), "only the state is lost");
    }

    #[test]
    fn a_span_without_ids_is_not_named() {
        let mut outgoing = HeaderMap::new();
        inject(&SpanContext::empty_context(), &mut outgoing);
        assert!(outgoing.is_empty());
    }
}
