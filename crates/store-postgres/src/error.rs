//! What the errors of sqlx mean to a store.

use std::sync::Arc;

use moelle_games::{GameId, Inconsistent, StoreError};
use thiserror::Error;

/// A statement that failed.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) kind: Kind,
    /// Whether the server may have seen the statement.
    pub(crate) sent: bool,
    cause: DatabaseError,
}

/// What kind of failure it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The session was lost, or is of no use any more; another one may do.
    Lost,
    /// The database is there but cannot do its work, whichever session asks.
    Away,
    /// There was no session in time, or the statement took too long and was taken back.
    Busy,
    /// A constraint, by its name.
    Constraint(String),
    /// A column holds what it cannot.
    Column(String),
    /// A mistake of ours.
    Mistake,
}

/// An error of the database, which says where it is.
#[derive(Debug, Error)]
#[error("PostgreSQL at {address}: {what}")]
struct DatabaseError {
    address: Arc<str>,
    what: &'static str,
    #[source]
    cause: Option<sqlx::Error>,
}

impl Failure {
    /// A failure to get a session: nothing was sent.
    pub(crate) fn unsent(address: &Arc<str>, error: sqlx::Error) -> Self {
        Self::new(address, error, false)
    }

    /// A failure of a statement on a session.
    pub(crate) fn sent(address: &Arc<str>, error: sqlx::Error) -> Self {
        Self::new(address, error, true)
    }

    /// No answer came in time. Waiting longer is for the caller to decide.
    pub(crate) fn silent(address: &Arc<str>, sent: bool) -> Self {
        Self {
            kind: Kind::Away,
            sent,
            cause: DatabaseError {
                address: Arc::clone(address),
                what: "no answer",
                cause: None,
            },
        }
    }

    /// The schema is older than this release.
    pub(crate) fn outdated(address: &Arc<str>) -> Self {
        Self {
            kind: Kind::Away,
            sent: true,
            cause: DatabaseError {
                address: Arc::clone(address),
                what: "the database has not been migrated to this release",
                cause: None,
            },
        }
    }

    fn new(address: &Arc<str>, error: sqlx::Error, sent: bool) -> Self {
        let kind = Kind::of(&error);
        Self {
            cause: DatabaseError {
                address: Arc::clone(address),
                what: kind.words(),
                cause: Some(error),
            },
            kind,
            sent,
        }
    }

    /// What it means to the games; `table` and `game` say where a bad column is.
    pub(crate) fn into_store_error(self, table: &'static str, game: Option<GameId>) -> StoreError {
        match self.kind {
            Kind::Lost | Kind::Away => StoreError::Unavailable(Box::new(self.cause)),
            Kind::Busy => {
                tracing::warn!(
                    error = &self.cause as &dyn std::error::Error,
                    "the store is busy"
                );
                StoreError::Busy
            }
            Kind::Column(ref column) => match game {
                Some(game) => Inconsistent {
                    table,
                    column: known_column(column),
                    game,
                    what: "the value cannot be read".to_owned(),
                }
                .into(),
                None => StoreError::Internal(Box::new(self.cause)),
            },
            Kind::Constraint(_) | Kind::Mistake => StoreError::Internal(Box::new(self.cause)),
        }
    }
}

impl Kind {
    fn of(error: &sqlx::Error) -> Self {
        match error {
            sqlx::Error::Database(error) => match error.constraint() {
                Some(name) => Self::Constraint(name.to_owned()),
                None => Self::of_state(&error.code().unwrap_or_default()),
            },
            sqlx::Error::Io(_)
            | sqlx::Error::Tls(_)
            | sqlx::Error::Protocol(_)
            | sqlx::Error::PoolClosed
            | sqlx::Error::WorkerCrashed => Self::Lost,
            sqlx::Error::PoolTimedOut => Self::Busy,
            sqlx::Error::ColumnDecode { index, .. } => {
                Self::Column(index.trim_matches('"').to_owned())
            }
            _ => Self::Mistake,
        }
    }

    /// The kind of an SQLSTATE.
    fn of_state(state: &str) -> Self {
        match state {
            // Connection exceptions; the server shuts down, has crashed or is starting; and a
            // primary that has become a standby, where another session may find the new primary.
            "57P01" | "57P02" | "57P03" | "57P05" | "25006" => Self::Lost,
            _ if state.starts_with("08") => Self::Lost,
            // Too many connections, memory, disk; no such database, schema or table yet, or a
            // column of a newer schema; a password or role that is (or is not yet) set up.
            "3D000" | "3F000" | "42P01" | "42703" => Self::Away,
            _ if state.starts_with("53") || state.starts_with("28") => Self::Away,
            // Taken back: the statement's time was over, or a lock did not come.
            "57014" | "55P03" => Self::Busy,
            _ if state.starts_with("40") => Self::Busy,
            _ => Self::Mistake,
        }
    }

    /// One of few words, for telemetry.
    pub(crate) const fn name(&self) -> &'static str {
        match self {
            Self::Lost => "connection_lost",
            Self::Away => "unavailable",
            Self::Busy => "busy",
            Self::Constraint(_) => "constraint",
            Self::Column(_) => "column",
            Self::Mistake => "mistake",
        }
    }

    const fn words(&self) -> &'static str {
        match self {
            Self::Lost => "the connection was lost, or there was none to be had",
            Self::Away => "it cannot serve now",
            Self::Busy => "no session was free, or the statement took too long",
            Self::Constraint(_) => "a constraint was violated",
            Self::Column(_) => "a value cannot be read",
            Self::Mistake => "the statement failed",
        }
    }
}

/// The column of that name, as the domain wants it: of the program, not of the row.
fn known_column(name: &str) -> &'static str {
    const COLUMNS: [&str; 16] = [
        "revision",
        "quiet_since",
        "created_at",
        "updated_at",
        "clock_since",
        "deadline",
        "white_invitation_expires_at",
        "black_invitation_expires_at",
        "at",
        "occurrences",
        "position_key",
        "position_keys",
        "position",
        "owner_token",
        "rules",
        "visibility",
    ];
    COLUMNS
        .into_iter()
        .find(|column| *column == name)
        .unwrap_or("?")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_mean_what_a_caller_can_do_about_them() {
        for (state, kind) in [
            ("57P01", Kind::Lost),
            ("57P03", Kind::Lost),
            ("08006", Kind::Lost),
            ("25006", Kind::Lost),
            ("53300", Kind::Away),
            ("53100", Kind::Away),
            ("42P01", Kind::Away),
            ("28P01", Kind::Away),
            ("57014", Kind::Busy),
            ("40P01", Kind::Busy),
            ("22003", Kind::Mistake),
            ("42601", Kind::Mistake),
            ("XX000", Kind::Mistake),
        ] {
            assert_eq!(Kind::of_state(state), kind, "{state}");
        }
    }

    #[test]
    fn an_error_tells_the_address_and_its_cause() {
        let address: Arc<str> = "db.example:5432".into();
        let refused = std::io::Error::from(std::io::ErrorKind::ConnectionRefused);
        let error = Failure::unsent(&address, refused.into()).into_store_error("games", None);
        let StoreError::Unavailable(cause) = error else {
            panic!("{error:?}");
        };
        assert!(cause.to_string().contains("db.example:5432"), "{cause}");
        let root = cause.source().expect("a cause").to_string();
        assert!(root.contains("connection refused"), "{root}");
    }
}
