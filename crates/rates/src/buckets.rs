//! The buckets of one limit: so many at most, whoever calls.

use std::collections::HashMap;
use std::hash::{BuildHasher as _, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use governor::nanos::Nanos;
use governor::state::StateStore;
use governor::state::keyed::ShrinkableKeyedStateStore;

use crate::caller::Bucket;

/// Buckets that those share for whom there is no room.
const SHARED: usize = 1024;
/// Buckets that are not worth looking through.
const FEW: usize = 1024;

/// The buckets of one limit, shared by its clones. Each is the moment at which it is full again.
#[derive(Clone)]
pub(crate) struct Buckets(Arc<Mutex<State>>);

struct State {
    own: HashMap<u128, Nanos>,
    own_max: usize,
    /// How many there may be before those that are full again are looked for.
    look_at: usize,
    /// By networks, for those who came when there was no room.
    shared: HashMap<usize, Nanos>,
    /// How many of their requests there have been.
    without_room: usize,
    is_look_due: bool,
    lot: RandomState,
}

impl Buckets {
    pub(crate) fn new(own_max: usize) -> Self {
        Self(Arc::new(Mutex::new(State {
            own: HashMap::new(),
            own_max,
            look_at: FEW.min(own_max),
            shared: HashMap::new(),
            without_room: 0,
            is_look_due: false,
            lot: RandomState::new(),
        })))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Every change is of one number.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether it is time to forget those that are full again. It is said once.
    pub(crate) fn is_look_due(&self) -> bool {
        std::mem::take(&mut self.lock().is_look_due)
    }

    /// Puts back what a request took.
    pub(crate) fn give_back(&self, bucket: &Bucket, taken: Nanos) {
        if let Some(full_at) = self.lock().find(bucket) {
            *full_at = full_at.saturating_sub(taken);
        }
    }
}

impl State {
    fn find(&mut self, bucket: &Bucket) -> Option<&mut Nanos> {
        let shared = self.shared_place(bucket);
        self.own
            .get_mut(&bucket.own)
            .or_else(|| self.shared.get_mut(&shared))
    }

    fn shared_place(&self, bucket: &Bucket) -> usize {
        usize::try_from(self.lot.hash_one(bucket.wide) % SHARED as u64).unwrap_or(0)
    }
}

impl StateStore for Buckets {
    type Key = Bucket;

    fn measure_and_replace<T, F, E>(&self, bucket: &Bucket, measure: F) -> Result<T, E>
    where
        F: Fn(Option<Nanos>) -> Result<(T, Nanos), E>,
    {
        let mut state = self.lock();
        if let Some(full_at) = state.own.get_mut(&bucket.own) {
            let (taken, then) = measure(Some(*full_at))?;
            *full_at = then;
            return Ok(taken);
        }
        if state.own.len() < state.own_max {
            let (taken, then) = measure(None)?;
            state.own.insert(bucket.own, then);
            state.is_look_due |= state.own.len() >= state.look_at;
            return Ok(taken);
        }
        // Each look costs as much as there are buckets, so not every request pays for one.
        state.is_look_due |= state.without_room.is_multiple_of(FEW);
        state.without_room += 1;
        let place = state.shared_place(bucket);
        let (taken, then) = measure(state.shared.get(&place).copied())?;
        state.shared.insert(place, then);
        Ok(taken)
    }
}

impl ShrinkableKeyedStateStore<Bucket> for Buckets {
    fn retain_recent(&self, full_before: Nanos) {
        let mut state = self.lock();
        state.own.retain(|_, full_at| *full_at > full_before);
        state.shared.retain(|_, full_at| *full_at > full_before);
        let left = state.own.len();
        state.look_at = (2 * left).clamp(FEW.min(state.own_max), state.own_max);
        if state.own.capacity() > 4 * FEW.max(left) {
            state.own.shrink_to(2 * left);
        }
    }

    fn shrink_to_fit(&self) {
        self.lock().own.shrink_to_fit();
    }

    fn len(&self) -> usize {
        let state = self.lock();
        state.own.len() + state.shared.len()
    }

    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
