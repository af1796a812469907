//! Spans of database statements. It needs nothing but `tracing`.

use tracing::{Span, field::Empty};

/// The database that a statement goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DbSystem {
    /// `PostgreSQL`.
    Postgresql,
    /// `SQLite`.
    Sqlite,
}

impl DbSystem {
    /// The name in the conventions of OpenTelemetry.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Postgresql => "postgresql",
            Self::Sqlite => "sqlite",
        }
    }
}

/// A span for one statement, named `{operation} {collection}`, to run it in with `.instrument(…)`.
///
/// The operation is a word such as `SELECT` or `UPDATE` and the collection a table; neither may
/// hold a value. The statement's text and its values are never recorded.
#[must_use]
pub fn db_span(system: DbSystem, operation: &'static str, collection: &'static str) -> Span {
    tracing::info_span!(
        "db",
        otel.name = format_args!("{operation} {collection}"),
        otel.kind = "client",
        otel.status_code = Empty,
        db.system.name = system.as_str(),
        db.operation.name = operation,
        db.collection.name = collection,
        "error.type" = Empty,
    )
}

/// Says on a statement's span that it failed, and with what kind of error.
///
/// The kind is one of few, such as `pool_timed_out` or an SQLSTATE, and never a message.
pub fn record_db_error(span: &Span, kind: &str) {
    span.record("otel.status_code", "ERROR");
    span.record("error.type", kind);
}
