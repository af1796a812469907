//! The span of a statement.

use tracing::Span;
use tracing::field::Empty;

/// A span for one statement, named `{operation} {table}`. Neither its text nor its values are
/// recorded.
pub(crate) fn statement_span(operation: &'static str, table: &'static str) -> Span {
    tracing::info_span!(
        "db",
        otel.name = format_args!("{operation} {table}"),
        otel.kind = "client",
        otel.status_code = Empty,
        db.system.name = "postgresql",
        db.operation.name = operation,
        db.collection.name = table,
        "error.type" = Empty,
    )
}

/// Says that a statement failed, in one of few words.
pub(crate) fn record_failure(span: &Span, kind: &str) {
    span.record("otel.status_code", "ERROR");
    span.record("error.type", kind);
}
