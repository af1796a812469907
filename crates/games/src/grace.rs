//! The time allowed around a deadline, so that everybody sees the same fall of a flag, or none.
//!
//! A change that was decided just before a deadline takes a moment to be stored. Until it is certain
//! that none can come any more, a look shows the game as still on, and sweepers leave it alone. A
//! change after the deadline need not wait: it stores the fall itself, and whichever of the two is
//! stored first is what happened.
//!
//! [`GRACE`] is long enough by what may go wrong: a look whose clock is ahead by [`CLOCK_SKEW_MAX`]
//! sees the deadline that much early, and a change may be stored until [`STORED_WITHIN`] after it.

use time::{Duration, OffsetDateTime};

/// How far apart the clocks of replicas may be.
pub const CLOCK_SKEW_MAX: Duration = Duration::SECOND;

/// Until how long after a deadline a change may be stored that was decided before it. Later it is
/// not, and is decided anew.
pub const STORED_WITHIN: Duration = Duration::SECOND;

/// How long after a deadline a look shows the fall, and a sweeper stores it. What is left beside the
/// two others is the time in which a store makes durable what it has begun.
pub const GRACE: Duration = Duration::seconds(3);

/// The latest deadline whose fall a look at `now` shows.
pub(crate) fn certain_at(now: OffsetDateTime) -> OffsetDateTime {
    now - GRACE
}

/// By when a change must be stored that was decided at `now`, by the clock of a store which told
/// `read_at` when it was asked for the game just before.
pub(crate) fn not_after(
    deadline: OffsetDateTime,
    now: OffsetDateTime,
    read_at: OffsetDateTime,
) -> OffsetDateTime {
    read_at + (deadline - now) + STORED_WITHIN
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_look_waits_longer_than_a_change_and_the_clocks_take_together() {
        assert!(CLOCK_SKEW_MAX + STORED_WITHIN < GRACE);
    }

    #[test]
    fn a_change_has_the_time_to_its_deadline_and_a_moment_by_whatever_clock() {
        let now = OffsetDateTime::UNIX_EPOCH;
        let read_at = now + Duration::DAY;
        let deadline = now + Duration::seconds(10);
        assert_eq!(
            not_after(deadline, now, read_at),
            read_at + Duration::seconds(11)
        );
    }
}
