//! Clocks for tests.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use time::{Duration, OffsetDateTime};

use super::Replicas;
use crate::{Clock, Games, SystemIds};

/// A clock that goes a millisecond further each time it is asked.
#[derive(Default)]
pub(super) struct Ticking(AtomicI64);

impl Clock for Ticking {
    fn now(&self) -> OffsetDateTime {
        start_of_time() + Duration::milliseconds(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

/// A clock that stands where it was put.
#[derive(Default)]
pub struct Standing(AtomicI64);

impl Standing {
    /// Puts it to this long after the start of time, in whole milliseconds.
    pub fn put(&self, since_start: Duration) {
        let millis = i64::try_from(since_start.whole_milliseconds()).expect("a near time");
        self.0.store(millis, Ordering::Relaxed);
    }

    /// Puts it forward by whole milliseconds.
    pub(super) fn advance(&self, by: Duration) {
        let millis = i64::try_from(by.whole_milliseconds()).expect("a near time");
        self.0.fetch_add(millis, Ordering::Relaxed);
    }
}

impl Clock for Standing {
    fn now(&self) -> OffsetDateTime {
        start_of_time() + Duration::milliseconds(self.0.load(Ordering::Relaxed))
    }
}

/// When the tests take place.
pub fn start_of_time() -> OffsetDateTime {
    OffsetDateTime::from_unix_timestamp(1_800_000_000).expect("a year of four digits")
        + Duration::microseconds(123_456)
}

/// The use cases over another store on the same database, with a clock that stands.
pub async fn games_by(replicas: &dyn Replicas, clock: &Arc<Standing>) -> Arc<Games> {
    let clock = Arc::clone(clock) as Arc<dyn Clock>;
    let games = Games::new(replicas.replica().await, clock, Arc::new(SystemIds));
    Arc::new(games)
}
