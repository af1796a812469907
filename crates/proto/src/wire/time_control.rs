//! Time for thinking.

use moelle_games::{InvalidTimeControl, Pace, TimeControl};
use moelle_rules::BySide;
use time::{Duration, OffsetDateTime};

use crate::error::ErrorCode;
use crate::v1;
use crate::v1::time_control::Pace as Wire;
use crate::wire::game::timestamp;
use crate::wire::problems::Problems;

/// The clocks of a game as they are at `now`.
pub(super) fn clock_state(
    control: TimeControl,
    left: BySide<Duration>,
    deadline: Option<OffsetDateTime>,
    now: OffsetDateTime,
) -> v1::ClockState {
    v1::ClockState {
        control: Some(control.into()),
        white_ms: whole_ms(left.white),
        black_ms: whole_ms(left.black),
        deadline: deadline.map(timestamp),
        server_time: Some(timestamp(now)),
    }
}

impl From<TimeControl> for v1::TimeControl {
    fn from(control: TimeControl) -> Self {
        let pace = match control.pace() {
            Pace::Game {
                total_ms,
                increment_ms,
                delay_ms,
            } => Wire::Total(v1::TotalTime {
                total_ms,
                increment_ms,
                delay_ms,
            }),
            // The range of days is far below.
            Pace::Turn { days } => Wire::TurnDays(u32::try_from(days).unwrap_or(u32::MAX)),
        };
        Self {
            pace: Some(pace),
            first_turn_ms: control.first_turn_ms(),
        }
    }
}

/// Reads what a table agrees on; `at` is the field that holds it.
pub(super) fn read_time_control(
    control: &v1::TimeControl,
    at: &str,
    problems: &mut Problems,
) -> Option<TimeControl> {
    let pace = match control.pace {
        Some(Wire::Total(v1::TotalTime {
            total_ms,
            increment_ms,
            delay_ms,
        })) => Pace::Game {
            total_ms,
            increment_ms,
            delay_ms,
        },
        Some(Wire::TurnDays(days)) => Pace::Turn { days: days.into() },
        None => {
            let message = "Neither a total nor the days of a turn are given.";
            problems.add(at, ErrorCode::InvalidArgument, message);
            return None;
        }
    };
    let first_turn_ms = Some(control.first_turn_ms).filter(|ms| *ms > 0);
    TimeControl::agree(pace, first_turn_ms)
        .inspect_err(|invalid| {
            let field = format!("{at}.{}", field_of(*invalid, pace));
            problems.add(field, ErrorCode::InvalidArgument, told(*invalid));
        })
        .ok()
}

/// The field that is wrong.
fn field_of(invalid: InvalidTimeControl, pace: Pace) -> &'static str {
    match (invalid, pace) {
        (InvalidTimeControl::Total, _) => "total.total_ms",
        (InvalidTimeControl::Bonus, Pace::Game { increment_ms, .. })
            if increment_ms > moelle_games::BONUS_MS_MAX =>
        {
            "total.increment_ms"
        }
        (InvalidTimeControl::Bonus | InvalidTimeControl::TwoBonuses, _) => "total.delay_ms",
        (InvalidTimeControl::Days, _) => "turn_days",
        (InvalidTimeControl::FirstTurn, _) => "first_turn_ms",
    }
}

/// What is wrong, as a sentence.
fn told(invalid: InvalidTimeControl) -> String {
    use moelle_games::{BONUS_MS_MAX, FIRST_TURN_MS, TOTAL_MS, TURN_DAYS};
    match invalid {
        InvalidTimeControl::Total => format!(
            "A time for the whole game has {} to {} milliseconds.",
            TOTAL_MS.start(),
            TOTAL_MS.end()
        ),
        InvalidTimeControl::Bonus => {
            format!("An increment or a delay has at most {BONUS_MS_MAX} milliseconds.")
        }
        InvalidTimeControl::TwoBonuses => "There is an increment or a delay, not both.".to_owned(),
        InvalidTimeControl::Days => format!(
            "A time for each turn has {} to {} days.",
            TURN_DAYS.start(),
            TURN_DAYS.end()
        ),
        InvalidTimeControl::FirstTurn => format!(
            "The time for a first turn has {} to {} milliseconds.",
            FIRST_TURN_MS.start(),
            FIRST_TURN_MS.end()
        ),
    }
}

fn whole_ms(left: Duration) -> u64 {
    u64::try_from(left.whole_milliseconds()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use moelle_words::Language;

    use super::*;

    fn total(total_ms: u64, increment_ms: u64, delay_ms: u64) -> v1::TimeControl {
        v1::TimeControl {
            pace: Some(Wire::Total(v1::TotalTime {
                total_ms,
                increment_ms,
                delay_ms,
            })),
            first_turn_ms: 0,
        }
    }

    fn days(days: u32, first_turn_ms: u64) -> v1::TimeControl {
        v1::TimeControl {
            pace: Some(Wire::TurnDays(days)),
            first_turn_ms,
        }
    }

    #[test]
    fn what_a_table_agrees_on_reads_back() {
        for (control, first_turn_ms) in [
            (total(300_000, 2_000, 0), 120_000),
            (total(10_000, 0, 300_000), 120_000),
            (days(3, 0), 3 * 86_400_000),
            (days(30, 10_000), 10_000),
        ] {
            let mut problems = Problems::new(Language::English);
            let read = read_time_control(&control, "time_control", &mut problems);
            let expected = v1::TimeControl {
                first_turn_ms,
                ..control
            };
            assert_eq!(read.map(v1::TimeControl::from), Some(expected));
            assert!(problems.is_empty());
        }
    }

    #[test]
    fn what_no_table_can_agree_on_names_its_field() {
        for (control, field) in [
            (total(9_999, 0, 0), "t.total.total_ms"),
            (total(86_400_001, 0, 0), "t.total.total_ms"),
            (total(60_000, 300_001, 0), "t.total.increment_ms"),
            (total(60_000, 0, 300_001), "t.total.delay_ms"),
            (total(60_000, 1, 1), "t.total.delay_ms"),
            (days(0, 0), "t.turn_days"),
            (days(31, 0), "t.turn_days"),
            (days(1, 9_999), "t.first_turn_ms"),
            (v1::TimeControl::default(), "t"),
        ] {
            let mut problems = Problems::new(Language::English);
            let read = read_time_control(&control, "t", &mut problems);
            let failure = problems.or(read).expect_err(field);
            assert_eq!(failure.code(), ErrorCode::InvalidArgument);
            assert_eq!(failure.violations()[0].field, field);
            assert!(failure.message().ends_with('.'));
        }
    }
}
