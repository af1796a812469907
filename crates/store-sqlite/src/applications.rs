//! Applications and their keys.

use async_trait::async_trait;
use moelle_games::{
    ApiKey, ApiKeyId, Application, ApplicationId, ApplicationStore, QuotaOverrides, SecretHash,
    StoreError, StoredApplication, StoredKey, StoredQuotas, Usage, UsageQuestion,
};
use sqlx::sqlite::SqliteConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::SqliteStore;
use crate::error::Failure;
use crate::reads::{Readers, select};
use crate::times::{from_micros, micros};
use crate::writer::{Change, Verdict};

/// A new application. Gives whether it was stored: not where there is one of its name.
struct InsertApplication(Application);

impl Change for InsertApplication {
    type Output = bool;
    const OPERATION: &'static str = "INSERT";
    const TABLE: &'static str = "applications";

    async fn run(self, writer: &mut SqliteConnection) -> Result<Verdict<bool>, Failure> {
        let Self(application) = self;
        let quotas = StoredQuotas::from(&application.quotas);
        let (id, name) = (application.id.as_uuid(), application.name.as_str());
        let created_at = micros(application.created_at);
        let done = sqlx::query_file!(
            "queries/insert_application.sql",
            id,
            created_at,
            quotas.running_games_max,
            quotas.games_per_day_max,
            quotas.game_events_max,
            quotas.keys_max,
            name,
        )
        .execute(writer)
        .await?;
        Ok(Verdict::Keep(done.rows_affected() > 0))
    }
}

/// The quotas of an application. Gives whether it is there.
struct SetQuotas {
    id: ApplicationId,
    quotas: StoredQuotas,
}

impl Change for SetQuotas {
    type Output = bool;
    const OPERATION: &'static str = "UPDATE";
    const TABLE: &'static str = "applications";

    async fn run(self, writer: &mut SqliteConnection) -> Result<Verdict<bool>, Failure> {
        let (id, quotas) = (self.id.as_uuid(), self.quotas);
        let done = sqlx::query_file!(
            "queries/set_quotas.sql",
            id,
            quotas.running_games_max,
            quotas.games_per_day_max,
            quotas.game_events_max,
            quotas.keys_max,
        )
        .execute(writer)
        .await?;
        Ok(Verdict::Keep(done.rows_affected() > 0))
    }
}

/// A new key. Gives whether it was stored: not where there are too many.
struct InsertKey {
    key: ApiKey,
    hash: SecretHash,
    max: u32,
}

impl Change for InsertKey {
    type Output = bool;
    const OPERATION: &'static str = "INSERT";
    const TABLE: &'static str = "api_keys";

    async fn run(self, writer: &mut SqliteConnection) -> Result<Verdict<bool>, Failure> {
        let Self { key, hash, max } = self;
        let (id, application) = (key.id.as_uuid(), key.application.as_uuid());
        let (created_at, expires_at) = (micros(key.created_at), key.expires_at.map(micros));
        let (hash, name) = (hash.as_bytes().as_slice(), key.name.as_str());
        let done = sqlx::query_file!(
            "queries/insert_key.sql",
            id,
            application,
            created_at,
            expires_at,
            hash,
            name,
            max,
        )
        .execute(writer)
        .await?;
        Ok(Verdict::Keep(done.rows_affected() > 0))
    }
}

/// A new key in place of another. Gives whether it was stored: not where the other works no more.
struct RotateKey {
    old: ApiKeyId,
    until: OffsetDateTime,
    key: ApiKey,
    hash: SecretHash,
}

impl Change for RotateKey {
    type Output = bool;
    const OPERATION: &'static str = "INSERT";
    const TABLE: &'static str = "api_keys";

    async fn run(self, writer: &mut SqliteConnection) -> Result<Verdict<bool>, Failure> {
        let Self {
            old,
            until,
            key,
            hash,
        } = self;
        let (old, id, until) = (old.as_uuid(), key.id.as_uuid(), micros(until));
        let (created_at, expires_at) = (micros(key.created_at), key.expires_at.map(micros));
        let (hash, name) = (hash.as_bytes().as_slice(), key.name.as_str());
        let ended = sqlx::query_file!("queries/end_key.sql", old, until, created_at)
            .execute(&mut *writer)
            .await?;
        if ended.rows_affected() == 0 {
            return Ok(Verdict::TakeBack(false));
        }
        sqlx::query_file!(
            "queries/succeed_key.sql",
            old,
            id,
            created_at,
            expires_at,
            hash,
            name,
        )
        .execute(writer)
        .await?;
        Ok(Verdict::Keep(true))
    }
}

/// Revokes a key. Gives whether it is there.
struct RevokeKey {
    key: ApiKeyId,
    at: OffsetDateTime,
}

impl Change for RevokeKey {
    type Output = bool;
    const OPERATION: &'static str = "UPDATE";
    const TABLE: &'static str = "api_keys";

    async fn run(self, writer: &mut SqliteConnection) -> Result<Verdict<bool>, Failure> {
        let (key, at) = (self.key.as_uuid(), micros(self.at));
        let done = sqlx::query_file!("queries/revoke_key.sql", key, at)
            .execute(writer)
            .await?;
        Ok(Verdict::Keep(done.rows_affected() > 0))
    }
}

/// A row of `api_keys`, as sqlx reads it.
struct KeyRow {
    key_id: Uuid,
    application_id: Uuid,
    created_at: i64,
    expires_at: Option<i64>,
    revoked_at: Option<i64>,
    name: String,
}

impl TryFrom<KeyRow> for ApiKey {
    type Error = StoreError;

    fn try_from(row: KeyRow) -> Result<Self, StoreError> {
        let perhaps = |at: Option<i64>| at.map(|at| time("api_keys", at)).transpose();
        Self::try_from(StoredKey {
            key_id: row.key_id,
            application_id: row.application_id,
            name: row.name,
            created_at: time("api_keys", row.created_at)?,
            expires_at: perhaps(row.expires_at)?,
            revoked_at: perhaps(row.revoked_at)?,
        })
    }
}

fn time(table: &'static str, micros: i64) -> Result<OffsetDateTime, StoreError> {
    let at = from_micros(micros);
    at.ok_or_else(|| StoreError::Internal(format!("{micros} in {table} is no time").into()))
}

impl Readers {
    /// All applications, or one.
    async fn applications(
        &self,
        id: Option<ApplicationId>,
    ) -> Result<Vec<Application>, StoreError> {
        const TABLE: &str = "applications";
        let id = id.map(ApplicationId::as_uuid);
        let rows = self
            .read(select(TABLE), async |reader: &mut SqliteConnection| {
                sqlx::query_file!("queries/applications.sql", id)
                    .fetch_all(reader)
                    .await
            })
            .await
            .map_err(|failure| failure.into_store_error(TABLE, None))?;
        let applications = rows.into_iter().map(|row| {
            Application::try_from(StoredApplication {
                application_id: row.application_id,
                name: row.name,
                created_at: time(TABLE, row.created_at)?,
                quotas: StoredQuotas {
                    running_games_max: row.running_games_max,
                    games_per_day_max: row.games_per_day_max,
                    game_events_max: row.game_events_max,
                    keys_max: row.keys_max,
                },
            })
        });
        applications.collect()
    }
}

#[async_trait]
impl ApplicationStore for SqliteStore {
    async fn insert_application(&self, application: &Application) -> Result<bool, StoreError> {
        self.stored(InsertApplication(application.clone())).await
    }

    async fn list_applications(&self) -> Result<Vec<Application>, StoreError> {
        self.readers().applications(None).await
    }

    async fn application(&self, id: ApplicationId) -> Result<Option<Application>, StoreError> {
        let found = self.readers().applications(Some(id)).await?;
        Ok(found.into_iter().next())
    }

    async fn set_quotas(
        &self,
        id: ApplicationId,
        quotas: &QuotaOverrides,
    ) -> Result<bool, StoreError> {
        let quotas = quotas.into();
        self.stored(SetQuotas { id, quotas }).await
    }

    async fn insert_key(
        &self,
        key: &ApiKey,
        hash: &SecretHash,
        max: u32,
    ) -> Result<bool, StoreError> {
        let (key, hash) = (key.clone(), *hash);
        self.stored(InsertKey { key, hash, max }).await
    }

    async fn keys(&self, application: Option<ApplicationId>) -> Result<Vec<ApiKey>, StoreError> {
        const TABLE: &str = "api_keys";
        let application = application.map(ApplicationId::as_uuid);
        let rows = self
            .readers()
            .read(select(TABLE), async |reader: &mut SqliteConnection| {
                sqlx::query_file_as!(KeyRow, "queries/keys.sql", application)
                    .fetch_all(reader)
                    .await
            })
            .await
            .map_err(|failure| failure.into_store_error(TABLE, None))?;
        rows.into_iter().map(ApiKey::try_from).collect()
    }

    async fn key_of(&self, hash: &SecretHash) -> Result<Option<(ApiKey, Application)>, StoreError> {
        const TABLE: &str = "api_keys";
        let hash = hash.as_bytes().as_slice();
        let row = self
            .readers()
            .read(select(TABLE), async |reader: &mut SqliteConnection| {
                sqlx::query_file!("queries/key_of.sql", hash)
                    .fetch_optional(reader)
                    .await
            })
            .await
            .map_err(|failure| failure.into_store_error(TABLE, None))?;
        let Some(row) = row else { return Ok(None) };
        let key = KeyRow {
            key_id: row.key_id,
            application_id: row.application_id,
            created_at: row.created_at,
            expires_at: row.expires_at,
            revoked_at: row.revoked_at,
            name: row.name,
        };
        let application = StoredApplication {
            application_id: row.application_id,
            name: row.application_name,
            created_at: time("applications", row.application_created_at)?,
            quotas: StoredQuotas {
                running_games_max: row.running_games_max,
                games_per_day_max: row.games_per_day_max,
                game_events_max: row.game_events_max,
                keys_max: row.keys_max,
            },
        };
        Ok(Some((key.try_into()?, application.try_into()?)))
    }

    async fn rotate_key(
        &self,
        old: ApiKeyId,
        until: OffsetDateTime,
        key: &ApiKey,
        hash: &SecretHash,
    ) -> Result<bool, StoreError> {
        let rotation = RotateKey {
            old,
            until,
            key: key.clone(),
            hash: *hash,
        };
        self.stored(rotation).await
    }

    async fn revoke_key(&self, key: ApiKeyId, at: OffsetDateTime) -> Result<bool, StoreError> {
        self.stored(RevokeKey { key, at }).await
    }

    async fn usage(&self, question: &UsageQuestion) -> Result<Usage, StoreError> {
        let (application, since) = (question.application.as_uuid(), micros(question.since));
        let (running, created) = (question.running, question.created);
        let row = self
            .readers()
            .read(select("games"), async |reader: &mut SqliteConnection| {
                sqlx::query_file!("queries/usage.sql", application, running, created, since)
                    .fetch_one(reader)
                    .await
            })
            .await
            .map_err(|failure| failure.into_store_error("games", None))?;
        Ok(Usage {
            is_full: row.is_full,
            day_full_since: row.day_full_since.map(|at| time("games", at)).transpose()?,
        })
    }
}
