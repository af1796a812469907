//! Time for thinking: what a table agrees on, and how it runs.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use moelle_rules::{BySide, Side};
use thiserror::Error;
use time::{Duration, OffsetDateTime};

/// Milliseconds of a time for a whole game: ten seconds to a day.
pub const TOTAL_MS: RangeInclusive<u64> = 10_000..=86_400_000;
/// Milliseconds of an increment or a delay, at most: five minutes.
pub const BONUS_MS_MAX: u64 = 300_000;
/// Days of a time for each turn.
pub const TURN_DAYS: RangeInclusive<u64> = 1..=30;
/// Milliseconds in which a first turn must be made: ten seconds to thirty days.
pub const FIRST_TURN_MS: RangeInclusive<u64> = 10_000..=DAY_MS * 30;
/// Milliseconds in which a first turn must be made, where a game has its time and nothing is said.
pub const FIRST_TURN_MS_DEFAULT: u64 = 120_000;

const DAY_MS: u64 = 86_400_000;

/// How much time a side has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    /// A time for the whole game.
    Game {
        /// The time, in milliseconds.
        total_ms: u64,
        /// What is added after each turn, in milliseconds.
        increment_ms: u64,
        /// What passes at each turn before the time runs, in milliseconds.
        delay_ms: u64,
    },
    /// A time for each turn.
    Turn {
        /// The time, in days.
        days: u64,
    },
}

/// What a table agrees on. It is always valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeControl {
    pace: Pace,
    first_turn_ms: u64,
}

/// Something that no table can agree on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum InvalidTimeControl {
    /// The total is out of range.
    #[error("totalMs must be from {} to {}", TOTAL_MS.start(), TOTAL_MS.end())]
    Total,
    /// The increment or the delay is out of range.
    #[error("incrementMs and delayMs must be at most {BONUS_MS_MAX}")]
    Bonus,
    /// Both an increment and a delay.
    #[error("there is an increment or a delay, not both")]
    TwoBonuses,
    /// The days are out of range.
    #[error("days must be from {} to {}", TURN_DAYS.start(), TURN_DAYS.end())]
    Days,
    /// The time for a first turn is out of range.
    #[error("firstTurnMs must be from {} to {}", FIRST_TURN_MS.start(), FIRST_TURN_MS.end())]
    FirstTurn,
}

/// A text that is no time control.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("this is no time control")]
pub struct ParseTimeControlError;

impl TimeControl {
    /// What a table agrees on. `first_turn_ms` absent: two minutes, or the days of a turn.
    ///
    /// # Errors
    ///
    /// The first thing that is out of range.
    pub fn agree(pace: Pace, first_turn_ms: Option<u64>) -> Result<Self, InvalidTimeControl> {
        let default_ms = match pace {
            Pace::Game {
                total_ms,
                increment_ms,
                delay_ms,
            } => {
                if !TOTAL_MS.contains(&total_ms) {
                    return Err(InvalidTimeControl::Total);
                }
                if increment_ms.max(delay_ms) > BONUS_MS_MAX {
                    return Err(InvalidTimeControl::Bonus);
                }
                if increment_ms > 0 && delay_ms > 0 {
                    return Err(InvalidTimeControl::TwoBonuses);
                }
                FIRST_TURN_MS_DEFAULT
            }
            Pace::Turn { days } => {
                if !TURN_DAYS.contains(&days) {
                    return Err(InvalidTimeControl::Days);
                }
                days * DAY_MS
            }
        };
        let first_turn_ms = first_turn_ms.unwrap_or(default_ms);
        if FIRST_TURN_MS.contains(&first_turn_ms) {
            Ok(Self {
                pace,
                first_turn_ms,
            })
        } else {
            Err(InvalidTimeControl::FirstTurn)
        }
    }

    /// How much time a side has.
    #[must_use]
    pub const fn pace(&self) -> Pace {
        self.pace
    }

    /// In how many milliseconds a first turn must be made.
    #[must_use]
    pub const fn first_turn_ms(&self) -> u64 {
        self.first_turn_ms
    }

    /// The time that a side begins with.
    fn full(&self) -> Duration {
        match self.pace {
            Pace::Game { total_ms, .. } => millis(total_ms),
            Pace::Turn { days } => millis(days * DAY_MS),
        }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.pace {
            Pace::Game {
                total_ms,
                increment_ms,
                delay_ms,
            } => {
                write!(
                    f,
                    "game {total_ms} {increment_ms} {delay_ms} {}",
                    self.first_turn_ms
                )
            }
            Pace::Turn { days } => write!(f, "turn {days} {}", self.first_turn_ms),
        }
    }
}

impl FromStr for TimeControl {
    type Err = ParseTimeControlError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut words = text.split(' ');
        let kind = words.next();
        let numbers: Result<Vec<u64>, _> = words.map(str::parse).collect();
        let (pace, first_turn_ms) = match (kind, numbers.as_deref()) {
            (Some("game"), Ok(&[total_ms, increment_ms, delay_ms, first_turn_ms])) => (
                Pace::Game {
                    total_ms,
                    increment_ms,
                    delay_ms,
                },
                first_turn_ms,
            ),
            (Some("turn"), Ok(&[days, first_turn_ms])) => (Pace::Turn { days }, first_turn_ms),
            _ => return Err(ParseTimeControlError),
        };
        Self::agree(pace, Some(first_turn_ms)).map_err(|_| ParseTimeControlError)
    }
}

/// The two clocks of a game.
///
/// The time of the side to act runs from `since`; until then, and once the game has ended, both
/// stand still. A side's own time first runs on its second turn: its first has a time of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameClock {
    control: TimeControl,
    left: BySide<Duration>,
    since: Option<OffsetDateTime>,
}

impl GameClock {
    /// Clocks that stand still with all their time.
    #[must_use]
    pub fn new(control: TimeControl) -> Self {
        Self {
            control,
            left: BySide::both(control.full()),
            since: None,
        }
    }

    /// Clocks as they were stored.
    #[must_use]
    pub const fn restore(
        control: TimeControl,
        left: BySide<Duration>,
        since: Option<OffsetDateTime>,
    ) -> Self {
        Self {
            control,
            left,
            since,
        }
    }

    /// What the table agreed on.
    #[must_use]
    pub const fn control(&self) -> TimeControl {
        self.control
    }

    /// What each side had left when its time was last counted.
    #[must_use]
    pub const fn left(&self) -> BySide<Duration> {
        self.left
    }

    /// Since when the time of the side to act runs.
    #[must_use]
    pub const fn since(&self) -> Option<OffsetDateTime> {
        self.since
    }

    /// The clocks running from `now`; those that run already run on.
    #[must_use]
    pub fn started(self, now: OffsetDateTime) -> Self {
        Self {
            since: self.since.or(Some(now)),
            ..self
        }
    }

    /// When the time of the side to act is over.
    #[must_use]
    pub fn deadline(&self, to_act: Side, has_begun: bool) -> Option<OffsetDateTime> {
        let allowed = match self.control.pace {
            _ if !has_begun => millis(self.control.first_turn_ms),
            Pace::Game { delay_ms, .. } => self.left[to_act] + millis(delay_ms),
            Pace::Turn { .. } => self.control.full(),
        };
        self.since.map(|since| since + allowed)
    }

    /// What each side has left at `now`.
    #[must_use]
    pub fn left_at(&self, to_act: Side, has_begun: bool, now: OffsetDateTime) -> BySide<Duration> {
        let mut left = self.left;
        if let (true, Some(since)) = (has_begun, self.since) {
            let passed = (now - since - self.delay()).max(Duration::ZERO);
            left[to_act] = (left[to_act] - passed).max(Duration::ZERO);
        }
        left
    }

    /// The clocks after a turn of `side` completed at `now`; the other's time runs from then.
    #[must_use]
    pub fn turned(&self, side: Side, has_begun: bool, now: OffsetDateTime) -> Self {
        let mut left = self.left_at(side, has_begun, now);
        match self.control.pace {
            Pace::Game { increment_ms, .. } if has_begun => left[side] += millis(increment_ms),
            Pace::Game { .. } => {}
            Pace::Turn { .. } => left[side] = self.control.full(),
        }
        Self {
            left,
            since: self.since.map(|_| now),
            ..*self
        }
    }

    /// The clocks standing still from `now` on.
    #[must_use]
    pub fn stopped(&self, to_act: Side, has_begun: bool, now: OffsetDateTime) -> Self {
        Self {
            left: self.left_at(to_act, has_begun, now),
            since: None,
            ..*self
        }
    }

    /// The clocks with what each side had left before, running from `now` if they ran.
    #[must_use]
    pub fn taken_back(&self, left: BySide<Duration>, now: OffsetDateTime) -> Self {
        Self {
            left,
            since: self.since.map(|_| now),
            ..*self
        }
    }

    fn delay(&self) -> Duration {
        match self.control.pace {
            Pace::Game { delay_ms, .. } => millis(delay_ms),
            Pace::Turn { .. } => Duration::ZERO,
        }
    }
}

/// Milliseconds that are in a range of this file, as a duration.
fn millis(count: u64) -> Duration {
    Duration::milliseconds(i64::try_from(count).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;

    fn game(total_ms: u64, increment_ms: u64, delay_ms: u64) -> GameClock {
        let pace = Pace::Game {
            total_ms,
            increment_ms,
            delay_ms,
        };
        GameClock::new(TimeControl::agree(pace, None).expect("in range")).started(START)
    }

    fn at(seconds: i64) -> OffsetDateTime {
        START + Duration::seconds(seconds)
    }

    #[test]
    fn a_first_turn_costs_no_time_and_must_be_made_in_time() {
        let clock = game(60_000, 0, 0);
        assert_eq!(clock.deadline(Side::White, false), Some(at(120)));
        let clock = clock.turned(Side::White, false, at(100));
        assert_eq!(clock.left(), BySide::both(Duration::minutes(1)));
        assert_eq!(clock.deadline(Side::Black, false), Some(at(220)));
    }

    #[test]
    fn an_increment_is_added_after_a_turn_and_a_delay_passes_before_it() {
        let clock = game(60_000, 5_000, 0).turned(Side::White, true, at(10));
        assert_eq!(clock.left()[Side::White], Duration::seconds(55));
        let clock = game(60_000, 0, 5_000);
        assert_eq!(clock.deadline(Side::White, true), Some(at(65)));
        assert_eq!(
            clock.turned(Side::White, true, at(4)).left()[Side::White],
            Duration::minutes(1)
        );
        assert_eq!(
            clock.turned(Side::White, true, at(15)).left()[Side::White],
            Duration::seconds(50)
        );
    }

    #[test]
    fn days_begin_anew_with_each_turn() {
        let control = TimeControl::agree(Pace::Turn { days: 2 }, None).expect("in range");
        let clock = GameClock::new(control).started(START);
        let clock = clock.turned(Side::White, true, at(86_400));
        assert_eq!(clock.left()[Side::White], Duration::days(2));
        assert_eq!(clock.deadline(Side::Black, true), Some(at(86_400 * 3)));
    }

    #[test]
    fn a_clock_that_stands_still_has_no_deadline() {
        let stopped = game(60_000, 0, 0).stopped(Side::Black, true, at(20));
        assert_eq!(stopped.deadline(Side::Black, true), None);
        assert_eq!(
            stopped.left_at(Side::Black, true, at(500))[Side::Black],
            Duration::seconds(40)
        );
    }

    #[test]
    fn what_no_table_can_agree_on_is_refused() {
        let game = |total_ms, increment_ms, delay_ms| Pace::Game {
            total_ms,
            increment_ms,
            delay_ms,
        };
        for (pace, first_turn_ms, error) in [
            (game(9_999, 0, 0), None, InvalidTimeControl::Total),
            (game(86_400_001, 0, 0), None, InvalidTimeControl::Total),
            (game(60_000, 300_001, 0), None, InvalidTimeControl::Bonus),
            (game(60_000, 1, 1), None, InvalidTimeControl::TwoBonuses),
            (Pace::Turn { days: 0 }, None, InvalidTimeControl::Days),
            (
                Pace::Turn { days: u64::MAX },
                None,
                InvalidTimeControl::Days,
            ),
            (game(60_000, 0, 0), Some(0), InvalidTimeControl::FirstTurn),
        ] {
            assert_eq!(
                TimeControl::agree(pace, first_turn_ms),
                Err(error),
                "{pace:?}"
            );
        }
    }

    #[test]
    fn a_time_control_reads_back() {
        for text in ["game 300000 2000 0 60000", "turn 3 86400000"] {
            assert_eq!(
                text.parse::<TimeControl>()
                    .map(|control| control.to_string())
                    .as_deref(),
                Ok(text)
            );
        }
        for text in ["", "game", "game 1 2 3 4", "turn 3", "turn 3 x", "day 1 2"] {
            assert_eq!(
                text.parse::<TimeControl>(),
                Err(ParseTimeControlError),
                "{text}"
            );
        }
    }
}
