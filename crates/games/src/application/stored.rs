//! Applications and keys as a store keeps them.

use time::OffsetDateTime;
use uuid::Uuid;

use super::{ApiKey, ApiKeyId, Application, ApplicationId, Label, Limit, QuotaOverrides};
use crate::StoreError;

/// A row of `applications`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredApplication {
    /// The id.
    pub application_id: Uuid,
    /// What it is called.
    pub name: String,
    /// When it was made.
    pub created_at: OffsetDateTime,
    /// Its quotas.
    pub quotas: StoredQuotas,
}

/// The columns of quotas: each a number, or `None` where the application has none of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoredQuotas {
    /// Games that have not ended; 0: as many as may come.
    pub running_games_max: Option<i64>,
    /// Games created within 24 hours; 0: as many as may come.
    pub games_per_day_max: Option<i64>,
    /// Events of one game.
    pub game_events_max: Option<i64>,
    /// Keys that work.
    pub keys_max: Option<i64>,
}

/// A row of `api_keys`, its hash left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredKey {
    /// The id.
    pub key_id: Uuid,
    /// Whose it is.
    pub application_id: Uuid,
    /// What it is called.
    pub name: String,
    /// When it was made.
    pub created_at: OffsetDateTime,
    /// From when on it works no more.
    pub expires_at: Option<OffsetDateTime>,
    /// When it was revoked.
    pub revoked_at: Option<OffsetDateTime>,
}

impl TryFrom<StoredApplication> for Application {
    type Error = StoreError;

    fn try_from(row: StoredApplication) -> Result<Self, StoreError> {
        let id = ApplicationId::from_uuid(row.application_id);
        let quota = |column, number: Option<i64>| {
            number
                .map(|number| {
                    u32::try_from(number).map_err(|_| wrong("applications", column, &id, number))
                })
                .transpose()
        };
        let quotas = row.quotas;
        let limit =
            |column, number| quota(column, number).map(|number| number.map(Limit::from_number));
        Ok(Self {
            id,
            name: label("applications", &id, &row.name)?,
            created_at: row.created_at,
            quotas: QuotaOverrides {
                running_games: limit("running_games_max", quotas.running_games_max)?,
                games_per_day: limit("games_per_day_max", quotas.games_per_day_max)?,
                game_events: quota("game_events_max", quotas.game_events_max)?,
                keys: quota("keys_max", quotas.keys_max)?,
            },
        })
    }
}

impl TryFrom<StoredKey> for ApiKey {
    type Error = StoreError;

    fn try_from(row: StoredKey) -> Result<Self, StoreError> {
        let id = ApiKeyId::from_uuid(row.key_id);
        Ok(Self {
            id,
            application: ApplicationId::from_uuid(row.application_id),
            name: label("api_keys", &id, &row.name)?,
            created_at: row.created_at,
            expires_at: row.expires_at,
            revoked_at: row.revoked_at,
        })
    }
}

impl From<&QuotaOverrides> for StoredQuotas {
    fn from(quotas: &QuotaOverrides) -> Self {
        let number = |limit: Option<Limit>| limit.map(|limit| limit.number().into());
        Self {
            running_games_max: number(quotas.running_games),
            games_per_day_max: number(quotas.games_per_day),
            game_events_max: quotas.game_events.map(Into::into),
            keys_max: quotas.keys.map(Into::into),
        }
    }
}

fn label(table: &'static str, id: &dyn std::fmt::Display, text: &str) -> Result<Label, StoreError> {
    text.parse()
        .map_err(|error| wrong(table, "name", id, error))
}

fn wrong(
    table: &str,
    column: &str,
    id: &dyn std::fmt::Display,
    what: impl std::fmt::Display,
) -> StoreError {
    StoreError::Internal(format!("{table}.{column} of {id}: {what}").into())
}
