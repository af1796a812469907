//! Webhooks: where applications are told of their games.
//!
//! A change that somebody waits for is told once to each webhook that wants its kind: a row in the
//! outbox, which is stored by the statement that stores the change. Whoever delivers claims rows for a
//! while; the next of a game waits until the one before is delivered or dead.

mod delivery;
mod id;
mod manage;
mod notice;
mod registered;
mod store;
mod stored;

pub use delivery::{
    Backlog, Claim, Delivery, DeliveryFailure, DeliveryKey, DeliveryState, Due, Settlement, Verdict,
};
pub use id::{ParseWebhookIdError, WebhookId};
pub use manage::{
    DeliveryFilter, DeliveryPage, DeliveryPlace, RegisteredWebhook, Resend, WebhookError, Webhooks,
};
pub use notice::{Notice, NoticeKind, NoticeKinds, Offer};
pub use registered::{SigningKey, Webhook, WebhookChange};
pub use store::{DeliveryListing, WebhookStore};
pub use stored::{StoredDelivery, StoredDue, StoredWebhook};
