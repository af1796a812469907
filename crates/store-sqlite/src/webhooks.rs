//! Webhooks, as far as they are no deliveries.

use async_trait::async_trait;
use moelle_games::{
    ApplicationId, Backlog, Claim, Delivery, DeliveryListing, Due, Resend, Settlement, SigningKey,
    StoreError, StoredWebhook, Webhook, WebhookChange, WebhookId, WebhookStore,
};
use sqlx::sqlite::SqliteConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::SqliteStore;
use crate::deliveries::{
    ClaimDue, ForgetDeliveries, GiveUpDeliveries, ResendDead, ResendOne, Settle,
};
use crate::error::Failure;
use crate::reads::select;
use crate::times::{from_micros, micros};
use crate::writer::{Change, Verdict};

/// A row of `webhooks`.
pub(crate) struct WebhookRow {
    pub(crate) webhook_id: Uuid,
    pub(crate) application_id: Uuid,
    pub(crate) created_at: i64,
    pub(crate) old_key_until: Option<i64>,
    pub(crate) kinds: i16,
    pub(crate) enabled: bool,
    pub(crate) url: String,
    pub(crate) key: Vec<u8>,
    pub(crate) old_key: Option<Vec<u8>>,
}

impl TryFrom<WebhookRow> for StoredWebhook {
    type Error = StoreError;

    fn try_from(row: WebhookRow) -> Result<Self, StoreError> {
        Ok(Self {
            webhook_id: row.webhook_id,
            application_id: row.application_id,
            created_at: time("webhooks", row.created_at)?,
            old_key_until: row
                .old_key_until
                .map(|until| time("webhooks", until))
                .transpose()?,
            kinds: row.kinds,
            enabled: row.enabled,
            url: row.url,
            key: row.key,
            old_key: row.old_key,
        })
    }
}

/// A time of a table.
pub(crate) fn time(table: &str, at: i64) -> Result<OffsetDateTime, StoreError> {
    from_micros(at).ok_or_else(|| StoreError::Internal(format!("{table}: {at} is no time").into()))
}

/// A new webhook. Gives whether it was stored: not where there are too many.
struct InsertWebhook {
    webhook: Webhook,
    max: u32,
}

impl Change for InsertWebhook {
    type Output = bool;
    const OPERATION: &'static str = "INSERT";
    const TABLE: &'static str = "webhooks";

    async fn run(self, writer: &mut SqliteConnection) -> Result<Verdict<bool>, Failure> {
        let Self { webhook, max } = self;
        let (id, application) = (webhook.id.as_uuid(), webhook.application.as_uuid());
        let (created_at, kinds) = (micros(webhook.created_at), webhook.kinds.bits());
        let key = webhook.key.as_bytes().as_slice();
        let done = sqlx::query_file!(
            "queries/insert_webhook.sql",
            id,
            application,
            created_at,
            kinds,
            webhook.is_enabled,
            webhook.url,
            key,
            max,
        )
        .execute(writer)
        .await?;
        Ok(Verdict::Keep(done.rows_affected() > 0))
    }
}

/// A webhook of an application.
#[derive(Clone, Copy)]
struct Which {
    application: ApplicationId,
    webhook: WebhookId,
}

/// A change of a webhook. Gives whether it is there.
struct ChangeWebhook {
    which: Which,
    change: WebhookChange,
    now: OffsetDateTime,
}

impl Change for ChangeWebhook {
    type Output = bool;
    const OPERATION: &'static str = "UPDATE";
    const TABLE: &'static str = "webhooks";

    async fn run(self, writer: &mut SqliteConnection) -> Result<Verdict<bool>, Failure> {
        let (application, id) = (
            self.which.application.as_uuid(),
            self.which.webhook.as_uuid(),
        );
        let WebhookChange {
            url,
            kinds,
            is_enabled,
        } = self.change;
        let kinds = kinds.map(moelle_games::NoticeKinds::bits);
        let done = sqlx::query_file!(
            "queries/change_webhook.sql",
            application,
            id,
            url,
            kinds,
            is_enabled,
        )
        .execute(&mut *writer)
        .await?;
        let is_there = done.rows_affected() > 0;
        if is_there && is_enabled == Some(false) {
            let now = micros(self.now);
            sqlx::query_file!("queries/end_deliveries.sql", id, now)
                .execute(writer)
                .await?;
        }
        Ok(Verdict::Keep(is_there))
    }
}

/// Another key for a webhook. Gives whether it is there.
struct RotateSigningKey {
    which: Which,
    key: SigningKey,
    until: OffsetDateTime,
}

impl Change for RotateSigningKey {
    type Output = bool;
    const OPERATION: &'static str = "UPDATE";
    const TABLE: &'static str = "webhooks";

    async fn run(self, writer: &mut SqliteConnection) -> Result<Verdict<bool>, Failure> {
        let (application, id) = (
            self.which.application.as_uuid(),
            self.which.webhook.as_uuid(),
        );
        let (key, until) = (self.key.as_bytes().as_slice(), micros(self.until));
        let done = sqlx::query_file!(
            "queries/rotate_signing_key.sql",
            application,
            id,
            key,
            until,
        )
        .execute(writer)
        .await?;
        Ok(Verdict::Keep(done.rows_affected() > 0))
    }
}

/// Forgets a webhook with all its deliveries. Gives whether it was there.
struct DeleteWebhook(Which);

impl Change for DeleteWebhook {
    type Output = bool;
    const OPERATION: &'static str = "DELETE";
    const TABLE: &'static str = "webhooks";

    async fn run(self, writer: &mut SqliteConnection) -> Result<Verdict<bool>, Failure> {
        let (application, id) = (self.0.application.as_uuid(), self.0.webhook.as_uuid());
        let done = sqlx::query_file!("queries/delete_webhook.sql", application, id)
            .execute(&mut *writer)
            .await?;
        if done.rows_affected() == 0 {
            return Ok(Verdict::TakeBack(false));
        }
        sqlx::query_file!("queries/forget_deliveries_of.sql", application, id)
            .execute(writer)
            .await?;
        Ok(Verdict::Keep(true))
    }
}

#[async_trait]
impl WebhookStore for SqliteStore {
    async fn insert_webhook(&self, webhook: &Webhook, max: u32) -> Result<bool, StoreError> {
        let webhook = webhook.clone();
        self.stored(InsertWebhook { webhook, max }).await
    }

    async fn webhooks_of(&self, application: ApplicationId) -> Result<Vec<Webhook>, StoreError> {
        const TABLE: &str = "webhooks";
        let application = application.as_uuid();
        let rows = self
            .readers()
            .read(select(TABLE), async |reader: &mut SqliteConnection| {
                sqlx::query_file_as!(WebhookRow, "queries/webhooks.sql", application)
                    .fetch_all(reader)
                    .await
            })
            .await
            .map_err(|failure| failure.into_store_error(TABLE, None))?;
        rows.into_iter()
            .map(|row| StoredWebhook::try_from(row)?.try_into())
            .collect()
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
        let change = change.clone();
        self.stored(ChangeWebhook { which, change, now }).await
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
        let key = *key;
        self.stored(RotateSigningKey { which, key, until }).await
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
        self.stored(DeleteWebhook(which)).await
    }

    async fn claim_deliveries(&self, claim: &Claim) -> Result<Vec<Due>, StoreError> {
        // Mostly nothing is due, and then nobody who writes has to wait.
        if self.due_deliveries(claim).await?.is_empty() {
            return Ok(Vec::new());
        }
        let rows = self.stored(ClaimDue(claim.clone())).await?;
        rows.into_iter()
            .map(|row| row.into_due(claim.lease))
            .collect()
    }

    async fn settle_delivery(&self, settlement: &Settlement) -> Result<bool, StoreError> {
        self.stored(Settle(settlement.clone())).await
    }

    async fn list_deliveries(
        &self,
        listing: DeliveryListing<'_>,
    ) -> Result<Vec<Delivery>, StoreError> {
        self.deliveries(listing).await
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
                self.stored(ResendOne {
                    application,
                    key,
                    now,
                })
                .await
            }
            Resend::Dead(webhook) => {
                self.stored(ResendDead {
                    application,
                    webhook,
                    now,
                    limit,
                })
                .await
            }
        }
    }

    async fn backlog(&self, now: OffsetDateTime) -> Result<Backlog, StoreError> {
        self.backlog_at(now).await
    }

    async fn give_up_deliveries(&self, now: OffsetDateTime) -> Result<u64, StoreError> {
        self.forget(|| GiveUpDeliveries(now)).await
    }

    async fn forget_deliveries(
        &self,
        delivered_before: OffsetDateTime,
        dead_before: OffsetDateTime,
    ) -> Result<u64, StoreError> {
        self.forget(|| ForgetDeliveries {
            delivered_before,
            dead_before,
        })
        .await
    }
}
