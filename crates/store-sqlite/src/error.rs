//! What the errors of sqlx mean to a store.

use moelle_games::{GameId, Inconsistent, StoreError};
use sqlx::error::DatabaseError;

/// A statement or a change that failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The file cannot be used now.
    Away(sqlx::Error),
    /// There was no connection in time, or another process was writing for too long.
    Busy,
    /// A row of this table is there already.
    Taken(&'static str, sqlx::Error),
    /// A column holds what it cannot.
    Column(String, sqlx::Error),
    /// A mistake of ours.
    Mistake(Box<dyn std::error::Error + Send + Sync>),
}

/// The tables, as violations of uniqueness name them.
const TABLES: [&str; 9] = [
    "games",
    "events",
    "receipts",
    "creations",
    "spectators",
    "applications",
    "webhooks",
    "deliveries",
    "api_keys",
];

/// Primary result codes of SQLite.
mod code {
    pub(super) const BUSY: i32 = 5;
    pub(super) const LOCKED: i32 = 6;
    pub(super) const READONLY: i32 = 8;
    pub(super) const IOERR: i32 = 10;
    pub(super) const FULL: i32 = 13;
    pub(super) const CANTOPEN: i32 = 14;
}

impl From<sqlx::Error> for Failure {
    fn from(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::PoolTimedOut => Self::Busy,
            sqlx::Error::PoolClosed | sqlx::Error::Io(_) | sqlx::Error::WorkerCrashed => {
                Self::Away(error)
            }
            sqlx::Error::ColumnDecode { index, .. } => {
                let column = index.trim_matches('"').to_owned();
                Self::Column(column, error)
            }
            sqlx::Error::Database(cause) => match (primary_code(&**cause), taken(&**cause)) {
                (code::BUSY | code::LOCKED, _) => Self::Busy,
                (code::READONLY | code::IOERR | code::FULL | code::CANTOPEN, _) => {
                    Self::Away(error)
                }
                (_, Some(table)) => Self::Taken(table, error),
                _ => Self::Mistake(error.into()),
            },
            _ => Self::Mistake(error.into()),
        }
    }
}

impl Failure {
    /// What it means to the games; `table` and `game` say where a bad column is.
    pub(crate) fn into_store_error(self, table: &'static str, game: Option<GameId>) -> StoreError {
        match (self, game) {
            (Self::Away(error), _) => StoreError::Unavailable(error.into()),
            (Self::Busy, _) => StoreError::Busy,
            (Self::Column(column, error), Some(game)) => {
                tracing::error!(%error, table, column, %game, "a value cannot be read");
                Inconsistent {
                    table,
                    column: "?",
                    game,
                    what: format!("the value of {column} cannot be read"),
                }
                .into()
            }
            (Self::Taken(_, error) | Self::Column(_, error), _) => {
                StoreError::Internal(error.into())
            }
            (Self::Mistake(error), _) => StoreError::Internal(error),
        }
    }

    /// One of few words, for telemetry.
    pub(crate) const fn name(&self) -> &'static str {
        match self {
            Self::Away(_) => "unavailable",
            Self::Busy => "busy",
            Self::Taken(..) => "constraint",
            Self::Column(..) => "column",
            Self::Mistake(_) => "mistake",
        }
    }
}

/// The lowest byte of an extended result code.
fn primary_code(error: &dyn DatabaseError) -> i32 {
    let code = error.code().and_then(|code| code.parse::<i32>().ok());
    code.map_or(0, |code| code & 0xff)
}

/// The table whose key a row has already. SQLite does not name constraints of uniqueness but lists
/// their columns: `UNIQUE constraint failed: events.game_id, events.revision`.
fn taken(error: &dyn DatabaseError) -> Option<&'static str> {
    if !error.is_unique_violation() {
        return None;
    }
    let (_, columns) = error.message().split_once(": ")?;
    let (table, _) = columns.split_once('.')?;
    TABLES.into_iter().find(|known| *known == table)
}
