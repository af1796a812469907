//! Webhooks, as far as they are no deliveries.

use async_trait::async_trait;
use moelle_games::{
    ApplicationId, Backlog, Claim, Delivery, DeliveryListing, Due, Resend, Settlement, SigningKey,
    StoreError, StoredWebhook, Webhook, WebhookChange, WebhookId, WebhookStore,
};
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::PostgresStore;
use crate::database::Statement;
use crate::deliveries::{
    BacklogNow, ClaimDeliveries, ForgetDeliveries, GiveUpDeliveries, ListDeliveries, ResendDead,
    ResendDelivery, SettleDelivery,
};

/// A new webhook. Gives the rows affected: none where there are too many.
struct InsertWebhook<'a> {
    webhook: &'a Webhook,
    max: i64,
}

impl Statement for InsertWebhook<'_> {
    type Output = u64;
    const OPERATION: &'static str = "INSERT";
    const TABLE: &'static str = "webhooks";

    async fn run(&self, connection: &mut PgConnection) -> Result<Self::Output, sqlx::Error> {
        let webhook = self.webhook;
        let done = sqlx::query_file!(
            "queries/insert_webhook.sql",
            webhook.id.as_uuid(),
            webhook.application.as_uuid(),
            webhook.created_at,
            i16::from(webhook.kinds.bits()),
            webhook.is_enabled,
            webhook.url,
            webhook.key.as_bytes().as_slice(),
            self.max,
        )
        .execute(connection)
        .await?;
        Ok(done.rows_affected())
    }
}

/// The webhooks of an application.
struct WebhooksOf(ApplicationId);

impl Statement for WebhooksOf {
    type Output = Vec<StoredWebhook>;
    const OPERATION: &'static str = "SELECT";
    const TABLE: &'static str = "webhooks";

    async fn run(&self, connection: &mut PgConnection) -> Result<Self::Output, sqlx::Error> {
        sqlx::query_file_as!(StoredWebhook, "queries/webhooks.sql", self.0.as_uuid())
            .fetch_all(connection)
            .await
    }
}

/// A webhook of an application.
#[derive(Clone, Copy)]
struct Which {
    application: ApplicationId,
    webhook: WebhookId,
}

/// A change of a webhook. Gives how many changed.
struct ChangeWebhook<'a> {
    which: Which,
    change: &'a WebhookChange,
    now: OffsetDateTime,
}

impl Statement for ChangeWebhook<'_> {
    type Output = i64;
    const OPERATION: &'static str = "UPDATE";
    const TABLE: &'static str = "webhooks";

    async fn run(&self, connection: &mut PgConnection) -> Result<Self::Output, sqlx::Error> {
        sqlx::query_file_scalar!(
            "queries/change_webhook.sql",
            self.which.application.as_uuid(),
            self.which.webhook.as_uuid(),
            self.change.url,
            self.change.kinds.map(|kinds| i16::from(kinds.bits())),
            self.change.is_enabled,
            self.now,
        )
        .fetch_one(connection)
        .await
    }
}

/// Another key for a webhook. Gives the rows affected.
struct RotateSigningKey<'a> {
    which: Which,
    key: &'a SigningKey,
    until: OffsetDateTime,
}

impl Statement for RotateSigningKey<'_> {
    type Output = u64;
    const OPERATION: &'static str = "UPDATE";
    const TABLE: &'static str = "webhooks";

    async fn run(&self, connection: &mut PgConnection) -> Result<Self::Output, sqlx::Error> {
        let done = sqlx::query_file!(
            "queries/rotate_signing_key.sql",
            self.which.application.as_uuid(),
            self.which.webhook.as_uuid(),
            self.key.as_bytes().as_slice(),
            self.until,
        )
        .execute(connection)
        .await?;
        Ok(done.rows_affected())
    }
}

/// Forgets a webhook. Gives how many.
struct DeleteWebhook(Which);

impl Statement for DeleteWebhook {
    type Output = i64;
    const OPERATION: &'static str = "DELETE";
    const TABLE: &'static str = "webhooks";

    async fn run(&self, connection: &mut PgConnection) -> Result<Self::Output, sqlx::Error> {
        let Self(which) = self;
        sqlx::query_file_scalar!(
            "queries/delete_webhook.sql",
            which.application.as_uuid(),
            which.webhook.as_uuid(),
        )
        .fetch_one(connection)
        .await
    }
}

#[async_trait]
impl WebhookStore for PostgresStore {
    async fn insert_webhook(&self, webhook: &Webhook, max: u32) -> Result<bool, StoreError> {
        let max = max.into();
        self.stored(&InsertWebhook { webhook, max }).await
    }

    async fn webhooks_of(&self, application: ApplicationId) -> Result<Vec<Webhook>, StoreError> {
        let rows = self.asked(&WebhooksOf(application)).await?;
        rows.into_iter().map(Webhook::try_from).collect()
    }

    async fn change_webhook(
        &self,
        application: ApplicationId,
        webhook: WebhookId,
        change: &WebhookChange,
        now: OffsetDateTime,
    ) -> Result<bool, StoreError> {
        let which = Which {
            application,
            webhook,
        };
        let changed = self.asked(&ChangeWebhook { which, change, now }).await?;
        Ok(changed > 0)
    }

    async fn rotate_signing_key(
        &self,
        application: ApplicationId,
        webhook: WebhookId,
        key: &SigningKey,
        until: OffsetDateTime,
    ) -> Result<bool, StoreError> {
        let which = Which {
            application,
            webhook,
        };
        // Once: a repetition would lose the key before.
        self.stored(&RotateSigningKey { which, key, until }).await
    }

    async fn delete_webhook(
        &self,
        application: ApplicationId,
        webhook: WebhookId,
    ) -> Result<bool, StoreError> {
        let which = Which {
            application,
            webhook,
        };
        Ok(self.asked(&DeleteWebhook(which)).await? > 0)
    }

    async fn claim_deliveries(&self, claim: &Claim) -> Result<Vec<Due>, StoreError> {
        let rows = self.asked(&ClaimDeliveries(claim)).await?;
        rows.into_iter().map(Due::try_from).collect()
    }

    async fn settle_delivery(&self, settlement: &Settlement) -> Result<bool, StoreError> {
        Ok(self.asked(&SettleDelivery(settlement)).await? > 0)
    }

    async fn list_deliveries(
        &self,
        listing: DeliveryListing<'_>,
    ) -> Result<Vec<Delivery>, StoreError> {
        let rows = self.asked(&ListDeliveries(listing)).await?;
        rows.into_iter().map(Delivery::try_from).collect()
    }

    async fn resend_deliveries(
        &self,
        application: ApplicationId,
        resend: &Resend,
        now: OffsetDateTime,
        limit: u32,
    ) -> Result<u64, StoreError> {
        match *resend {
            Resend::One(key) => {
                let one = ResendDelivery {
                    application,
                    key,
                    now,
                };
                self.asked(&one).await
            }
            Resend::Dead(webhook) => {
                let dead = ResendDead {
                    application,
                    webhook,
                    now,
                    limit: limit.into(),
                };
                self.asked(&dead).await
            }
        }
    }

    async fn backlog(&self, now: OffsetDateTime) -> Result<Backlog, StoreError> {
        self.asked(&BacklogNow(now)).await
    }

    async fn give_up_deliveries(&self, now: OffsetDateTime) -> Result<u64, StoreError> {
        self.forget(GiveUpDeliveries(now)).await
    }

    async fn forget_deliveries(
        &self,
        delivered_before: OffsetDateTime,
        dead_before: OffsetDateTime,
    ) -> Result<u64, StoreError> {
        self.forget(ForgetDeliveries {
            delivered_before,
            dead_before,
        })
        .await
    }
}
