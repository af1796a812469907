//! Questions about the rules: one file an endpoint.

pub(crate) mod analysis;
pub(crate) mod check_turn;
pub(crate) mod check_turns;
pub(crate) mod compare;
pub(crate) mod describe;
pub(crate) mod legal_turns;
pub(crate) mod replay;
pub(crate) mod variant;
pub(crate) mod variants;

use http::header::{CACHE_CONTROL, VARY};
use moelle_proto::error::{ErrorCode, Failure, FieldViolation};

/// How long an answer that changes with a release alone may be kept, and that it depends on the
/// language.
pub(crate) const KEPT_FOR_AN_HOUR: [(http::HeaderName, &str); 2] = [
    (CACHE_CONTROL, "public, max-age=3600"),
    (VARY, "accept-language"),
];

/// A position as the wire wants it: there an empty text is the start, here only an absent one is.
pub(crate) fn position_or_start(field: &str, position: Option<String>) -> Result<String, Failure> {
    match position {
        Some(text) if text.is_empty() => Err(Failure::of_fields(vec![FieldViolation {
            field: field.to_owned(),
            code: ErrorCode::InvalidPosition,
            message: format!("`{field}` is empty. Leave it out for the start."),
        }])),
        Some(text) => Ok(text),
        None => Ok(String::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_absent_position_is_the_start_and_an_empty_one_is_none() {
        assert_eq!(position_or_start("position", None), Ok(String::new()));
        let failure = position_or_start("start", Some(String::new())).expect_err("it is empty");
        assert_eq!(failure.code(), ErrorCode::InvalidPosition);
        assert_eq!(failure.violations()[0].field, "start");
    }
}
