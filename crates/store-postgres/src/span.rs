//! The span of a statement.

use std::sync::Arc;

use moelle_games::StatementKind;
use tracing::field::Empty;
use tracing::{Level, Span};

/// Where statements go, as their spans tell it.
#[derive(Debug, Clone)]
pub(crate) struct Peer {
    /// The host, or the path of a socket.
    pub(crate) host: Arc<str>,
    /// The port, where there is one.
    pub(crate) port: Option<u16>,
    /// The name of the database.
    pub(crate) database: Arc<str>,
}

/// A span for one statement, named `{operation} {table}`, in that which runs now.
pub(crate) fn statement_span(peer: &Peer, kind: StatementKind) -> Span {
    statement_span_in(&Span::current(), peer, kind)
}

/// The same in another span.
pub(crate) fn statement_span_in(parent: &Span, peer: &Peer, kind: StatementKind) -> Span {
    macro_rules! span {
        ($level:expr) => {
            tracing::span!(
                parent: parent,
                $level,
                "db",
                otel.name = format_args!("{} {}", kind.operation, kind.table),
                otel.kind = "client",
                otel.status_code = Empty,
                db.system.name = "postgresql",
                db.namespace = &*peer.database,
                db.operation.name = kind.operation,
                db.collection.name = kind.table,
                server.address = &*peer.host,
                server.port = peer.port.map(i64::from),
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
