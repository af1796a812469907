//! When a message is tried again.

use std::time::Duration;

use time::OffsetDateTime;

/// The pauses between the tries of a message: each three times as long as the one before, up to a
/// longest, until it is given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Schedule {
    /// The pause after the first try.
    pub first: Duration,
    /// The longest pause; no receiver can ask for a longer one.
    pub longest: Duration,
    /// How long after its first try a message is given up.
    pub give_up_after: Duration,
}

/// How much longer a pause is than the one before.
const GROWTH: u32 = 3;
/// The shortest pause that a receiver can ask for.
const SHORTEST: Duration = Duration::from_secs(1);

impl Default for Schedule {
    /// After 5, 15 and 45 seconds, about 2, 7 and 20 minutes, 1 and 3 hours, then every 4 hours for a
    /// day: 14 tries.
    fn default() -> Self {
        Self {
            first: Duration::from_secs(5),
            longest: Duration::from_hours(4),
            give_up_after: Duration::from_hours(24),
        }
    }
}

impl Schedule {
    /// When a message that has failed `tries` times, at last at `now`, is tried again. `None`: it is
    /// given up, a day (say) after `tried_since`, which is the first try where it is `None`.
    ///
    /// `asked` is what the receiver asked for. `lot`, from 0 to 1, lengthens a pause by up to a
    /// quarter, so that what failed together does not come together again.
    #[must_use]
    pub fn next(
        &self,
        tried_since: Option<OffsetDateTime>,
        tries: u32,
        now: OffsetDateTime,
        asked: Option<Duration>,
        lot: f64,
    ) -> Option<OffsetDateTime> {
        let pause = match asked {
            Some(asked) => asked.clamp(SHORTEST.min(self.longest), self.longest),
            None => self.pause(tries),
        };
        let next = now + pause.mul_f64(1.0 + lot.clamp(0.0, 1.0) / 4.0);
        let last = tried_since.unwrap_or(now) + self.give_up_after;
        // One that waits for the end of the day comes then, once.
        match (next <= last, now < last) {
            (true, _) => Some(next),
            (false, true) => Some(last),
            (false, false) => None,
        }
    }

    /// The pause after this many tries.
    fn pause(&self, tries: u32) -> Duration {
        let growth = GROWTH.saturating_pow(tries.saturating_sub(1));
        self.first.saturating_mul(growth).min(self.longest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start() -> OffsetDateTime {
        OffsetDateTime::from_unix_timestamp(1_800_000_000).expect("a time")
    }

    /// The tries of a message that never arrives, in seconds after it was due.
    fn tries(schedule: Schedule, lot: f64) -> Vec<i64> {
        let mut at = vec![start()];
        while let Some(next) = schedule.next(
            Some(start()),
            u32::try_from(at.len()).expect("few"),
            *at.last().expect("one"),
            None,
            lot,
        ) {
            at.push(next);
        }
        at.iter()
            .map(|at| (*at - start()).whole_seconds())
            .collect()
    }

    #[test]
    fn a_message_is_tried_for_a_day_less_and_less_often() {
        let at = tries(Schedule::default(), 0.0);
        let first = [0, 5, 20, 65, 200, 605, 1820, 5465, 16400];
        assert_eq!(at[..9], first, "{at:?}");
        assert_eq!(at[9..], [30_800, 45_200, 59_600, 74_000, 86_400], "{at:?}");
    }

    #[test]
    fn what_waited_for_days_is_tried_for_a_day_all_the_same() {
        let next = Schedule::default().next(None, 1, start(), None, 0.0);
        assert_eq!(next, Some(start() + Duration::from_secs(5)));
        let day_ago = Some(start() - Duration::from_hours(24));
        assert_eq!(
            Schedule::default().next(day_ago, 14, start(), None, 0.0),
            None
        );
    }

    #[test]
    fn what_failed_together_does_not_come_together_again() {
        let (early, late) = (
            tries(Schedule::default(), 0.0),
            tries(Schedule::default(), 1.0),
        );
        assert!(early[1..9].iter().zip(&late[1..9]).all(|(a, b)| a < b));
        assert_eq!(late.last(), Some(&86_400));
    }

    #[test]
    fn a_receiver_is_given_the_time_that_it_asks_for_within_bounds() {
        let schedule = Schedule::default();
        let pause = |asked: u64| {
            let asked = Some(Duration::from_secs(asked));
            let next = schedule.next(None, 1, start(), asked, 0.0);
            (next.expect("another try") - start()).whole_seconds()
        };
        assert_eq!([pause(0), pause(60), pause(u64::MAX)], [1, 60, 14_400]);
    }

    #[test]
    fn pauses_do_not_overflow() {
        let next = Schedule::default().next(None, u32::MAX, start(), None, 0.0);
        assert_eq!(next, Some(start() + Duration::from_hours(4)));
    }
}
