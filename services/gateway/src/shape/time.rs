//! Times as RFC 3339 in UTC.

use prost_types::Timestamp;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use super::BadAnswer;

/// A time of the wire as text, such as `2026-03-01T12:00:00.5Z`.
pub(crate) fn text(time: Option<Timestamp>, name: &'static str) -> Result<String, BadAnswer> {
    let time = time.ok_or(BadAnswer(name))?;
    let nanos = i128::from(time.seconds) * 1_000_000_000 + i128::from(time.nanos);
    OffsetDateTime::from_unix_timestamp_nanos(nanos)
        .ok()
        .and_then(|time| time.format(&Rfc3339).ok())
        .ok_or(BadAnswer(name))
}

/// A time that may be absent.
pub(crate) fn text_or_null(
    time: Option<Timestamp>,
    name: &'static str,
) -> Result<Option<String>, BadAnswer> {
    time.is_some().then(|| text(time, name)).transpose()
}

/// A time of RFC 3339 as the wire has it; none where the text is none.
pub(crate) fn parse(text: &str) -> Option<Timestamp> {
    let time = OffsetDateTime::parse(text, &Rfc3339).ok()?;
    Some(Timestamp {
        seconds: time.unix_timestamp(),
        nanos: i32::try_from(time.nanosecond()).ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_rfc_3339_in_utc() {
        for (seconds, nanos, expected) in [
            (0, 0, "1970-01-01T00:00:00Z"),
            (1_772_366_400, 500_000_000, "2026-03-01T12:00:00.5Z"),
        ] {
            let time = Timestamp { seconds, nanos };
            assert_eq!(text(Some(time), "at").as_deref(), Ok(expected));
        }
    }

    #[test]
    fn a_time_that_is_absent_or_no_time_is_told_by_name() {
        let beyond = Timestamp {
            seconds: i64::MAX,
            nanos: 0,
        };
        for time in [None, Some(beyond)] {
            assert_eq!(text(time, "created_at"), Err(BadAnswer("created_at")));
        }
    }

    #[test]
    fn a_text_is_a_time_of_any_offset_or_none() {
        let time = |seconds, nanos| Some(Timestamp { seconds, nanos });
        for (text, expected) in [
            ("2026-03-01T12:00:00.5Z", time(1_772_366_400, 500_000_000)),
            ("2026-03-01T13:00:00+01:00", time(1_772_366_400, 0)),
            ("1969-12-31T23:59:59.25Z", time(-1, 250_000_000)),
            ("2026-03-01", None),
            ("2026-03-01T12:00:00", None),
            ("", None),
        ] {
            assert_eq!(parse(text), expected, "{text}");
        }
    }
}
