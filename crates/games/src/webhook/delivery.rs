//! Notices on their way.

use std::time::Duration;

use time::OffsetDateTime;
use uuid::Uuid;

use super::{Notice, NoticeKind, Webhook, WebhookId};
use crate::{GameId, Revision};

/// What a delivery is found by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DeliveryKey {
    /// The game.
    pub game: GameId,
    /// The revision that it tells of.
    pub revision: Revision,
    /// The webhook that is told.
    pub webhook: WebhookId,
}

/// Where a delivery stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeliveryState {
    /// It waits for its turn, or for another try.
    Pending,
    /// It arrived.
    Delivered,
    /// It was given up.
    Dead,
}

/// A delivery, as its application sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    /// What it is found by.
    pub key: DeliveryKey,
    /// What it tells of.
    pub kind: NoticeKind,
    /// When that happened.
    pub created_at: OffsetDateTime,
    /// Where it stands.
    pub state: DeliveryState,
    /// How often it was tried.
    pub tries: u32,
    /// When it is tried next, while it is pending.
    pub next_at: Option<OffsetDateTime>,
    /// When it was delivered or given up.
    pub settled_at: Option<OffsetDateTime>,
    /// Why the last try failed, if it did.
    pub failure: Option<DeliveryFailure>,
}

/// Why a try failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeliveryFailure {
    /// One of few words, such as `timeout`.
    pub reason: String,
    /// The status of the receiver's answer, if there was one.
    pub status: Option<u16>,
}

/// A wish for deliveries that are due.
#[derive(Debug, Clone)]
pub struct Claim {
    /// By whom; fresh for each claim.
    pub lease: Uuid,
    /// Now.
    pub now: OffsetDateTime,
    /// Until when nobody else gets them.
    pub until: OffsetDateTime,
    /// How many, at most.
    pub limit: u32,
    /// How many of one webhook, at most.
    pub limit_per_webhook: u32,
    /// Webhooks of which none is wanted.
    pub except: Vec<WebhookId>,
}

/// A delivery that was claimed.
#[derive(Debug, Clone)]
pub struct Due {
    /// The claim.
    pub lease: Uuid,
    /// What is told.
    pub notice: Notice,
    /// Whom.
    pub webhook: Webhook,
    /// Since when it, or one before it in its game, has been tried in vain. `None`: it was not tried yet.
    pub tried_since: Option<OffsetDateTime>,
    /// How often it was tried before.
    pub tries: u32,
}

/// What became of a try.
#[derive(Debug, Clone)]
pub struct Settlement {
    /// The delivery.
    pub key: DeliveryKey,
    /// The claim that it was tried under. Another has come since: nothing is settled.
    pub lease: Uuid,
    /// When.
    pub now: OffsetDateTime,
    /// What.
    pub verdict: Verdict,
}

/// What is to become of a delivery after a try.
#[derive(Debug, Clone)]
pub enum Verdict {
    /// It arrived.
    Delivered,
    /// It did not, and is tried again.
    Again(OffsetDateTime, DeliveryFailure),
    /// It did not, and is given up.
    Dead(DeliveryFailure),
    /// It was not tried: there was no room. It does not count.
    PutBack(OffsetDateTime),
}

/// What is on its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Backlog {
    /// Deliveries that are pending.
    pub pending: u64,
    /// Deliveries that were given up and can be sent again.
    pub dead: u64,
    /// How long the oldest of those that are pending has been due.
    pub oldest: Duration,
}

impl Due {
    /// What it is found by.
    #[must_use]
    pub const fn key(&self) -> DeliveryKey {
        DeliveryKey {
            game: self.notice.game,
            revision: self.notice.revision,
            webhook: self.webhook.id,
        }
    }
}

impl DeliveryState {
    /// Every state.
    pub const ALL: [Self; 3] = [Self::Pending, Self::Delivered, Self::Dead];

    /// Its word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Delivered => "delivered",
            Self::Dead => "dead",
        }
    }

    /// The state of a word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.word() == word)
    }
}

impl Verdict {
    /// Where the delivery stands then.
    #[must_use]
    pub const fn state(&self) -> DeliveryState {
        match self {
            Self::Delivered => DeliveryState::Delivered,
            Self::Again(..) | Self::PutBack(_) => DeliveryState::Pending,
            Self::Dead(_) => DeliveryState::Dead,
        }
    }

    /// When it is tried again, if it is.
    #[must_use]
    pub const fn next_at(&self) -> Option<OffsetDateTime> {
        match self {
            Self::Again(at, _) | Self::PutBack(at) => Some(*at),
            Self::Delivered | Self::Dead(_) => None,
        }
    }

    /// Why it failed, if it did.
    #[must_use]
    pub const fn failure(&self) -> Option<&DeliveryFailure> {
        match self {
            Self::Again(_, failure) | Self::Dead(failure) => Some(failure),
            Self::Delivered | Self::PutBack(_) => None,
        }
    }

    /// Whether it was tried.
    #[must_use]
    pub const fn was_tried(&self) -> bool {
        !matches!(self, Self::PutBack(_))
    }
}
