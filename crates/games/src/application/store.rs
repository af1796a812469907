//! What applications and their keys need of a store.

use async_trait::async_trait;
use time::OffsetDateTime;

use super::{ApiKey, ApiKeyId, Application, ApplicationId, QuotaOverrides};
use crate::{SecretHash, StoreError};

/// What is asked of the games of an application; `None`: it is not asked.
#[derive(Debug, Clone, Copy)]
pub struct UsageQuestion {
    /// Whose games.
    pub application: ApplicationId,
    /// Whether so many have not ended; at least 1.
    pub running: Option<u32>,
    /// Whether so many were created after `since`; at least 1.
    pub created: Option<u32>,
    /// Since when those count.
    pub since: OffsetDateTime,
}

/// What an application has of games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Usage {
    /// Whether as many as asked for have not ended.
    pub is_full: bool,
    /// Where as many as asked for were created after the time: when the first of the last so many
    /// was.
    pub day_full_since: Option<OffsetDateTime>,
}

/// Where applications and their keys are kept.
///
/// What is said of dropped calls at [`Store`](crate::Store) holds here too.
#[async_trait]
pub trait ApplicationStore: Send + Sync + 'static {
    /// Stores a new application. `false`: there is one of its name, and nothing is stored.
    ///
    /// # Errors
    ///
    /// Those of the store.
    async fn insert_application(&self, application: &Application) -> Result<bool, StoreError>;

    /// Reads all applications, the oldest first.
    ///
    /// # Errors
    ///
    /// Those of the store.
    async fn list_applications(&self) -> Result<Vec<Application>, StoreError>;

    /// Reads an application. `None`: no such one.
    ///
    /// # Errors
    ///
    /// Those of the store.
    async fn application(&self, id: ApplicationId) -> Result<Option<Application>, StoreError>;

    /// Gives an application these quotas in place of those it had. `false`: no such one.
    ///
    /// # Errors
    ///
    /// Those of the store.
    async fn set_quotas(
        &self,
        id: ApplicationId,
        quotas: &QuotaOverrides,
    ) -> Result<bool, StoreError>;

    /// Stores a new key under its hash, if its application has fewer than `max` that work when it is
    /// made. `false`: it has not, and nothing is stored.
    ///
    /// # Errors
    ///
    /// Those of the store; an application that is not there is one of them.
    async fn insert_key(
        &self,
        key: &ApiKey,
        hash: &SecretHash,
        max: u32,
    ) -> Result<bool, StoreError>;

    /// Reads the keys of one application, or of all, the oldest first.
    ///
    /// # Errors
    ///
    /// Those of the store.
    async fn keys(&self, application: Option<ApplicationId>) -> Result<Vec<ApiKey>, StoreError>;

    /// Finds the key with a hash, and its application. `None`: no such one.
    ///
    /// # Errors
    ///
    /// Those of the store.
    async fn key_of(&self, hash: &SecretHash) -> Result<Option<(ApiKey, Application)>, StoreError>;

    /// Stores a new key under its hash, and lets `old` work until `until` at the latest, both or
    /// neither. `false`: `old` was revoked or has expired when the new one is made, or there is no
    /// such one; nothing is stored.
    ///
    /// # Errors
    ///
    /// Those of the store.
    async fn rotate_key(
        &self,
        old: ApiKeyId,
        until: OffsetDateTime,
        key: &ApiKey,
        hash: &SecretHash,
    ) -> Result<bool, StoreError>;

    /// Revokes a key; one that was revoked before keeps its time. `false`: no such one.
    ///
    /// # Errors
    ///
    /// Those of the store.
    async fn revoke_key(&self, key: ApiKeyId, at: OffsetDateTime) -> Result<bool, StoreError>;

    /// Asks how much an application has of games.
    ///
    /// # Errors
    ///
    /// Those of the store.
    async fn usage(&self, question: &UsageQuestion) -> Result<Usage, StoreError>;
}
