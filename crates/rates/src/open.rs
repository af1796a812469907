//! Streams that are open, by who holds them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Counts what each caller holds open. There are as many entries as callers with open streams, which
/// are bounded where streams are.
#[derive(Default)]
pub(crate) struct Open(Mutex<HashMap<u128, u32>>);

/// Something that is open until this is dropped.
pub(crate) struct Held {
    open: Arc<Open>,
    id: u128,
}

impl Open {
    /// One more, unless there are so many.
    pub(crate) fn hold(self: &Arc<Self>, id: u128, max: u32) -> Option<Held> {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(id).or_default();
        if *count >= max {
            return None;
        }
        *count += 1;
        Some(Held {
            open: Arc::clone(self),
            id,
        })
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut counts = self.open.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.id) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.id);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_closed_makes_room_and_is_forgotten() {
        let open = Arc::new(Open::default());
        let first = open.hold(1, 2).expect("room");
        let _second = open.hold(1, 2).expect("room");
        assert!(open.hold(1, 2).is_none());
        let other = open.hold(2, 2);
        assert!(other.is_some(), "another has room of its own");
        drop(first);
        assert!(open.hold(1, 2).is_some());
        drop(other);
        assert_eq!(open.0.lock().expect("no panic").len(), 1);
    }
}
