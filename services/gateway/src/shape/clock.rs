//! Time for thinking.

use moelle_proto::error::Failure;
use moelle_proto::v1;
use moelle_proto::v1::time_control::Pace;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{BadAnswer, present, time};
use crate::extract::wrong;

/// A time for thinking to agree on: either `totalMs` or `turnDays` must be there.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, expecting = "an object")]
#[schema(example = json!({"totalMs": 300_000, "incrementMs": 3_000}))]
pub(crate) struct TimeControlChoice {
    /// Milliseconds of each side for the whole game.
    #[schema(minimum = 10_000, maximum = 86_400_000)]
    total_ms: Option<u64>,
    /// Milliseconds that are added after each turn. Absent: none. Excludes `delayMs`.
    #[schema(maximum = 300_000)]
    increment_ms: Option<u64>,
    /// Milliseconds that pass at each turn before the time runs. Absent: none.
    #[schema(maximum = 300_000)]
    delay_ms: Option<u64>,
    /// Days for each turn, in place of a time for the whole game.
    #[schema(minimum = 1, maximum = 30)]
    turn_days: Option<u32>,
    /// Milliseconds in which a first turn must be made, or the game is aborted. Absent: two minutes,
    /// or the days of a turn.
    #[schema(minimum = 10_000, maximum = 2_592_000_000_u64)]
    first_turn_ms: Option<u64>,
}

/// A time for thinking that a table agreed on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum TimeControl {
    /// A time for the whole game.
    #[serde(rename_all = "camelCase")]
    #[schema(title = "TotalTimeControl")]
    Total {
        /// Milliseconds of each side.
        total_ms: u64,
        /// Milliseconds that are added after each turn.
        increment_ms: u64,
        /// Milliseconds that pass at each turn before the time runs.
        delay_ms: u64,
        /// Milliseconds in which a first turn must be made.
        first_turn_ms: u64,
    },
    /// Days for each turn.
    #[serde(rename_all = "camelCase")]
    #[schema(title = "DaysTimeControl")]
    Days {
        /// The days.
        turn_days: u32,
        /// Milliseconds in which a first turn must be made.
        first_turn_ms: u64,
    },
}

/// The clocks of a game at the moment of the answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(example = json!({
    "control": {"totalMs": 300_000, "incrementMs": 3_000, "delayMs": 0, "firstTurnMs": 120_000},
    "whiteMs": 295_000,
    "blackMs": 300_000,
    "deadline": "2026-03-01T12:04:55Z",
    "serverTime": "2026-03-01T12:00:00Z",
}))]
pub(crate) struct Clock {
    /// What the table agreed on.
    control: TimeControl,
    /// Milliseconds that white has left.
    white_ms: u64,
    /// Milliseconds that black has left.
    black_ms: u64,
    /// When the time of the side to act is over, in RFC 3339. Null: the clocks stand still.
    #[schema(required, format = DateTime)]
    deadline: Option<String>,
    /// The server's time, for which the above holds, in RFC 3339.
    #[schema(format = DateTime)]
    server_time: String,
}

impl TimeControlChoice {
    /// The message that asks for it. Whether its numbers are in range is for the game service to
    /// say.
    ///
    /// # Errors
    ///
    /// There is not exactly one pace, or something of the other one.
    pub(crate) fn into_wire(self) -> Result<v1::TimeControl, Failure> {
        let pace = match (self.total_ms, self.turn_days) {
            (Some(total_ms), None) => Pace::Total(v1::TotalTime {
                total_ms,
                increment_ms: self.increment_ms.unwrap_or_default(),
                delay_ms: self.delay_ms.unwrap_or_default(),
            }),
            (None, Some(days)) => {
                for (field, given) in [
                    ("clock.incrementMs", self.increment_ms),
                    ("clock.delayMs", self.delay_ms),
                ] {
                    if given.is_some() {
                        return Err(wrong(field, "There is none beside `turnDays`."));
                    }
                }
                Pace::TurnDays(days)
            }
            _ => {
                let message = "Either `totalMs` or `turnDays` must be there, and not both.";
                return Err(wrong("clock", message));
            }
        };
        // On the wire 0 is absent; here it is a time that is too short.
        if self.first_turn_ms == Some(0) {
            let message = "`firstTurnMs` must be 10000 to 2592000000.";
            return Err(wrong("clock.firstTurnMs", message));
        }
        Ok(v1::TimeControl {
            pace: Some(pace),
            first_turn_ms: self.first_turn_ms.unwrap_or_default(),
        })
    }
}

impl TryFrom<v1::TimeControl> for TimeControl {
    type Error = BadAnswer;

    fn try_from(control: v1::TimeControl) -> Result<Self, BadAnswer> {
        let first_turn_ms = control.first_turn_ms;
        Ok(match present(control.pace, "clock.control.pace")? {
            Pace::Total(total) => Self::Total {
                total_ms: total.total_ms,
                increment_ms: total.increment_ms,
                delay_ms: total.delay_ms,
                first_turn_ms,
            },
            Pace::TurnDays(turn_days) => Self::Days {
                turn_days,
                first_turn_ms,
            },
        })
    }
}

impl TryFrom<v1::ClockState> for Clock {
    type Error = BadAnswer;

    fn try_from(clock: v1::ClockState) -> Result<Self, BadAnswer> {
        Ok(Self {
            control: present(clock.control, "clock.control")?.try_into()?,
            white_ms: clock.white_ms,
            black_ms: clock.black_ms,
            deadline: time::text_or_null(clock.deadline, "clock.deadline")?,
            server_time: time::text(clock.server_time, "clock.server_time")?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wire(body: &str) -> Result<v1::TimeControl, Failure> {
        let choice: TimeControlChoice = serde_json::from_str(body).expect("a choice");
        choice.into_wire()
    }

    #[test]
    fn one_pace_is_chosen_and_what_is_absent_is_none() {
        let total = wire(r#"{"totalMs":60000,"delayMs":2000,"firstTurnMs":30000}"#);
        let total = total.expect("a time for the game");
        assert_eq!(total.first_turn_ms, 30_000);
        assert_eq!(
            total.pace,
            Some(Pace::Total(v1::TotalTime {
                total_ms: 60_000,
                increment_ms: 0,
                delay_ms: 2_000,
            }))
        );
        let days = wire(r#"{"turnDays":3,"totalMs":null}"#).expect("days");
        assert_eq!(
            (days.pace, days.first_turn_ms),
            (Some(Pace::TurnDays(3)), 0)
        );
    }

    #[test]
    fn what_is_no_time_control_is_told_by_its_field() {
        for (body, field) in [
            ("{}", "clock"),
            (r#"{"totalMs":60000,"turnDays":3}"#, "clock"),
            (r#"{"incrementMs":1000}"#, "clock"),
            (r#"{"turnDays":3,"incrementMs":0}"#, "clock.incrementMs"),
            (r#"{"turnDays":3,"delayMs":1}"#, "clock.delayMs"),
            (r#"{"turnDays":3,"firstTurnMs":0}"#, "clock.firstTurnMs"),
        ] {
            let failure = wire(body).expect_err(body);
            assert_eq!(failure.violations()[0].field, field, "{body}");
        }
    }
}
