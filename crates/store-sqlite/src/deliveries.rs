//! The outbox.

use moelle_games::{
    ApplicationId, Backlog, Claim, Delivery, DeliveryKey, DeliveryListing, DeliveryState, Due,
    Settlement, StoreError, StoredDelivery, StoredDue, Verdict as Outcome, WebhookId,
};
use sqlx::sqlite::SqliteConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::SqliteStore;
use crate::changes::{FORGET_MAX, number};
use crate::error::Failure;
use crate::reads::{poll, select};
use crate::times::micros;
use crate::webhooks::{WebhookRow, time};
use crate::writer::{Change, Verdict};

const TABLE: &str = "deliveries";

/// A delivery that is due, with its webhook and what it tells.
pub(crate) struct DueRow {
    game_id: Uuid,
    revision: i64,
    tried_since: Option<i64>,
    tries: i32,
    kind: String,
    webhook_id: Uuid,
    application_id: Uuid,
    created_at: i64,
    old_key_until: Option<i64>,
    kinds: i16,
    enabled: bool,
    url: String,
    key: Vec<u8>,
    old_key: Option<Vec<u8>>,
    at: i64,
    event_kind: String,
    side: Option<String>,
    position: String,
    result: Option<String>,
    termination: Option<String>,
    variant: Option<String>,
}

impl DueRow {
    pub(crate) fn into_due(self, lease: Uuid) -> Result<Due, StoreError> {
        let webhook = WebhookRow {
            webhook_id: self.webhook_id,
            application_id: self.application_id,
            created_at: self.created_at,
            old_key_until: self.old_key_until,
            kinds: self.kinds,
            enabled: self.enabled,
            url: self.url,
            key: self.key,
            old_key: self.old_key,
        };
        StoredDue {
            webhook: webhook.try_into()?,
            lease,
            game_id: self.game_id,
            revision: self.revision,
            tried_since: self.tried_since.map(|at| time(TABLE, at)).transpose()?,
            tries: self.tries,
            kind: self.kind,
            at: time("events", self.at)?,
            event_kind: self.event_kind,
            side: self.side,
            position: self.position,
            result: self.result,
            termination: self.termination,
            variant: self.variant,
        }
        .try_into()
    }
}

/// What is due for a claim, as it stands.
async fn due(reader: &mut SqliteConnection, claim: &Claim) -> Result<Vec<DueRow>, sqlx::Error> {
    let now = micros(claim.now);
    let quoted: Vec<String> = claim
        .except
        .iter()
        .map(|id| format!("\"{:X}\"", id.as_uuid().simple()))
        .collect();
    let except = format!("[{}]", quoted.join(","));
    sqlx::query_file_as!(
        DueRow,
        "queries/due_deliveries.sql",
        now,
        claim.limit,
        claim.limit_per_webhook,
        except,
    )
    .fetch_all(reader)
    .await
}

/// Claims what is due.
pub(crate) struct ClaimDue(pub(crate) Claim);

impl Change for ClaimDue {
    type Output = Vec<DueRow>;
    const OPERATION: &'static str = "UPDATE";
    const TABLE: &'static str = TABLE;

    async fn run(self, writer: &mut SqliteConnection) -> Result<Verdict<Vec<DueRow>>, Failure> {
        let Self(claim) = self;
        let until = micros(claim.until);
        let rows = due(writer, &claim).await?;
        for row in &rows {
            sqlx::query_file!(
                "queries/claim_delivery.sql",
                row.game_id,
                row.revision,
                row.webhook_id,
                claim.lease,
                until,
            )
            .execute(&mut *writer)
            .await?;
        }
        Ok(Verdict::Keep(rows))
    }
}

/// What became of a try. Gives whether it was settled.
pub(crate) struct Settle(pub(crate) Settlement);

impl Change for Settle {
    type Output = bool;
    const OPERATION: &'static str = "UPDATE";
    const TABLE: &'static str = TABLE;

    async fn run(self, writer: &mut SqliteConnection) -> Result<Verdict<bool>, Failure> {
        let Settlement {
            key,
            lease,
            now,
            verdict,
        } = self.0;
        let (game, revision, webhook) = columns(key);
        let (state, next_at) = (verdict.state().word(), verdict.next_at().map(micros));
        let (now, tried) = (micros(now), verdict.was_tried());
        let failure = verdict.failure();
        let reason = failure.map(|failure| failure.reason.as_str());
        let status = failure.and_then(|failure| failure.status);
        let done = sqlx::query_file!(
            "queries/settle_delivery.sql",
            game,
            revision,
            webhook,
            lease,
            state,
            next_at,
            now,
            tried,
            reason,
            status,
        )
        .execute(&mut *writer)
        .await?;
        if done.rows_affected() == 0 {
            return Ok(Verdict::TakeBack(false));
        }
        let then = next_at.unwrap_or(now);
        let tried_at = tried.then_some(now);
        let arrived = matches!(verdict, Outcome::Delivered);
        sqlx::query_file!(
            "queries/delay_deliveries.sql",
            game,
            revision,
            webhook,
            then,
            tried_at,
            arrived,
        )
        .execute(writer)
        .await?;
        Ok(Verdict::Keep(true))
    }
}

/// One delivery once more. Gives how many.
pub(crate) struct ResendOne {
    pub(crate) application: ApplicationId,
    pub(crate) key: DeliveryKey,
    pub(crate) now: OffsetDateTime,
}

impl Change for ResendOne {
    type Output = u64;
    const OPERATION: &'static str = "UPDATE";
    const TABLE: &'static str = TABLE;

    async fn run(self, writer: &mut SqliteConnection) -> Result<Verdict<u64>, Failure> {
        let (game, revision, webhook) = columns(self.key);
        let (application, now) = (self.application.as_uuid(), micros(self.now));
        let done = sqlx::query_file!(
            "queries/resend_delivery.sql",
            game,
            revision,
            webhook,
            application,
            now,
        )
        .execute(writer)
        .await?;
        Ok(Verdict::Keep(done.rows_affected()))
    }
}

/// What is dead once more. Gives how many.
pub(crate) struct ResendDead {
    pub(crate) application: ApplicationId,
    pub(crate) webhook: Option<WebhookId>,
    pub(crate) now: OffsetDateTime,
    pub(crate) limit: u32,
}

impl Change for ResendDead {
    type Output = u64;
    const OPERATION: &'static str = "UPDATE";
    const TABLE: &'static str = TABLE;

    async fn run(self, writer: &mut SqliteConnection) -> Result<Verdict<u64>, Failure> {
        let (application, now) = (self.application.as_uuid(), micros(self.now));
        let webhook = self.webhook.map(WebhookId::as_uuid);
        let limit = self.limit;
        let done = sqlx::query_file!("queries/resend_dead.sql", application, webhook, now, limit,)
            .execute(writer)
            .await?;
        Ok(Verdict::Keep(done.rows_affected()))
    }
}

/// One batch of what waits for webhooks that are disabled or gone. Gives how many are dead.
pub(crate) struct GiveUpDeliveries(pub(crate) OffsetDateTime);

impl Change for GiveUpDeliveries {
    type Output = u64;
    const OPERATION: &'static str = "UPDATE";
    const TABLE: &'static str = TABLE;

    async fn run(self, writer: &mut SqliteConnection) -> Result<Verdict<u64>, Failure> {
        let now = micros(self.0);
        let done = sqlx::query_file!("queries/give_up_deliveries.sql", now, FORGET_MAX)
            .execute(writer)
            .await?;
        Ok(Verdict::Keep(done.rows_affected()))
    }
}

/// One batch of deliveries that were settled long ago. Gives how many it forgot.
pub(crate) struct ForgetDeliveries {
    pub(crate) delivered_before: OffsetDateTime,
    pub(crate) dead_before: OffsetDateTime,
}

impl Change for ForgetDeliveries {
    type Output = u64;
    const OPERATION: &'static str = "DELETE";
    const TABLE: &'static str = TABLE;

    async fn run(self, writer: &mut SqliteConnection) -> Result<Verdict<u64>, Failure> {
        let (delivered, dead) = (micros(self.delivered_before), micros(self.dead_before));
        let done = sqlx::query_file!("queries/forget_deliveries.sql", delivered, dead, FORGET_MAX,)
            .execute(writer)
            .await?;
        Ok(Verdict::Keep(done.rows_affected()))
    }
}

/// A row of `deliveries`.
struct DeliveryRow {
    game_id: Uuid,
    revision: i64,
    webhook_id: Uuid,
    created_at: i64,
    next_at: Option<i64>,
    settled_at: Option<i64>,
    tries: i32,
    status: Option<i16>,
    kind: String,
    state: String,
    failure: Option<String>,
}

impl TryFrom<DeliveryRow> for Delivery {
    type Error = StoreError;

    fn try_from(row: DeliveryRow) -> Result<Self, StoreError> {
        let perhaps = |at: Option<i64>| at.map(|at| time(TABLE, at)).transpose();
        StoredDelivery {
            game_id: row.game_id,
            revision: row.revision,
            webhook_id: row.webhook_id,
            created_at: time(TABLE, row.created_at)?,
            next_at: perhaps(row.next_at)?,
            settled_at: perhaps(row.settled_at)?,
            tries: row.tries,
            status: row.status,
            kind: row.kind,
            state: row.state,
            failure: row.failure,
        }
        .try_into()
    }
}

impl SqliteStore {
    /// What is due for a claim.
    pub(crate) async fn due_deliveries(&self, claim: &Claim) -> Result<Vec<DueRow>, StoreError> {
        self.readers()
            .read(poll(TABLE), async |reader: &mut SqliteConnection| {
                due(reader, claim).await
            })
            .await
            .map_err(|failure| failure.into_store_error(TABLE, None))
    }

    /// A page of deliveries.
    pub(crate) async fn deliveries(
        &self,
        listing: DeliveryListing<'_>,
    ) -> Result<Vec<Delivery>, StoreError> {
        let application = listing.application.as_uuid();
        let state = listing.filter.state.map(DeliveryState::word);
        let webhook = listing.filter.webhook.map(WebhookId::as_uuid);
        let after_at = listing.after.map(|place| micros(place.created_at));
        let after = listing.after.map(|place| columns(place.key));
        let (game, revision) = (after.map(|after| after.0), after.map(|after| after.1));
        let last = after.map(|after| after.2);
        let rows = self
            .readers()
            .read(select(TABLE), async |reader: &mut SqliteConnection| {
                sqlx::query_file_as!(
                    DeliveryRow,
                    "queries/list_deliveries.sql",
                    application,
                    state,
                    webhook,
                    after_at,
                    game,
                    revision,
                    last,
                    listing.limit,
                )
                .fetch_all(reader)
                .await
            })
            .await
            .map_err(|failure| failure.into_store_error(TABLE, None))?;
        rows.into_iter().map(Delivery::try_from).collect()
    }

    /// What is on its way.
    pub(crate) async fn backlog_at(&self, now: OffsetDateTime) -> Result<Backlog, StoreError> {
        let row = self
            .readers()
            .read(poll(TABLE), async |reader: &mut SqliteConnection| {
                sqlx::query_file!("queries/backlog.sql")
                    .fetch_one(reader)
                    .await
            })
            .await
            .map_err(|failure| failure.into_store_error(TABLE, None))?;
        let oldest = row.oldest.map(|at| time(TABLE, at)).transpose()?;
        let age = oldest.and_then(|oldest| (now - oldest).try_into().ok());
        Ok(Backlog {
            pending: row.pending.unsigned_abs(),
            dead: row.dead.unsigned_abs(),
            oldest: age.unwrap_or_default(),
        })
    }
}

/// The columns of a delivery's key.
fn columns(key: DeliveryKey) -> (Uuid, i64, Uuid) {
    (
        key.game.as_uuid(),
        number(key.revision),
        key.webhook.as_uuid(),
    )
}
