//! Times as the file keeps them: whole microseconds since 1970-01-01T00:00:00Z.

use time::OffsetDateTime;

const NANOS: i128 = 1_000;

/// The number that is kept for a time.
pub(crate) fn micros(at: OffsetDateTime) -> i64 {
    let micros = at.unix_timestamp_nanos().div_euclid(NANOS);
    i64::try_from(micros).expect("a time of at most four digits of years fits")
}

/// The time that a number is kept for. `None`: no year of four digits.
pub(crate) fn from_micros(micros: i64) -> Option<OffsetDateTime> {
    OffsetDateTime::from_unix_timestamp_nanos(i128::from(micros) * NANOS).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_comes_back_to_the_microsecond() {
        for micros_since in [0, 1, -1, 1_800_000_000_123_456, -62_135_596_800_000_000] {
            let at = from_micros(micros_since).expect("a year of four digits");
            assert_eq!(micros(at), micros_since);
        }
        assert_eq!(from_micros(i64::MAX), None);
    }
}
