//! Applications and their keys.

use async_trait::async_trait;
use moelle_games::{
    ApiKey, ApiKeyId, Application, ApplicationId, ApplicationStore, QuotaOverrides, SecretHash,
    StoreError, StoredApplication, StoredKey, StoredQuotas, Usage, UsageQuestion,
};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::PostgresStore;
use crate::database::Statement;

/// A new application. Gives the rows affected: none where there is one of its name.
struct InsertApplication<'a>(&'a Application);

impl Statement for InsertApplication<'_> {
    type Output = u64;
    const OPERATION: &'static str = "INSERT";
    const TABLE: &'static str = "applications";

    async fn run(&self, connection: &mut PgConnection) -> Result<Self::Output, sqlx::Error> {
        let Self(application) = self;
        let quotas = StoredQuotas::from(&application.quotas);
        let done = sqlx::query_file!(
            "queries/insert_application.sql",
            application.id.as_uuid(),
            application.created_at,
            quotas.running_games_max,
            quotas.games_per_day_max,
            quotas.game_events_max,
            quotas.keys_max,
            application.name.as_str(),
        )
        .execute(connection)
        .await?;
        Ok(done.rows_affected())
    }
}

/// All applications, or one.
struct Applications(Option<ApplicationId>);

impl Statement for Applications {
    type Output = Vec<StoredApplication>;
    const OPERATION: &'static str = "SELECT";
    const TABLE: &'static str = "applications";

    async fn run(&self, connection: &mut PgConnection) -> Result<Self::Output, sqlx::Error> {
        let id = self.0.map(ApplicationId::as_uuid);
        let rows = sqlx::query_file!("queries/applications.sql", id)
            .fetch_all(connection)
            .await?;
        let applications = rows.into_iter().map(|row| StoredApplication {
            application_id: row.application_id,
            name: row.name,
            created_at: row.created_at,
            quotas: StoredQuotas {
                running_games_max: row.running_games_max,
                games_per_day_max: row.games_per_day_max,
                game_events_max: row.game_events_max,
                keys_max: row.keys_max,
            },
        });
        Ok(applications.collect())
    }
}

/// The quotas of an application. Gives the rows affected.
struct SetQuotas {
    id: ApplicationId,
    quotas: StoredQuotas,
}

impl Statement for SetQuotas {
    type Output = u64;
    const OPERATION: &'static str = "UPDATE";
    const TABLE: &'static str = "applications";

    async fn run(&self, connection: &mut PgConnection) -> Result<Self::Output, sqlx::Error> {
        let done = sqlx::query_file!(
            "queries/set_quotas.sql",
            self.id.as_uuid(),
            self.quotas.running_games_max,
            self.quotas.games_per_day_max,
            self.quotas.game_events_max,
            self.quotas.keys_max,
        )
        .execute(connection)
        .await?;
        Ok(done.rows_affected())
    }
}

/// A new key. Gives the rows affected: none where there are too many.
struct InsertKey<'a> {
    key: &'a ApiKey,
    hash: &'a SecretHash,
    max: i64,
}

impl Statement for InsertKey<'_> {
    type Output = u64;
    const OPERATION: &'static str = "INSERT";
    const TABLE: &'static str = "api_keys";

    async fn run(&self, connection: &mut PgConnection) -> Result<Self::Output, sqlx::Error> {
        let done = sqlx::query_file!(
            "queries/insert_key.sql",
            self.key.id.as_uuid(),
            self.key.application.as_uuid(),
            self.key.created_at,
            self.key.expires_at,
            self.hash.as_bytes().as_slice(),
            self.key.name.as_str(),
            self.max,
        )
        .execute(connection)
        .await?;
        Ok(done.rows_affected())
    }
}

/// The keys of an application, or of all.
struct Keys(Option<ApplicationId>);

impl Statement for Keys {
    type Output = Vec<StoredKey>;
    const OPERATION: &'static str = "SELECT";
    const TABLE: &'static str = "api_keys";

    async fn run(&self, connection: &mut PgConnection) -> Result<Self::Output, sqlx::Error> {
        let application = self.0.map(ApplicationId::as_uuid);
        sqlx::query_file_as!(StoredKey, "queries/keys.sql", application)
            .fetch_all(connection)
            .await
    }
}

/// The key with a hash, and its application.
struct KeyOf<'a>(&'a SecretHash);

impl Statement for KeyOf<'_> {
    type Output = Option<(StoredKey, StoredApplication)>;
    const OPERATION: &'static str = "SELECT";
    const TABLE: &'static str = "api_keys";

    async fn run(&self, connection: &mut PgConnection) -> Result<Self::Output, sqlx::Error> {
        let row = sqlx::query_file!("queries/key_of.sql", self.0.as_bytes().as_slice())
            .fetch_optional(connection)
            .await?;
        Ok(row.map(|row| {
            let key = StoredKey {
                key_id: row.key_id,
                application_id: row.application_id,
                name: row.name,
                created_at: row.created_at,
                expires_at: row.expires_at,
                revoked_at: row.revoked_at,
            };
            let application = StoredApplication {
                application_id: row.application_id,
                name: row.application_name,
                created_at: row.application_created_at,
                quotas: StoredQuotas {
                    running_games_max: row.running_games_max,
                    games_per_day_max: row.games_per_day_max,
                    game_events_max: row.game_events_max,
                    keys_max: row.keys_max,
                },
            };
            (key, application)
        }))
    }
}

/// A new key in place of another. Gives the rows affected: none where the other works no more.
struct RotateKey<'a> {
    old: Uuid,
    until: OffsetDateTime,
    key: &'a ApiKey,
    hash: &'a SecretHash,
}

impl Statement for RotateKey<'_> {
    type Output = u64;
    const OPERATION: &'static str = "INSERT";
    const TABLE: &'static str = "api_keys";

    async fn run(&self, connection: &mut PgConnection) -> Result<Self::Output, sqlx::Error> {
        let done = sqlx::query_file!(
            "queries/rotate_key.sql",
            self.old,
            self.until,
            self.key.id.as_uuid(),
            self.key.created_at,
            self.key.expires_at,
            self.hash.as_bytes().as_slice(),
            self.key.name.as_str(),
        )
        .execute(connection)
        .await?;
        Ok(done.rows_affected())
    }
}

/// Revokes a key. Gives the rows affected.
struct RevokeKey {
    key: ApiKeyId,
    at: OffsetDateTime,
}

impl Statement for RevokeKey {
    type Output = u64;
    const OPERATION: &'static str = "UPDATE";
    const TABLE: &'static str = "api_keys";

    async fn run(&self, connection: &mut PgConnection) -> Result<Self::Output, sqlx::Error> {
        let done = sqlx::query_file!("queries/revoke_key.sql", self.key.as_uuid(), self.at)
            .execute(connection)
            .await?;
        Ok(done.rows_affected())
    }
}

/// How much an application has of games.
struct UsageOf<'a>(&'a UsageQuestion);

impl Statement for UsageOf<'_> {
    type Output = Usage;
    const OPERATION: &'static str = "SELECT";
    const TABLE: &'static str = "games";

    async fn run(&self, connection: &mut PgConnection) -> Result<Self::Output, sqlx::Error> {
        let Self(question) = self;
        sqlx::query_file_as!(
            Usage,
            "queries/usage.sql",
            question.application.as_uuid(),
            question.running.map(i64::from),
            question.created.map(i64::from),
            question.since,
        )
        .fetch_one(connection)
        .await
    }
}

impl PostgresStore {
    /// Runs a statement that may be repeated when its answer was lost.
    pub(crate) async fn asked<S: Statement>(&self, statement: &S) -> Result<S::Output, StoreError> {
        let answer = self.database().read(statement).await;
        answer.map_err(|failure| failure.into_store_error(S::TABLE, None))
    }

    /// Runs a statement that stores something new, once.
    pub(crate) async fn stored<S: Statement<Output = u64>>(
        &self,
        statement: &S,
    ) -> Result<bool, StoreError> {
        let answer = self.database().once(statement).await;
        let rows = answer.map_err(|failure| failure.into_store_error(S::TABLE, None))?;
        Ok(rows > 0)
    }
}

#[async_trait]
impl ApplicationStore for PostgresStore {
    async fn insert_application(&self, application: &Application) -> Result<bool, StoreError> {
        self.stored(&InsertApplication(application)).await
    }

    async fn list_applications(&self) -> Result<Vec<Application>, StoreError> {
        let rows = self.asked(&Applications(None)).await?;
        rows.into_iter().map(Application::try_from).collect()
    }

    async fn application(&self, id: ApplicationId) -> Result<Option<Application>, StoreError> {
        let rows = self.asked(&Applications(Some(id))).await?;
        rows.into_iter()
            .next()
            .map(Application::try_from)
            .transpose()
    }

    async fn set_quotas(
        &self,
        id: ApplicationId,
        quotas: &QuotaOverrides,
    ) -> Result<bool, StoreError> {
        let quotas = quotas.into();
        self.stored(&SetQuotas { id, quotas }).await
    }

    async fn insert_key(
        &self,
        key: &ApiKey,
        hash: &SecretHash,
        max: u32,
    ) -> Result<bool, StoreError> {
        let max = max.into();
        self.stored(&InsertKey { key, hash, max }).await
    }

    async fn keys(&self, application: Option<ApplicationId>) -> Result<Vec<ApiKey>, StoreError> {
        let rows = self.asked(&Keys(application)).await?;
        rows.into_iter().map(ApiKey::try_from).collect()
    }

    async fn key_of(&self, hash: &SecretHash) -> Result<Option<(ApiKey, Application)>, StoreError> {
        let found = self.asked(&KeyOf(hash)).await?;
        found
            .map(|(key, application)| Ok((key.try_into()?, application.try_into()?)))
            .transpose()
    }

    async fn rotate_key(
        &self,
        old: ApiKeyId,
        until: OffsetDateTime,
        key: &ApiKey,
        hash: &SecretHash,
    ) -> Result<bool, StoreError> {
        let rotation = RotateKey {
            old: old.as_uuid(),
            until,
            key,
            hash,
        };
        self.stored(&rotation).await
    }

    async fn revoke_key(&self, key: ApiKeyId, at: OffsetDateTime) -> Result<bool, StoreError> {
        Ok(self.asked(&RevokeKey { key, at }).await? > 0)
    }

    async fn usage(&self, question: &UsageQuestion) -> Result<Usage, StoreError> {
        self.asked(&UsageOf(question)).await
    }
}
