//! Bringing a database up to date.

use sqlx::error::DatabaseError;
use sqlx::migrate::Migrator;
use sqlx::{Connection, PgConnection};
use thiserror::Error;

use crate::options::{ConnectUrl, InvalidUrl};

/// Why a database could not be brought up to date.
#[derive(Debug, Error)]
pub enum MigrateError {
    /// The URL is none.
    #[error(transparent)]
    InvalidUrl(#[from] InvalidUrl),
    /// The server cannot be reached.
    #[error("PostgreSQL at {address} cannot be reached")]
    Unreachable {
        /// Its host and port.
        address: String,
        /// Why.
        #[source]
        cause: sqlx::Error,
    },
    /// The server is there but does not let this user into this database: the password is wrong, or
    /// there is no such user or database.
    #[error("PostgreSQL at {address} refuses the user or the database")]
    Refused {
        /// Its host and port.
        address: String,
        /// Why.
        #[source]
        cause: sqlx::Error,
    },
    /// A migration failed, or is not the one that was run before under its number.
    #[error("the database at {address} cannot be migrated")]
    Failed {
        /// Its host and port.
        address: String,
        /// Why.
        #[source]
        cause: sqlx::migrate::MigrateError,
    },
}

/// Brings a database up to date, on a connection of its own.
///
/// Several replicas may do so at the same instant: they take turns by an advisory lock. A database
/// that is newer than this release is left as it is.
///
/// # Errors
///
/// [`MigrateError`].
pub async fn migrate(url: &str) -> Result<(), MigrateError> {
    let url = ConnectUrl::parse(url)?;
    let address = url.address();
    let options = url.unlimited("moelle-migrate");
    let mut connection = match PgConnection::connect_with(&options).await {
        Ok(connection) => connection,
        Err(cause) if is_refusal(&cause) => return Err(MigrateError::Refused { address, cause }),
        Err(cause) => return Err(MigrateError::Unreachable { address, cause }),
    };
    let result = migrator().run(&mut connection).await;
    // The lock goes with the session, whatever happened.
    if let Err(error) = connection.close().await {
        tracing::debug!(%error, "the connection of the migrations was not closed in peace");
    }
    result.map_err(|cause| MigrateError::Failed { address, cause })
}

/// The number of the newest migration of this release.
pub(crate) fn newest() -> i64 {
    migrator()
        .iter()
        .map(|migration| migration.version)
        .max()
        .unwrap_or(0)
}

/// Whether waiting is of no use: a wrong password or user (class 28), or no such database.
fn is_refusal(error: &sqlx::Error) -> bool {
    let state = error.as_database_error().and_then(DatabaseError::code);
    state.is_some_and(|state| state.starts_with("28") || state == "3D000")
}

/// The migrations of this release. They are only ever added.
fn migrator() -> Migrator {
    let mut migrator = sqlx::migrate!();
    migrator.set_ignore_missing(true);
    migrator
}
