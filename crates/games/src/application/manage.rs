//! What operators do with applications and keys.

use thiserror::Error;
use time::{Duration, OffsetDateTime};

use super::{
    ApiKey, ApiKeyId, ApiKeySecret, Application, ApplicationId, Applications, Label, QuotaOverrides,
};
use crate::StoreError;

/// Why an operator's wish is refused. Nothing has changed.
#[derive(Debug, Error)]
pub enum ManageError {
    /// There is no such application.
    #[error("there is no such application")]
    NoSuchApplication,
    /// There is no such key.
    #[error("there is no such key")]
    NoSuchKey,
    /// There is an application of this name.
    #[error("there is an application of this name already")]
    NameTaken,
    /// The application has as many keys as it may have.
    #[error("the application has {limit} keys that work, and may have no more: revoke one first")]
    TooManyKeys {
        /// As many as there may be.
        limit: u32,
    },
    /// The key works no more.
    #[error("the key works no more: create another one")]
    KeyIsDead,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A key that was made, and its secret, which is shown now or never.
#[derive(Debug)]
pub struct NewKey {
    /// The key.
    pub key: ApiKey,
    /// Its secret.
    pub secret: ApiKeySecret,
}

impl Applications {
    /// Makes an application.
    ///
    /// # Errors
    ///
    /// [`ManageError::NameTaken`], and those of the store.
    pub async fn create(
        &self,
        name: Label,
        quotas: QuotaOverrides,
    ) -> Result<Application, ManageError> {
        let now = self.clock.now();
        let application = Application {
            id: ApplicationId::from_uuid(self.ids.game_id(now).as_uuid()),
            name,
            created_at: now,
            quotas,
        };
        if self.store().insert_application(&application).await? {
            Ok(application)
        } else {
            Err(ManageError::NameTaken)
        }
    }

    /// All applications, the oldest first.
    ///
    /// # Errors
    ///
    /// Those of the store.
    pub async fn list(&self) -> Result<Vec<Application>, ManageError> {
        Ok(self.store().list_applications().await?)
    }

    /// The application with this id or of this name.
    ///
    /// # Errors
    ///
    /// [`ManageError::NoSuchApplication`], and those of the store.
    pub async fn find(&self, text: &str) -> Result<Application, ManageError> {
        let found = match text.parse() {
            Ok(id) => self.store().application(id).await?,
            Err(_) => None,
        };
        if let Some(application) = found {
            return Ok(application);
        }
        let all = self.store().list_applications().await?;
        let named = all
            .into_iter()
            .find(|application| application.name.as_str() == text.trim());
        named.ok_or(ManageError::NoSuchApplication)
    }

    /// Gives an application these quotas in place of those it had, within the time for which keys
    /// are trusted.
    ///
    /// # Errors
    ///
    /// [`ManageError::NoSuchApplication`], and those of the store.
    pub async fn set_quotas(
        &self,
        id: ApplicationId,
        quotas: QuotaOverrides,
    ) -> Result<(), ManageError> {
        if self.store().set_quotas(id, &quotas).await? {
            Ok(())
        } else {
            Err(ManageError::NoSuchApplication)
        }
    }

    /// Makes a key for an application, which expires after `life`. `None`: never.
    ///
    /// # Errors
    ///
    /// [`ManageError::TooManyKeys`], and those of the store.
    pub async fn create_key(
        &self,
        application: &Application,
        name: Label,
        life: Option<Duration>,
    ) -> Result<NewKey, ManageError> {
        let new = self.new_key(application.id, name, life, self.clock.now());
        let limit = self.quotas().of(application).keys;
        let hash = new.secret.hash();
        if self.store().insert_key(&new.key, &hash, limit).await? {
            Ok(new)
        } else {
            Err(ManageError::TooManyKeys { limit })
        }
    }

    /// The keys of one application, or of all, the oldest first.
    ///
    /// # Errors
    ///
    /// Those of the store.
    pub async fn list_keys(
        &self,
        application: Option<ApplicationId>,
    ) -> Result<Vec<ApiKey>, ManageError> {
        Ok(self.store().keys(application).await?)
    }

    /// Makes a key in place of another, with its name; the other works for `overlap` more, or until
    /// it expires if that is sooner. No quota stands in the way.
    ///
    /// # Errors
    ///
    /// [`ManageError::NoSuchKey`], [`ManageError::KeyIsDead`], and those of the store.
    pub async fn rotate_key(
        &self,
        old: ApiKeyId,
        life: Option<Duration>,
        overlap: Duration,
    ) -> Result<NewKey, ManageError> {
        let all = self.store().keys(None).await?;
        let before = all.into_iter().find(|key| key.id == old);
        let before = before.ok_or(ManageError::NoSuchKey)?;
        let now = self.clock.now();
        let new = self.new_key(before.application, before.name, life, now);
        let hash = new.secret.hash();
        if self
            .store()
            .rotate_key(old, now + overlap, &new.key, &hash)
            .await?
        {
            Ok(new)
        } else {
            Err(ManageError::KeyIsDead)
        }
    }

    /// Revokes a key. Every replica refuses it within the time for which keys are trusted.
    ///
    /// # Errors
    ///
    /// [`ManageError::NoSuchKey`], and those of the store.
    pub async fn revoke_key(&self, key: ApiKeyId) -> Result<(), ManageError> {
        if self.store().revoke_key(key, self.clock.now()).await? {
            Ok(())
        } else {
            Err(ManageError::NoSuchKey)
        }
    }

    fn new_key(
        &self,
        application: ApplicationId,
        name: Label,
        life: Option<Duration>,
        now: OffsetDateTime,
    ) -> NewKey {
        NewKey {
            key: ApiKey {
                id: ApiKeyId::from_uuid(self.ids.game_id(now).as_uuid()),
                application,
                name,
                created_at: now,
                expires_at: life.map(|life| now + life),
                revoked_at: None,
            },
            secret: ApiKeySecret::new(self.ids.secret()),
        }
    }
}
