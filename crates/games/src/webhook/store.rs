//! What webhooks need of a store.

use async_trait::async_trait;
use time::OffsetDateTime;

use super::{
    Backlog, Claim, Delivery, DeliveryFilter, DeliveryPlace, Due, Resend, Settlement, SigningKey,
    Webhook, WebhookChange, WebhookId,
};
use crate::{ApplicationId, StoreError};

/// Which deliveries are listed.
#[derive(Debug, Clone, Copy)]
pub struct DeliveryListing<'a> {
    /// Whose.
    pub application: ApplicationId,
    /// What they must be.
    pub filter: &'a DeliveryFilter,
    /// Those that come after this place alone.
    pub after: Option<DeliveryPlace>,
    /// How many, at most.
    pub limit: u32,
}

/// Where webhooks are kept, and the outbox of notices, which [`Store`](crate::Store) fills: with a
/// change it stores a delivery for each enabled webhook of the game's application that wants its kind.
///
/// What is said of dropped calls at [`Store`](crate::Store) holds here too.
#[async_trait]
pub trait WebhookStore: Send + Sync + 'static {
    /// Stores a new webhook, if its application has fewer than `max`. `false`: it has not.
    ///
    /// # Errors
    ///
    /// Those of the store.
    async fn insert_webhook(&self, webhook: &Webhook, max: u32) -> Result<bool, StoreError>;

    /// Reads the webhooks of an application, the oldest first.
    ///
    /// # Errors
    ///
    /// Those of the store.
    async fn webhooks_of(&self, application: ApplicationId) -> Result<Vec<Webhook>, StoreError>;

    /// Changes a webhook of an application; what waits for one that is disabled is dead from then on.
    /// `false`: there is no such one.
    ///
    /// # Errors
    ///
    /// Those of the store.
    async fn change_webhook(
        &self,
        application: ApplicationId,
        webhook: WebhookId,
        change: &WebhookChange,
        now: OffsetDateTime,
    ) -> Result<bool, StoreError>;

    /// Gives a webhook of an application another key; the one before works until a time, and the one
    /// before that no more. `false`: there is no such webhook.
    ///
    /// # Errors
    ///
    /// Those of the store.
    async fn rotate_signing_key(
        &self,
        application: ApplicationId,
        webhook: WebhookId,
        key: &SigningKey,
        until: OffsetDateTime,
    ) -> Result<bool, StoreError>;

    /// Forgets a webhook of an application with all its deliveries. `false`: there is no such one.
    ///
    /// # Errors
    ///
    /// Those of the store.
    async fn delete_webhook(
        &self,
        application: ApplicationId,
        webhook: WebhookId,
    ) -> Result<bool, StoreError>;

    /// Claims deliveries that are due. Of a game and a webhook that is the first which is pending;
    /// claims that meet get different ones.
    ///
    /// # Errors
    ///
    /// Those of the store.
    async fn claim_deliveries(&self, claim: &Claim) -> Result<Vec<Due>, StoreError>;

    /// Stores what became of a delivery that was claimed; the next of its game follows at once, or
    /// waits as long as it does. What failed, and what waits behind it, has been tried in vain since
    /// then. `false`: somebody else has claimed it since, or it is gone.
    ///
    /// # Errors
    ///
    /// Those of the store.
    async fn settle_delivery(&self, settlement: &Settlement) -> Result<bool, StoreError>;

    /// Lists deliveries of an application, the newest first.
    ///
    /// # Errors
    ///
    /// Those of the store.
    async fn list_deliveries(
        &self,
        listing: DeliveryListing<'_>,
    ) -> Result<Vec<Delivery>, StoreError>;

    /// Makes deliveries of an application pending again, and says how many: one that is not pending,
    /// or those that are dead, `limit` at most, the oldest first. What goes to a webhook that is disabled
    /// stays as it is.
    ///
    /// # Errors
    ///
    /// Those of the store.
    async fn resend_deliveries(
        &self,
        application: ApplicationId,
        resend: &Resend,
        now: OffsetDateTime,
        limit: u32,
    ) -> Result<u64, StoreError>;

    /// What is on its way at `now`.
    ///
    /// # Errors
    ///
    /// Those of the store.
    async fn backlog(&self, now: OffsetDateTime) -> Result<Backlog, StoreError>;

    /// Gives up, in batches, what waits for webhooks that are disabled or gone, and says how many. A
    /// change that was stored while its webhook was disabled leaves such.
    ///
    /// # Errors
    ///
    /// Those of the store.
    async fn give_up_deliveries(&self, now: OffsetDateTime) -> Result<u64, StoreError>;

    /// Forgets, in batches, what was delivered before a time and what has been dead since before
    /// another, and says how many.
    ///
    /// # Errors
    ///
    /// Those of the store.
    async fn forget_deliveries(
        &self,
        delivered_before: OffsetDateTime,
        dead_before: OffsetDateTime,
    ) -> Result<u64, StoreError>;
}
