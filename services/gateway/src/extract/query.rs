//! The query of the address.

use http::Uri;
use moelle_proto::error::{ErrorCode, Failure, FieldViolation};
use url::form_urlencoded;

/// The largest number that every reader of JSON holds exactly: 2^53 - 1.
const NUMBER_MAX: u64 = (1 << 53) - 1;

/// Reads the numbers that a query may hold, by their names.
///
/// # Errors
///
/// Everything at once that is no such number, or has another name, or is there twice.
pub(crate) fn query_numbers<const N: usize>(
    uri: &Uri,
    names: [&str; N],
) -> Result<[Option<u64>; N], Failure> {
    let mut numbers = [None; N];
    let mut violations = Vec::new();
    let mut refuse = |name: &str, what: &str| {
        violations.push(FieldViolation {
            field: name.to_owned(),
            code: ErrorCode::InvalidArgument,
            message: format!("`{name}` {what}."),
        });
    };
    for (name, value) in form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes()) {
        let Some(index) = names.iter().position(|known| *known == name) else {
            refuse(
                &name,
                &format!(
                    "is nothing to ask for here; there are: {}",
                    names.join(", ")
                ),
            );
            continue;
        };
        if numbers[index].is_some() {
            refuse(&name, "is there twice");
        } else if value.bytes().all(|byte| byte.is_ascii_digit())
            && let Ok(number) = value.parse()
            && number <= NUMBER_MAX
        {
            numbers[index] = Some(number);
        } else {
            refuse(
                &name,
                &format!("must be a whole number from 0 to {NUMBER_MAX}"),
            );
        }
    }
    if violations.is_empty() {
        Ok(numbers)
    } else {
        Err(Failure::of_fields(violations))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(query: &str) -> Result<[Option<u64>; 2], Failure> {
        let uri = format!("/events{query}").parse().expect("an address");
        query_numbers(&uri, ["after", "limit"])
    }

    #[test]
    fn numbers_are_read_by_their_names() {
        assert_eq!(read(""), Ok([None, None]));
        assert_eq!(read("?limit=5&after=7"), Ok([Some(7), Some(5)]));
        assert_eq!(read("?after=%37"), Ok([Some(7), None]));
    }

    #[test]
    fn everything_else_is_refused_by_name() {
        for (query, fields) in [
            ("?after=x", vec!["after"]),
            ("?after=", vec!["after"]),
            ("?after=-1&limit=1.5", vec!["after", "limit"]),
            ("?after=+1", vec!["after"]),
            ("?after=1&after=2", vec!["after"]),
            ("?since=1", vec!["since"]),
            ("?after=9007199254740992", vec!["after"]),
            ("?after=99999999999999999999", vec!["after"]),
        ] {
            let failure = read(query).expect_err(query);
            let told: Vec<_> = failure
                .violations()
                .iter()
                .map(|it| it.field.as_str())
                .collect();
            assert_eq!(told, fields, "{query}");
        }
    }
}
