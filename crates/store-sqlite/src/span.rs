//! The span of a statement.

use moelle_games::StatementKind;
use tracing::field::Empty;
use tracing::{Level, Span};

/// A span for one statement or transaction, named `{operation} {table}`.
pub(crate) fn statement_span(kind: StatementKind) -> Span {
    macro_rules! span {
        ($level:expr) => {
            tracing::span!(
                $level,
                "db",
                otel.name = format_args!("{} {}", kind.operation, kind.table),
                otel.kind = "client",
                otel.status_code = Empty,
                db.system.name = "sqlite",
                db.operation.name = kind.operation,
                db.collection.name = kind.table,
                "error.type" = Empty,
            )
        };
    }
    if kind.is_poll {
        span!(Level::DEBUG)
    } else {
        span!(Level::INFO)
    }
}
