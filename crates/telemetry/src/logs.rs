//! Log lines as JSON, one object a line, with the trace id.

use std::{fmt, io::Write as _};

use opentelemetry::{
    Context as OtelContext,
    trace::{SpanContext, TraceContextExt as _},
};
use serde::ser::{SerializeMap as _, Serializer as _};
use tracing::{
    Event, Metadata, Subscriber,
    field::{Field, Visit},
};
use tracing_subscriber::{
    Layer,
    fmt::{
        MakeWriter,
        format::Writer,
        time::{FormatTime as _, SystemTime},
        writer::BoxMakeWriter,
    },
    layer::Context,
};

/// Names that a field of an event cannot take.
const RESERVED: [&str; 5] = ["timestamp", "level", "target", "trace_id", "span_id"];

/// Writes each event as one JSON object with its fields, and the ids of the span it happened in.
///
/// Fields of spans are left out: a line is readable alone, and what is not written cannot leak.
pub(crate) struct JsonLines {
    writer: BoxMakeWriter,
}

impl JsonLines {
    pub(crate) fn new(writer: BoxMakeWriter) -> Self {
        Self { writer }
    }
}

impl<S: Subscriber> Layer<S> for JsonLines {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let Ok(mut line) = json_line(event) else {
            return;
        };
        line.push(b'\n');
        // Where logs cannot be written, there is nowhere to say so.
        let _ = self
            .writer
            .make_writer_for(event.metadata())
            .write_all(&line);
    }
}

fn json_line(event: &Event<'_>) -> Result<Vec<u8>, serde_json::Error> {
    let metadata = event.metadata();
    let mut line = Vec::with_capacity(256);
    let mut serializer = serde_json::Serializer::new(&mut line);
    let mut map = serializer.serialize_map(None)?;
    map.serialize_entry("timestamp", &timestamp())?;
    map.serialize_entry("level", metadata.level().as_str())?;
    map.serialize_entry("target", metadata.target())?;
    let mut fields = Fields {
        map: &mut map,
        result: Ok(()),
    };
    event.record(&mut fields);
    fields.result?;
    if let Some(context) = span_context(metadata) {
        map.serialize_entry("trace_id", &context.trace_id().to_string())?;
        map.serialize_entry("span_id", &context.span_id().to_string())?;
    }
    map.end()?;
    Ok(line)
}

fn timestamp() -> String {
    let mut text = String::with_capacity(32);
    let _ = SystemTime.format_time(&mut Writer::new(&mut text));
    text
}

/// The span that runs now, unless the event comes from the OpenTelemetry libraries: those may speak
/// while they hold the context.
fn span_context(metadata: &Metadata<'_>) -> Option<SpanContext> {
    if metadata.target().starts_with("opentelemetry") {
        return None;
    }
    OtelContext::map_current(|cx| Some(cx.span().span_context().clone()))
        .filter(SpanContext::is_valid)
}

struct Fields<'a, M: serde::ser::SerializeMap> {
    map: &'a mut M,
    result: Result<(), M::Error>,
}

impl<M: serde::ser::SerializeMap> Fields<'_, M> {
    fn entry<T: serde::Serialize + ?Sized>(&mut self, field: &Field, value: &T) {
        if self.result.is_err() {
            return;
        }
        let name = field.name();
        self.result = if RESERVED.contains(&name) {
            self.map.serialize_entry(&format!("{name}_"), value)
        } else {
            self.map.serialize_entry(name, value)
        };
    }
}

impl<M: serde::ser::SerializeMap> Visit for Fields<'_, M> {
    fn record_f64(&mut self, field: &Field, value: f64) {
        self.entry(field, &value);
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.entry(field, &value);
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.entry(field, &value);
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.entry(field, &value);
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.entry(field, value);
    }

    fn record_error(&mut self, field: &Field, value: &(dyn std::error::Error + 'static)) {
        let mut text = value.to_string();
        let mut source = value.source();
        while let Some(error) = source {
            text = format!("{text}: {error}");
            source = error.source();
        }
        self.entry(field, &text);
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.entry(field, &format!("{value:?}"));
    }
}
