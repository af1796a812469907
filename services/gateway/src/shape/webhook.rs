//! Webhooks and deliveries.

use moelle_proto::v1;
use serde::Serialize;
use utoipa::ToSchema;

use super::{BadAnswer, DeliveryState, NoticeKind, non_empty, time};

/// A webhook of an application.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Webhook {
    /// 22 characters of base58.
    #[schema(example = "1BqkzVJm2xXQnS7TjGzR9a")]
    pub(crate) id: String,
    /// Where messages go.
    #[schema(example = "https://app.example/moelle")]
    url: String,
    /// What it is told of.
    kinds: Vec<NoticeKind>,
    /// Whether it is told anything. A receiver that answers 410 Gone disables it.
    enabled: bool,
    /// When it was registered, in RFC 3339.
    #[schema(format = DateTime)]
    created_at: String,
    /// Until when messages are signed with the secret before too, in RFC 3339. Null: it was never
    /// replaced.
    #[schema(required, format = DateTime)]
    old_secret_until: Option<String>,
}

/// What a webhook was told, or is to be.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Delivery {
    /// What it is sent again by.
    #[schema(example = "1BqkzVJm2xXQnS7TjGzR9a-12-1BqkzVJm2xXQnS7TjGzR9b")]
    id: String,
    /// The webhook.
    webhook_id: String,
    /// The game.
    game_id: String,
    /// The revision that it tells of.
    revision: u64,
    /// What it tells of.
    kind: NoticeKind,
    /// Where it stands.
    state: DeliveryState,
    /// How often it was tried.
    tries: u32,
    /// When that happened which it tells of, in RFC 3339.
    #[schema(format = DateTime)]
    created_at: String,
    /// When it is tried next, in RFC 3339. Null: it is not pending.
    #[schema(required, format = DateTime)]
    next_at: Option<String>,
    /// When it arrived or was given up, in RFC 3339. Null: it is pending.
    #[schema(required, format = DateTime)]
    settled_at: Option<String>,
    /// Why the last try failed: `unresolved`, `private_address`, `connection`, `tls`, `timeout`,
    /// `protocol`, `redirect`, `status`, `gone` or `disabled`. Null: none has.
    #[schema(required, example = "timeout")]
    failure: Option<String>,
    /// The status of the receiver's last answer that was no success. Null: there was none.
    #[schema(required)]
    status: Option<u32>,
}

impl TryFrom<v1::Webhook> for Webhook {
    type Error = BadAnswer;

    fn try_from(webhook: v1::Webhook) -> Result<Self, BadAnswer> {
        let kinds = webhook.kinds.into_iter().map(NoticeKind::try_from);
        Ok(Self {
            id: webhook.id,
            url: webhook.url,
            kinds: kinds.collect::<Result<_, _>>()?,
            enabled: webhook.enabled,
            created_at: time::text(webhook.created_at, "created_at")?,
            old_secret_until: time::text_or_null(webhook.old_secret_until, "old_secret_until")?,
        })
    }
}

impl TryFrom<v1::Delivery> for Delivery {
    type Error = BadAnswer;

    fn try_from(delivery: v1::Delivery) -> Result<Self, BadAnswer> {
        Ok(Self {
            id: delivery.id,
            webhook_id: delivery.webhook_id,
            game_id: delivery.game_id,
            revision: delivery.revision,
            kind: delivery.kind.try_into()?,
            state: delivery.state.try_into()?,
            tries: delivery.tries,
            created_at: time::text(delivery.created_at, "created_at")?,
            next_at: time::text_or_null(delivery.next_at, "next_at")?,
            settled_at: time::text_or_null(delivery.settled_at, "settled_at")?,
            failure: non_empty(delivery.failure),
            status: delivery.status,
        })
    }
}
