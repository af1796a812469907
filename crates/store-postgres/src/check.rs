//! Whether the store answers.

use std::time::Duration;

use moelle_games::StoreError;

use crate::database::Database;
use crate::error::Failure;
use crate::migrate;
use crate::reads::SchemaVersion;

/// How long an answer may take.
const WITHIN: Duration = Duration::from_secs(1);

/// Fails within a second if the database does not answer or is older than this release.
pub(crate) async fn check(database: &Database) -> Result<(), StoreError> {
    let failed = |failure: Failure| failure.into_store_error("_sqlx_migrations", None);
    match tokio::time::timeout(WITHIN, database.once(&SchemaVersion)).await {
        Ok(Ok(version)) if version.unwrap_or(0) >= migrate::newest() => Ok(()),
        Ok(Ok(_)) => Err(failed(Failure::outdated(database.address()))),
        Ok(Err(failure)) => Err(failed(failure)),
        Err(_) if database.is_reachable() => Err(StoreError::Busy),
        Err(_) => Err(failed(Failure::silent(database.address(), true))),
    }
}
