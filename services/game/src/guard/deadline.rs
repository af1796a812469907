//! The `grpc-timeout` header.

use std::time::Duration;

use http::HeaderMap;

/// Digits that the header may have.
const DIGITS_MAX: usize = 8;
/// By how much we answer before the deadline, so that the caller hears from us and not from the
/// transport, which calls a deadline a cancellation.
const MARGIN_MAX: Duration = Duration::from_millis(20);

/// How long the caller waits, less a margin. `None` where the header is absent or malformed.
pub(super) fn of(headers: &HeaderMap) -> Option<Duration> {
    let asked = parse(headers.get("grpc-timeout")?.to_str().ok()?)?;
    Some(asked.saturating_sub((asked / 10).min(MARGIN_MAX)))
}

fn parse(text: &str) -> Option<Duration> {
    let (digits, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
    if digits.is_empty() || digits.len() > DIGITS_MAX || !digits.bytes().all(|b| b.is_ascii_digit())
    {
        return None;
    }
    let count: u64 = digits.parse().ok()?;
    match unit {
        "H" => Some(Duration::from_secs(count * 60 * 60)),
        "M" => Some(Duration::from_secs(count * 60)),
        "S" => Some(Duration::from_secs(count)),
        "m" => Some(Duration::from_millis(count)),
        "u" => Some(Duration::from_micros(count)),
        "n" => Some(Duration::from_nanos(count)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_timeout_is_a_number_of_up_to_eight_digits_and_a_unit() {
        for (text, expected) in [
            ("1H", Some(Duration::from_hours(1))),
            ("2M", Some(Duration::from_mins(2))),
            ("3S", Some(Duration::from_secs(3))),
            ("250m", Some(Duration::from_millis(250))),
            ("99999999n", Some(Duration::from_nanos(99_999_999))),
            ("0u", Some(Duration::ZERO)),
            ("", None),
            ("S", None),
            ("1", None),
            ("1s", None),
            ("-1S", None),
            ("+1S", None),
            ("123456789S", None),
            ("1é", None),
        ] {
            assert_eq!(parse(text), expected, "{text:?}");
        }
    }

    #[test]
    fn the_answer_comes_a_little_before_the_deadline() {
        let mut headers = HeaderMap::new();
        assert_eq!(of(&headers), None);
        headers.insert("grpc-timeout", "1S".parse().expect("a header"));
        assert_eq!(of(&headers), Some(Duration::from_millis(980)));
        headers.insert("grpc-timeout", "10m".parse().expect("a header"));
        assert_eq!(of(&headers), Some(Duration::from_millis(9)));
    }
}
