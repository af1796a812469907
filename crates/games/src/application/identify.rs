//! Whose a key is, and whether its application has room for more.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use time::OffsetDateTime;

use super::{
    ApiKey, ApiKeySecret, Application, ApplicationId, ApplicationStore, KeyRefusal, Quota,
    QuotaExceeded, Quotas, UsageQuestion,
};
use crate::{Clock, GameError, Ids, SecretHash, Store, StoreError};

/// How long what was read of a key is taken for true, unless something else is asked for. A key that
/// is revoked works no longer than that.
pub const KEYS_TRUSTED_FOR: Duration = Duration::from_secs(5);

/// How far back the games of a day were created.
const DAY: time::Duration = time::Duration::days(1);
/// When to look again whether games have ended.
const ENDS_LOOKED_FOR: Duration = Duration::from_mins(1);
/// As many keys or applications may be remembered before those are forgotten that are no longer
/// trusted.
const REMEMBERED: usize = 1_024;

/// Applications and their keys, over a store.
pub struct Applications {
    store: Arc<dyn Store>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) ids: Arc<dyn Ids>,
    quotas: Quotas,
    trusted_for: Duration,
    keys: Memory<[u8; 32], ApiKey>,
    known: Memory<ApplicationId, Application>,
}

impl Applications {
    /// Applications over a store, with the usual quotas.
    #[must_use]
    pub fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>, ids: Arc<dyn Ids>) -> Self {
        Self {
            store,
            clock,
            ids,
            quotas: Quotas::default(),
            trusted_for: KEYS_TRUSTED_FOR,
            keys: Memory::default(),
            known: Memory::default(),
        }
    }

    /// The same with these quotas, which takes what was read of a key for true for so long.
    #[must_use]
    pub fn with(mut self, quotas: Quotas, trusted_for: Duration) -> Self {
        self.quotas = quotas;
        self.trusted_for = trusted_for;
        self
    }

    pub(super) fn store(&self) -> &dyn ApplicationStore {
        self.store.applications()
    }

    /// The quotas of applications that have none of their own.
    #[must_use]
    pub const fn quotas(&self) -> &Quotas {
        &self.quotas
    }

    /// Whose a key is.
    ///
    /// # Errors
    ///
    /// [`GameError::KeyRefused`], and those of the store.
    pub async fn identify(&self, key: &ApiKeySecret) -> Result<ApplicationId, GameError> {
        self.owner_of(&key.hash()).await
    }

    /// How long what was read of a key is taken for true.
    #[must_use]
    pub const fn trusted_for(&self) -> Duration {
        self.trusted_for
    }

    /// Whose the key of a hash is.
    ///
    /// # Errors
    ///
    /// [`GameError::KeyRefused`], and those of the store.
    pub async fn owner_of(&self, hash: &SecretHash) -> Result<ApplicationId, GameError> {
        let now = self.clock.now();
        let known = self.keys.find(hash.as_bytes(), now, self.trusted_for);
        let key = if let Some(key) = known {
            key
        } else {
            let found = self.store().key_of(hash).await?;
            let (key, application) = found.ok_or(GameError::KeyRefused(KeyRefusal::Unknown))?;
            self.known
                .keep(application.id, application, now, self.trusted_for);
            self.keys.keep(*hash.as_bytes(), key, now, self.trusted_for)
        };
        key.check(now).map_err(GameError::KeyRefused)?;
        Ok(key.application)
    }

    /// Refuses where an application has as many games as it may have. The games that others are
    /// creating at the same moment are not counted.
    ///
    /// # Errors
    ///
    /// [`GameError::QuotaExceeded`], and those of the store.
    pub(crate) async fn expect_room(&self, application: ApplicationId) -> Result<(), GameError> {
        let quotas = self.quotas_of(application).await?;
        let now = self.clock.now();
        let question = UsageQuestion {
            application,
            running: quotas.running_games.max(),
            created: quotas.games_per_day.max(),
            since: now - DAY,
        };
        if question.running.is_none() && question.created.is_none() {
            return Ok(());
        }
        let usage = self.store().usage(&question).await?;
        let exceeded = |quota, limit: Option<u32>, retry_after| {
            Err(GameError::QuotaExceeded(QuotaExceeded {
                quota,
                limit: limit.unwrap_or_default(),
                retry_after,
            }))
        };
        if let Some(first) = usage.day_full_since {
            let left = Duration::try_from(first + DAY - now).unwrap_or_default();
            let left = left.max(Duration::from_secs(1));
            return exceeded(Quota::GamesPerDay, question.created, left);
        }
        if usage.is_full {
            return exceeded(Quota::RunningGames, question.running, ENDS_LOOKED_FOR);
        }
        Ok(())
    }

    /// The quotas of an application; the usual ones where it is none or gone.
    pub(crate) async fn quotas_of(
        &self,
        application: impl Into<Option<ApplicationId>> + Send,
    ) -> Result<Quotas, StoreError> {
        let Some(id) = application.into() else {
            return Ok(self.quotas);
        };
        let now = self.clock.now();
        if let Some(known) = self.known.find(&id, now, self.trusted_for) {
            return Ok(self.quotas.of(&known));
        }
        Ok(match self.store().application(id).await? {
            Some(read) => {
                let known = self.known.keep(id, read, now, self.trusted_for);
                self.quotas.of(&known)
            }
            None => self.quotas,
        })
    }
}

/// What was read not long ago.
struct Memory<K, V>(Mutex<HashMap<K, Read<V>>>);

struct Read<V> {
    value: Arc<V>,
    at: OffsetDateTime,
}

impl<K, V> Default for Memory<K, V> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Eq + Hash, V> Memory<K, V> {
    fn find(&self, key: &K, now: OffsetDateTime, trusted_for: Duration) -> Option<Arc<V>> {
        let read = self.lock();
        let read = read.get(key)?;
        read.is_fresh(now, trusted_for)
            .then(|| Arc::clone(&read.value))
    }

    fn keep(&self, key: K, value: V, now: OffsetDateTime, trusted_for: Duration) -> Arc<V> {
        let value = Arc::new(value);
        let mut all = self.lock();
        if all.len() >= REMEMBERED {
            all.retain(|_, read| read.is_fresh(now, trusted_for));
        }
        let read = Read {
            value: Arc::clone(&value),
            at: now,
        };
        all.insert(key, read);
        value
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<K, Read<V>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<V> Read<V> {
    /// A clock that was put back makes nothing fresh.
    fn is_fresh(&self, now: OffsetDateTime, trusted_for: Duration) -> bool {
        Duration::try_from(now - self.at).is_ok_and(|age| age < trusted_for)
    }
}
