//! Keys of applications that are known to be good.

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The keys that the service has taken: so many at most.
pub(crate) struct KnownKeys {
    keys: Mutex<HashSet<u128>>,
    max: usize,
}

impl KnownKeys {
    pub(crate) fn new(max: usize) -> Self {
        Self {
            keys: Mutex::default(),
            max,
        }
    }

    pub(crate) fn has(&self, key: u128) -> bool {
        self.lock().contains(&key)
    }

    pub(crate) fn note(&self, key: u128, works: bool) {
        let mut keys = self.lock();
        if !works {
            keys.remove(&key);
        } else if keys.len() < self.max {
            keys.insert(key);
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashSet<u128>> {
        self.keys.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
