//! The outbox: each statement a whole step.

use moelle_games::{
    ApplicationId, Backlog, Claim, DeliveryKey, DeliveryListing, DeliveryState, Settlement,
    StoredDelivery, StoredDue, StoredWebhook, WebhookId,
};
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::database::Statement;
use crate::writes::{FORGET_MAX, number};

/// Claims what is due.
pub(crate) struct ClaimDeliveries<'a>(pub(crate) &'a Claim);

impl Statement for ClaimDeliveries<'_> {
    type Output = Vec<StoredDue>;
    const OPERATION: &'static str = "UPDATE";
    const TABLE: &'static str = "deliveries";
    const IS_POLL: bool = true;

    async fn run(&self, connection: &mut PgConnection) -> Result<Self::Output, sqlx::Error> {
        let Self(claim) = self;
        let except: Vec<_> = claim.except.iter().map(|id| id.as_uuid()).collect();
        let rows = sqlx::query_file!(
            "queries/claim_deliveries.sql",
            claim.lease,
            claim.now,
            claim.until,
            i64::from(claim.limit),
            i64::from(claim.limit_per_webhook),
            &except,
        )
        .fetch_all(connection)
        .await?;
        let due = rows.into_iter().map(|row| StoredDue {
            webhook: StoredWebhook {
                webhook_id: row.webhook_id,
                application_id: row.application_id,
                created_at: row.created_at,
                old_key_until: row.old_key_until,
                kinds: row.kinds,
                enabled: row.enabled,
                url: row.url,
                key: row.key,
                old_key: row.old_key,
            },
            lease: claim.lease,
            game_id: row.game_id,
            revision: row.revision,
            tried_since: row.tried_since,
            tries: row.tries,
            kind: row.kind,
            at: row.at,
            event_kind: row.event_kind,
            side: row.side,
            position: row.position,
            result: row.result,
            termination: row.termination,
            variant: row.variant,
        });
        Ok(due.collect())
    }
}

/// What became of a try. Gives how many were settled.
pub(crate) struct SettleDelivery<'a>(pub(crate) &'a Settlement);

impl Statement for SettleDelivery<'_> {
    type Output = i64;
    const OPERATION: &'static str = "UPDATE";
    const TABLE: &'static str = "deliveries";

    async fn run(&self, connection: &mut PgConnection) -> Result<Self::Output, sqlx::Error> {
        let Self(Settlement {
            key,
            lease,
            now,
            verdict,
        }) = self;
        let failure = verdict.failure();
        let status = failure.and_then(|failure| failure.status);
        sqlx::query_file_scalar!(
            "queries/settle_delivery.sql",
            key.game.as_uuid(),
            number(key.revision),
            key.webhook.as_uuid(),
            lease,
            verdict.state().word(),
            verdict.next_at(),
            now,
            i32::from(verdict.was_tried()),
            failure.map(|failure| failure.reason.as_str()),
            status.and_then(|status| i16::try_from(status).ok()),
        )
        .fetch_one(connection)
        .await
    }
}

/// A page of deliveries.
pub(crate) struct ListDeliveries<'a>(pub(crate) DeliveryListing<'a>);

impl Statement for ListDeliveries<'_> {
    type Output = Vec<StoredDelivery>;
    const OPERATION: &'static str = "SELECT";
    const TABLE: &'static str = "deliveries";

    async fn run(&self, connection: &mut PgConnection) -> Result<Self::Output, sqlx::Error> {
        let Self(listing) = self;
        let after = listing.after;
        sqlx::query_file_as!(
            StoredDelivery,
            "queries/list_deliveries.sql",
            listing.application.as_uuid(),
            listing.filter.state.map(DeliveryState::word),
            listing.filter.webhook.map(WebhookId::as_uuid),
            after.map(|place| place.created_at),
            after.map(|place| place.key.game.as_uuid()),
            after.map(|place| number(place.key.revision)),
            after.map(|place| place.key.webhook.as_uuid()),
            i64::from(listing.limit),
        )
        .fetch_all(connection)
        .await
    }
}

/// One delivery once more. Gives the rows affected.
pub(crate) struct ResendDelivery {
    pub(crate) application: ApplicationId,
    pub(crate) key: DeliveryKey,
    pub(crate) now: OffsetDateTime,
}

impl Statement for ResendDelivery {
    type Output = u64;
    const OPERATION: &'static str = "UPDATE";
    const TABLE: &'static str = "deliveries";

    async fn run(&self, connection: &mut PgConnection) -> Result<Self::Output, sqlx::Error> {
        let done = sqlx::query_file!(
            "queries/resend_delivery.sql",
            self.key.game.as_uuid(),
            number(self.key.revision),
            self.key.webhook.as_uuid(),
            self.application.as_uuid(),
            self.now,
        )
        .execute(connection)
        .await?;
        Ok(done.rows_affected())
    }
}

/// What is dead once more. Gives the rows affected.
pub(crate) struct ResendDead {
    pub(crate) application: ApplicationId,
    pub(crate) webhook: Option<WebhookId>,
    pub(crate) now: OffsetDateTime,
    pub(crate) limit: i64,
}

impl Statement for ResendDead {
    type Output = u64;
    const OPERATION: &'static str = "UPDATE";
    const TABLE: &'static str = "deliveries";

    async fn run(&self, connection: &mut PgConnection) -> Result<Self::Output, sqlx::Error> {
        let done = sqlx::query_file!(
            "queries/resend_dead.sql",
            self.application.as_uuid(),
            self.webhook.map(WebhookId::as_uuid),
            self.now,
            self.limit,
        )
        .execute(connection)
        .await?;
        Ok(done.rows_affected())
    }
}

/// What is on its way.
pub(crate) struct BacklogNow(pub(crate) OffsetDateTime);

impl Statement for BacklogNow {
    type Output = Backlog;
    const OPERATION: &'static str = "SELECT";
    const TABLE: &'static str = "deliveries";
    const IS_POLL: bool = true;

    async fn run(&self, connection: &mut PgConnection) -> Result<Self::Output, sqlx::Error> {
        let row = sqlx::query_file!("queries/backlog.sql")
            .fetch_one(connection)
            .await?;
        let age = row.oldest.map(|oldest| self.0 - oldest);
        Ok(Backlog {
            pending: row.pending.unsigned_abs(),
            dead: row.dead.unsigned_abs(),
            oldest: age.and_then(|age| age.try_into().ok()).unwrap_or_default(),
        })
    }
}

/// One batch of what waits for webhooks that are disabled or gone. Gives how many are dead.
pub(crate) struct GiveUpDeliveries(pub(crate) OffsetDateTime);

impl Statement for GiveUpDeliveries {
    type Output = u64;
    const OPERATION: &'static str = "UPDATE";
    const TABLE: &'static str = "deliveries";

    async fn run(&self, connection: &mut PgConnection) -> Result<Self::Output, sqlx::Error> {
        let limit = i64::from(FORGET_MAX);
        let done = sqlx::query_file!("queries/give_up_deliveries.sql", self.0, limit)
            .execute(connection)
            .await?;
        Ok(done.rows_affected())
    }
}

/// One batch of deliveries that were settled long ago. Gives how many it forgot.
pub(crate) struct ForgetDeliveries {
    pub(crate) delivered_before: OffsetDateTime,
    pub(crate) dead_before: OffsetDateTime,
}

impl Statement for ForgetDeliveries {
    type Output = u64;
    const OPERATION: &'static str = "DELETE";
    const TABLE: &'static str = "deliveries";

    async fn run(&self, connection: &mut PgConnection) -> Result<Self::Output, sqlx::Error> {
        let done = sqlx::query_file!(
            "queries/forget_deliveries.sql",
            self.delivered_before,
            self.dead_before,
            i64::from(FORGET_MAX),
        )
        .execute(connection)
        .await?;
        Ok(done.rows_affected())
    }
}
