//! Webhooks and deliveries as a store keeps them.

use std::fmt::Display;

use moelle_rules::Side;
use time::OffsetDateTime;
use uuid::Uuid;

use super::{
    Delivery, DeliveryFailure, DeliveryKey, DeliveryState, Due, Notice, NoticeKind, NoticeKinds,
    Offer, SigningKey, Webhook, WebhookId,
};
use crate::{ApplicationId, GameId, Revision, StoreError};

/// A row of `webhooks`.
#[derive(Debug, Clone)]
pub struct StoredWebhook {
    /// The id.
    pub webhook_id: Uuid,
    /// Whose it is.
    pub application_id: Uuid,
    /// When it was registered.
    pub created_at: OffsetDateTime,
    /// Until when messages are signed with the key before too.
    pub old_key_until: Option<OffsetDateTime>,
    /// The bits of the kinds that it wants.
    pub kinds: i16,
    /// Whether it gets any.
    pub enabled: bool,
    /// Where notices go.
    pub url: String,
    /// What messages are signed with.
    pub key: Vec<u8>,
    /// The key before.
    pub old_key: Option<Vec<u8>>,
}

/// A row of `deliveries`.
#[derive(Debug, Clone)]
pub struct StoredDelivery {
    /// The game.
    pub game_id: Uuid,
    /// The revision.
    pub revision: i64,
    /// The webhook.
    pub webhook_id: Uuid,
    /// When what it tells of happened.
    pub created_at: OffsetDateTime,
    /// When it is tried next.
    pub next_at: Option<OffsetDateTime>,
    /// When it was delivered or given up.
    pub settled_at: Option<OffsetDateTime>,
    /// How often it was tried.
    pub tries: i32,
    /// The status of the last answer that was no success.
    pub status: Option<i16>,
    /// `your_turn`, `offer` or `finished`.
    pub kind: String,
    /// `pending`, `delivered` or `dead`.
    pub state: String,
    /// Why the last try failed.
    pub failure: Option<String>,
}

/// A row of `deliveries` that was claimed, with what it tells from `events` and `games`.
#[derive(Debug, Clone)]
pub struct StoredDue {
    /// The webhook.
    pub webhook: StoredWebhook,
    /// The claim.
    pub lease: Uuid,
    /// The game.
    pub game_id: Uuid,
    /// The revision.
    pub revision: i64,
    /// Since when it, or one before it in its game, has been tried in vain. `None`: it was not tried yet.
    pub tried_since: Option<OffsetDateTime>,
    /// How often it was tried before.
    pub tries: i32,
    /// `your_turn`, `offer` or `finished`.
    pub kind: String,
    /// When it happened: `events.at`.
    pub at: OffsetDateTime,
    /// `events.kind`.
    pub event_kind: String,
    /// `events.side`.
    pub side: Option<String>,
    /// `events.position`.
    pub position: String,
    /// `events.result`.
    pub result: Option<String>,
    /// `events.termination`.
    pub termination: Option<String>,
    /// `games.variant`.
    pub variant: Option<String>,
}

impl TryFrom<StoredWebhook> for Webhook {
    type Error = StoreError;

    fn try_from(row: StoredWebhook) -> Result<Self, StoreError> {
        let id = WebhookId::from_uuid(row.webhook_id);
        let wrong = |column| wrong("webhooks", column, &id);
        let key = |column, bytes: Vec<u8>| {
            let bytes = bytes.try_into().map_err(|_| wrong(column))?;
            Ok::<_, StoreError>(SigningKey::from_bytes(bytes))
        };
        let kinds = u8::try_from(row.kinds)
            .ok()
            .and_then(NoticeKinds::from_bits);
        let old_key = row.old_key.map(|bytes| key("old_key", bytes)).transpose()?;
        Ok(Self {
            id,
            application: ApplicationId::from_uuid(row.application_id),
            created_at: row.created_at,
            url: row.url,
            kinds: kinds.ok_or_else(|| wrong("kinds"))?,
            is_enabled: row.enabled,
            key: key("key", row.key)?,
            old_key: old_key.zip(row.old_key_until),
        })
    }
}

impl TryFrom<StoredDelivery> for Delivery {
    type Error = StoreError;

    fn try_from(row: StoredDelivery) -> Result<Self, StoreError> {
        let key = key(row.game_id, row.revision, row.webhook_id);
        let wrong = |column| wrong("deliveries", column, &key.game);
        let status = row.status.and_then(|status| u16::try_from(status).ok());
        Ok(Self {
            key,
            kind: NoticeKind::from_word(&row.kind).ok_or_else(|| wrong("kind"))?,
            created_at: row.created_at,
            state: DeliveryState::from_word(&row.state).ok_or_else(|| wrong("state"))?,
            tries: row.tries.unsigned_abs(),
            next_at: row.next_at,
            settled_at: row.settled_at,
            failure: row.failure.map(|reason| DeliveryFailure { reason, status }),
        })
    }
}

impl TryFrom<StoredDue> for Due {
    type Error = StoreError;

    fn try_from(row: StoredDue) -> Result<Self, StoreError> {
        let webhook = Webhook::try_from(row.webhook)?;
        let key = key(row.game_id, row.revision, webhook.id.as_uuid());
        let kind = NoticeKind::from_word(&row.kind);
        let by = match row.side.as_deref() {
            Some("white") => Some(Side::White),
            Some("black") => Some(Side::Black),
            _ => None,
        };
        let notice = Notice {
            kind: kind.ok_or_else(|| wrong("deliveries", "kind", &key.game))?,
            game: key.game,
            revision: key.revision,
            at: row.at,
            variant: row.variant,
            position: row.position,
            offer: by.and_then(|by| Offer::of(&row.event_kind, by)),
            outcome: row.result.zip(row.termination),
        };
        Ok(Self {
            lease: row.lease,
            notice,
            webhook,
            tried_since: row.tried_since,
            tries: row.tries.unsigned_abs(),
        })
    }
}

fn key(game: Uuid, revision: i64, webhook: Uuid) -> DeliveryKey {
    DeliveryKey {
        game: GameId::from_uuid(game),
        revision: Revision::from_number(revision.unsigned_abs()),
        webhook: WebhookId::from_uuid(webhook),
    }
}

fn wrong(table: &str, column: &str, id: &dyn Display) -> StoreError {
    StoreError::Internal(format!("{table}.{column} of {id} holds what it cannot").into())
}
