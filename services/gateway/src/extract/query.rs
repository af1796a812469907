//! The query of the address.

use http::Uri;
use moelle_proto::error::{ErrorCode, Failure, FieldViolation};
use percent_encoding::percent_decode_str;

use super::wrong;

/// The largest number that every reader of JSON holds exactly: 2^53 - 1.
const NUMBER_MAX: u64 = (1 << 53) - 1;

/// What is said of a value whose bytes are no text.
const NO_TEXT: &str = "must be text in UTF-8";

/// Reads the numbers that a query may hold, by their names.
///
/// # Errors
///
/// Everything at once that is no such number, or has another name, or is there twice.
pub(crate) fn query_numbers<const N: usize>(
    uri: &Uri,
    names: [&str; N],
) -> Result<[Option<u64>; N], Failure> {
    let (texts, mut violations) = read(uri, names);
    let mut numbers = [None; N];
    for ((text, number), name) in texts.iter().zip(&mut numbers).zip(names) {
        let Some(text) = text else { continue };
        if text.bytes().all(|byte| byte.is_ascii_digit())
            && let Ok(read) = text.parse()
            && read <= NUMBER_MAX
        {
            *number = Some(read);
        } else {
            let what = format!("must be a whole number from 0 to {NUMBER_MAX}");
            violations.push(violation(name, &what));
        }
    }
    refuse_if_any(violations)?;
    Ok(numbers)
}

/// Reads the texts that a query may hold, by their names.
///
/// # Errors
///
/// Everything at once that has another name, or is there twice, or is no text.
pub(crate) fn query_texts<const N: usize>(
    uri: &Uri,
    names: [&str; N],
) -> Result<[Option<String>; N], Failure> {
    let (texts, violations) = read(uri, names);
    refuse_if_any(violations)?;
    Ok(texts)
}

/// A text that is not empty, since an empty one asks for nothing on the wire.
///
/// # Errors
///
/// That it is empty.
pub(crate) fn said(text: Option<String>, name: &str) -> Result<String, Failure> {
    match text {
        Some(text) if text.is_empty() => Err(wrong(
            name,
            format!("`{name}` is empty: leave it out where it does not matter."),
        )),
        text => Ok(text.unwrap_or_default()),
    }
}

/// How many a page may hold, from 1 to `max`; 0 where it is not said.
///
/// # Errors
///
/// That it is no such number.
pub(crate) fn page_size(limit: Option<String>, max: u32) -> Result<u32, Failure> {
    let Some(limit) = limit else { return Ok(0) };
    let digits = limit.bytes().all(|byte| byte.is_ascii_digit());
    let size = limit.parse().ok().filter(|size| (1..=max).contains(size));
    size.filter(|_| digits)
        .ok_or_else(|| wrong("limit", format!("`limit` must be 1 to {max}.")))
}

/// Takes what may be `true` or `false` out of a query, and leaves the rest.
///
/// # Errors
///
/// That it is neither, or there twice.
pub(crate) fn take_flag(uri: &Uri, name: &str) -> Result<(bool, Uri), Failure> {
    let mut flag = None;
    let mut rest = Vec::new();
    for part in parts(uri) {
        let (key, value) = pair(part);
        if key != name {
            rest.push(part);
            continue;
        }
        let read = value.and_then(|value| value.parse::<bool>().ok());
        let read = read.ok_or_else(|| wrong(name, format!("`{name}` must be true or false.")))?;
        if flag.replace(read).is_some() {
            return Err(wrong(name, format!("`{name}` is there twice.")));
        }
    }
    let rest = format!("{}?{}", uri.path(), rest.join("&"));
    let rest = rest.parse().map_err(|_| ErrorCode::InvalidArgument)?;
    Ok((flag.unwrap_or_default(), rest))
}

/// Reads every value of the one name that a query may hold.
///
/// # Errors
///
/// Everything at once that has another name.
pub(crate) fn query_list(uri: &Uri, name: &str) -> Result<Vec<String>, Failure> {
    let mut values = Vec::new();
    let mut violations = Vec::new();
    for (key, value) in pairs(uri) {
        match value {
            _ if key != name => violations.push(unknown(&key, &[name])),
            Some(value) => values.push(value),
            None => violations.push(violation(name, NO_TEXT)),
        }
    }
    refuse_if_any(violations)?;
    Ok(values)
}

/// The values by their names, and what is wrong with the query.
fn read<const N: usize>(uri: &Uri, names: [&str; N]) -> ([Option<String>; N], Vec<FieldViolation>) {
    let mut texts = [const { None }; N];
    let mut violations = Vec::new();
    for (name, value) in pairs(uri) {
        match names.iter().position(|known| *known == name) {
            None => violations.push(unknown(&name, &names)),
            Some(index) if texts[index].is_some() => {
                violations.push(violation(&name, "is there twice"));
            }
            Some(index) => match value {
                Some(value) => texts[index] = Some(value),
                None => violations.push(violation(&name, NO_TEXT)),
            },
        }
    }
    (texts, violations)
}

fn pairs(uri: &Uri) -> impl Iterator<Item = (String, Option<String>)> {
    parts(uri).map(pair)
}

fn parts(uri: &Uri) -> impl Iterator<Item = &str> {
    let parts = uri.query().unwrap_or_default().split('&');
    parts.filter(|part| !part.is_empty())
}

/// A name and its value; none where its bytes are no text.
fn pair(part: &str) -> (String, Option<String>) {
    let (name, value) = part.split_once('=').unwrap_or((part, ""));
    let name = String::from_utf8_lossy(&decoded(name)).into_owned();
    (name, String::from_utf8(decoded(value)).ok())
}

/// The bytes that a part of a query stands for.
fn decoded(part: &str) -> Vec<u8> {
    let spaced = part.replace('+', " ");
    percent_decode_str(&spaced).collect()
}

fn unknown(name: &str, names: &[&str]) -> FieldViolation {
    let what = format!(
        "is nothing to ask for here; there are: {}",
        names.join(", ")
    );
    violation(name, &what)
}

fn violation(name: &str, what: &str) -> FieldViolation {
    FieldViolation {
        field: name.to_owned(),
        code: ErrorCode::InvalidArgument,
        message: format!("`{name}` {what}."),
    }
}

fn refuse_if_any(violations: Vec<FieldViolation>) -> Result<(), Failure> {
    if violations.is_empty() {
        Ok(())
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
    fn a_flag_is_taken_out_of_the_rest() {
        let take = |query: &str| {
            let uri = format!("/events?{query}").parse().expect("an address");
            take_flag(&uri, "rematch")
        };
        let (flag, rest) = take("game=a%26b&rematch=true&x=%C3%A5").expect("a flag");
        assert!(flag);
        assert_eq!(rest.query(), Some("game=a%26b&x=%C3%A5"));
        assert!(!take("after=1").expect("none").0);
        for query in ["rematch=1", "rematch", "rematch=true&rematch=true"] {
            assert_eq!(
                take(query).expect_err(query).violations()[0].field,
                "rematch"
            );
        }
    }

    #[test]
    fn texts_are_decoded_whole_or_not_at_all() {
        let read = |query: &str| {
            let uri = format!("/games?{query}").parse().expect("an address");
            query_texts(&uri, ["player"])
        };
        for (query, player) in [
            ("player=Ada+L", "Ada L"),
            ("player=Bj%C3%B8rn%2B1", "Bj\u{f8}rn+1"),
            ("&player=%zz&", "%zz"),
            ("player", ""),
        ] {
            assert_eq!(read(query), Ok([Some(player.to_owned())]), "{query}");
        }
        for query in ["player=%ff", "player=Bj%F8rn", "player=%C3"] {
            let failure = read(query).expect_err(query);
            assert_eq!(failure.violations()[0].field, "player", "{query}");
        }
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
            ("?after=%ff", vec!["after"]),
            ("?%ff=1", vec!["\u{fffd}"]),
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
