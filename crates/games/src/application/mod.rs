//! Applications that create games, the keys that they call with, and how much they may create.
//!
//! A game belongs to the application with whose key it was created, and so does its rematch. The
//! application sees it, whatever its visibility; it holds no seat and is no owner by that.

mod id;
mod identify;
mod key;
mod manage;
mod quota;
mod store;
mod stored;

use time::OffsetDateTime;

pub use id::{ApiKeyId, ApplicationId, Label, ParseApplicationIdError};
pub use identify::{Applications, KEYS_TRUSTED_FOR};
pub use key::{ApiKey, ApiKeySecret, KeyRefusal, ParseApiKeyError};
pub use manage::{ManageError, NewKey};
pub use quota::{Limit, Quota, QuotaExceeded, QuotaOverrides, Quotas};
pub use store::{ApplicationStore, Usage, UsageQuestion};
pub use stored::{StoredApplication, StoredKey, StoredQuotas};

/// An application, which creates games with its keys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Application {
    /// Its id.
    pub id: ApplicationId,
    /// What it is called; no two have the same name.
    pub name: Label,
    /// When it was made.
    pub created_at: OffsetDateTime,
    /// Its own quotas.
    pub quotas: QuotaOverrides,
}
