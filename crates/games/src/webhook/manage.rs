//! What applications do with their webhooks.

use std::sync::Arc;

use thiserror::Error;
use time::OffsetDateTime;

use super::{
    Delivery, DeliveryKey, DeliveryListing, DeliveryState, NoticeKinds, SigningKey, Webhook,
    WebhookChange, WebhookId,
};
use crate::{ApplicationId, Clock, Ids, Store, StoreError};

/// Deliveries of a page, at most.
const PAGE_MAX: u32 = 100;

/// Webhooks of applications, over a store.
pub struct Webhooks {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    ids: Arc<dyn Ids>,
    per_application_max: u32,
    old_key_life: time::Duration,
}

/// Why a wish of an application is refused. Nothing has changed.
#[derive(Debug, Error)]
pub enum WebhookError {
    /// The application has no such webhook.
    #[error("there is no such webhook")]
    NoSuchWebhook,
    /// The application has no such delivery, or it is pending, or its webhook is disabled.
    #[error("there is no such delivery that could be sent again")]
    NoSuchDelivery,
    /// The application has as many webhooks as it may have.
    #[error("the application has {limit} webhooks and may have no more")]
    TooManyWebhooks {
        /// As many as there may be.
        limit: u32,
    },
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A webhook whose key is shown now and never again.
#[derive(Debug)]
pub struct RegisteredWebhook {
    /// The webhook.
    pub webhook: Webhook,
    /// Its key.
    pub key: SigningKey,
}

/// Which deliveries are wanted.
#[derive(Debug, Clone, Copy, Default)]
pub struct DeliveryFilter {
    /// In this state. `None`: in any.
    pub state: Option<DeliveryState>,
    /// To this webhook. `None`: to any.
    pub webhook: Option<WebhookId>,
}

/// The place of a delivery in a list, the newest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeliveryPlace {
    /// When what it tells of happened.
    pub created_at: OffsetDateTime,
    /// What it is found by.
    pub key: DeliveryKey,
}

/// A page of deliveries.
#[derive(Debug)]
pub struct DeliveryPage {
    /// The deliveries.
    pub deliveries: Vec<Delivery>,
    /// Where the next page begins. `None`: there is none.
    pub next: Option<DeliveryPlace>,
}

/// What is to be sent again.
#[derive(Debug, Clone, Copy)]
pub enum Resend {
    /// One delivery that is dead or was delivered.
    One(DeliveryKey),
    /// All that are dead, of one webhook or of all.
    Dead(Option<WebhookId>),
}

impl Webhooks {
    /// Deliveries that one call sends again, at most.
    pub const RESENT_MAX: u32 = 10_000;

    /// Webhooks over a store, of which an application has so many at most. A key that was replaced
    /// is signed with for so long.
    #[must_use]
    pub fn new(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        ids: Arc<dyn Ids>,
        per_application_max: u32,
        old_key_life: time::Duration,
    ) -> Self {
        Self {
            store,
            clock,
            ids,
            per_application_max,
            old_key_life,
        }
    }

    /// Registers a webhook for these kinds.
    ///
    /// # Errors
    ///
    /// [`WebhookError::TooManyWebhooks`], and those of the store.
    pub async fn register(
        &self,
        application: ApplicationId,
        url: String,
        kinds: NoticeKinds,
    ) -> Result<RegisteredWebhook, WebhookError> {
        let now = self.clock.now();
        let key = self.ids.signing_key();
        let webhook = Webhook {
            id: WebhookId::from_uuid(self.ids.game_id(now).as_uuid()),
            application,
            created_at: now,
            url,
            kinds,
            is_enabled: true,
            key,
            old_key: None,
        };
        let limit = self.per_application_max;
        if self
            .store
            .webhooks()
            .insert_webhook(&webhook, limit)
            .await?
        {
            Ok(RegisteredWebhook { webhook, key })
        } else {
            Err(WebhookError::TooManyWebhooks { limit })
        }
    }

    /// The webhooks of an application, the oldest first.
    ///
    /// # Errors
    ///
    /// Those of the store.
    pub async fn list(&self, application: ApplicationId) -> Result<Vec<Webhook>, WebhookError> {
        Ok(self.store.webhooks().webhooks_of(application).await?)
    }

    /// A webhook of an application.
    ///
    /// # Errors
    ///
    /// [`WebhookError::NoSuchWebhook`], and those of the store.
    pub async fn get(
        &self,
        application: ApplicationId,
        webhook: WebhookId,
    ) -> Result<Webhook, WebhookError> {
        let all = self.list(application).await?;
        all.into_iter()
            .find(|found| found.id == webhook)
            .ok_or(WebhookError::NoSuchWebhook)
    }

    /// Changes a webhook.
    ///
    /// # Errors
    ///
    /// [`WebhookError::NoSuchWebhook`], and those of the store.
    pub async fn change(
        &self,
        application: ApplicationId,
        webhook: WebhookId,
        change: &WebhookChange,
    ) -> Result<Webhook, WebhookError> {
        let now = self.clock.now();
        let store = self.store.webhooks();
        if !store
            .change_webhook(application, webhook, change, now)
            .await?
        {
            return Err(WebhookError::NoSuchWebhook);
        }
        self.get(application, webhook).await
    }

    /// Gives a webhook another key. Messages are signed with the one before too, for a while.
    ///
    /// # Errors
    ///
    /// [`WebhookError::NoSuchWebhook`], and those of the store.
    pub async fn rotate(
        &self,
        application: ApplicationId,
        webhook: WebhookId,
    ) -> Result<RegisteredWebhook, WebhookError> {
        let key = self.ids.signing_key();
        let until = self.clock.now() + self.old_key_life;
        let store = self.store.webhooks();
        if !store
            .rotate_signing_key(application, webhook, &key, until)
            .await?
        {
            return Err(WebhookError::NoSuchWebhook);
        }
        let webhook = self.get(application, webhook).await?;
        Ok(RegisteredWebhook { webhook, key })
    }

    /// Forgets a webhook with all its deliveries.
    ///
    /// # Errors
    ///
    /// [`WebhookError::NoSuchWebhook`], and those of the store.
    pub async fn delete(
        &self,
        application: ApplicationId,
        webhook: WebhookId,
    ) -> Result<(), WebhookError> {
        if self
            .store
            .webhooks()
            .delete_webhook(application, webhook)
            .await?
        {
            Ok(())
        } else {
            Err(WebhookError::NoSuchWebhook)
        }
    }

    /// A page of deliveries, the newest first.
    ///
    /// # Errors
    ///
    /// Those of the store.
    pub async fn deliveries(
        &self,
        application: ApplicationId,
        filter: &DeliveryFilter,
        after: Option<DeliveryPlace>,
        size: u32,
    ) -> Result<DeliveryPage, WebhookError> {
        let size = size.clamp(1, PAGE_MAX);
        let listing = DeliveryListing {
            application,
            filter,
            after,
            limit: size + 1,
        };
        let mut deliveries = self.store.webhooks().list_deliveries(listing).await?;
        let has_more = deliveries.len() > size as usize;
        deliveries.truncate(size as usize);
        let last = deliveries.last().filter(|_| has_more);
        let next = last.map(|last| DeliveryPlace {
            created_at: last.created_at,
            key: last.key,
        });
        Ok(DeliveryPage { deliveries, next })
    }

    /// Sends again what is dead, or one delivery that is not pending, and says how many; to webhooks
    /// that are enabled alone. Beyond [`Self::RESENT_MAX`], call once more.
    ///
    /// # Errors
    ///
    /// [`WebhookError::NoSuchDelivery`] where one was named, and those of the store.
    pub async fn resend(
        &self,
        application: ApplicationId,
        resend: Resend,
    ) -> Result<u64, WebhookError> {
        let now = self.clock.now();
        let store = self.store.webhooks();
        let again = store.resend_deliveries(application, &resend, now, Self::RESENT_MAX);
        match (again.await?, resend) {
            (0, Resend::One(_)) => Err(WebhookError::NoSuchDelivery),
            (count, _) => Ok(count),
        }
    }
}
