//! One limit: how many requests of a class one kind of caller may make in a minute.

use std::num::NonZeroU32;
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::middleware::StateInformationMiddleware;
use governor::nanos::Nanos;
use governor::{Quota, RateLimiter};

use crate::buckets::Buckets;
use crate::caller::Bucket;

/// The time over which a limit counts.
pub(crate) const WINDOW: Duration = Duration::from_mins(1);

/// One limit.
pub(crate) struct Limit<C: Clock = DefaultClock> {
    limiter: RateLimiter<Bucket, Buckets, C, StateInformationMiddleware>,
    buckets: Buckets,
    clock: C,
    per_minute: u32,
    each: Duration,
}

impl<C: Clock + Clone> Limit<C> {
    /// A limit of so many requests a minute for each of so many callers; `None` for 0, which is no
    /// limit.
    pub(crate) fn new(per_minute: u32, callers_max: usize, clock: C) -> Option<Self> {
        let burst = NonZeroU32::new(per_minute)?;
        let each = WINDOW / per_minute;
        let quota = Quota::with_period(each)?.allow_burst(burst);
        let buckets = Buckets::new(callers_max);
        Some(Self {
            limiter: RateLimiter::new(quota, buckets.clone(), clock.clone()),
            buckets,
            clock,
            per_minute,
            each,
        })
    }

    pub(crate) fn per_minute(&self) -> u32 {
        self.per_minute
    }

    /// Takes one request, and says how many are left.
    ///
    /// # Errors
    ///
    /// How long it takes until there is one, where there is none.
    pub(crate) fn take(&self, bucket: &Bucket) -> Result<u32, Duration> {
        let taken = self.limiter.check_key(bucket);
        if self.buckets.is_look_due() {
            self.limiter.retain_recent();
        }
        match taken {
            Ok(state) => Ok(state.remaining_burst_capacity()),
            Err(not_yet) => Err(not_yet.wait_time_from(self.clock.now())),
        }
    }

    /// Puts back the request that was taken last.
    pub(crate) fn give_back(&self, bucket: &Bucket) {
        self.buckets.give_back(bucket, Nanos::from(self.each));
    }

    /// How long it takes until as many are there as may be, where so many are left.
    pub(crate) fn until_full(&self, left: u32) -> Duration {
        self.each * self.per_minute.saturating_sub(left)
    }
}

#[cfg(test)]
mod tests {
    use governor::clock::FakeRelativeClock;

    use super::*;
    use crate::Caller;

    fn limit(per_minute: u32, callers_max: usize) -> (Limit<FakeRelativeClock>, FakeRelativeClock) {
        let clock = FakeRelativeClock::default();
        let limit = Limit::new(per_minute, callers_max, clock.clone());
        (limit.expect("a limit"), clock)
    }

    fn bucket(address: &str) -> Bucket {
        let caller = Caller::at(address.parse().expect("an address"));
        caller.buckets().next().expect("an address").1
    }

    /// A network of its own for each number.
    fn far_apart(number: u32) -> Bucket {
        let (high, low) = (0x2000 + (number >> 16), number & 0xffff);
        bucket(&format!("{high:x}:{low:x}::1"))
    }

    #[test]
    fn as_many_at_once_as_in_a_minute_and_then_one_after_another() {
        let (limit, clock) = limit(60, 10);
        let one = bucket("203.0.113.1");
        for left in (0..60).rev() {
            assert_eq!(limit.take(&one), Ok(left));
        }
        assert_eq!(limit.take(&one), Err(Duration::from_secs(1)));
        assert_eq!(limit.take(&bucket("203.0.113.2")), Ok(59));
        clock.advance(Duration::from_millis(400));
        let wait = limit.take(&one).expect_err("not yet");
        assert_eq!(wait, Duration::from_millis(600));
        clock.advance(wait);
        assert_eq!(limit.take(&one), Ok(0), "what was said is true");
        assert!(limit.take(&one).is_err());
        clock.advance(WINDOW);
        assert_eq!(limit.take(&one), Ok(59), "and no more than in a minute");
    }

    #[test]
    fn what_is_given_back_can_be_taken_again() {
        let (limit, _) = limit(2, 10);
        let one = bucket("203.0.113.1");
        for _ in 0..10 {
            assert_eq!(limit.take(&one), Ok(1));
            limit.give_back(&one);
        }
    }

    #[test]
    fn a_bucket_that_is_full_again_is_forgotten() {
        let (limit, clock) = limit(60, 100_000);
        for number in 0..50_000 {
            limit.take(&far_apart(number)).expect("room");
            clock.advance(Duration::from_millis(10));
        }
        // A bucket of which one was taken is full again after a second.
        let kept = limit.limiter.len();
        assert!(kept <= 2_048, "{kept}");
    }

    #[test]
    fn callers_without_number_take_no_more_memory_and_nobody_who_was_there_notices() {
        let (limit, clock) = limit(60, 5_000);
        let known = bucket("203.0.113.1");
        assert_eq!(limit.take(&known), Ok(59));
        let mut served = 0_u32;
        for number in 0..200_000 {
            served += u32::from(limit.take(&far_apart(number)).is_ok());
        }
        let kept = limit.limiter.len();
        assert!(kept <= 5_000 + 1_024, "{kept}");
        // Those for whom there was no room shared what is left, and got no more than that.
        assert!(served < 5_000 + 1_024 * 60, "{served}");
        assert_eq!(limit.take(&known), Ok(58));
        clock.advance(WINDOW * 2);
        for _ in 0..2_000 {
            let _ = limit.take(&far_apart(300_000));
        }
        let kept = limit.limiter.len();
        assert!(kept < 10, "all that is over is forgotten: {kept}");
    }

    #[test]
    fn without_room_neighbours_share_and_other_networks_do_not() {
        let (limit, _) = limit(10, 1);
        limit.take(&bucket("203.0.113.1")).expect("its own");
        for last in 1..=10 {
            let neighbour = bucket(&format!("2001:db8:0:{last}::1"));
            limit.take(&neighbour).expect("their share");
        }
        assert!(limit.take(&bucket("2001:db8:0:11::1")).is_err());
        let others = (0..20).filter(|it| limit.take(&far_apart(*it)).is_ok());
        assert!(others.count() >= 19);
    }
}
