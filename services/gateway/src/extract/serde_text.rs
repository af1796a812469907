//! What serde says of a request, told anew for callers: the field, and what is wrong with it.

use moelle_proto::error::{ErrorCode, Failure, FieldViolation};

/// The field at the root, where a text is about no field of its own.
const ROOT: &str = ".";

/// The failure of a request whose field at `path` does not fit.
///
/// serde's texts name types of Rust, quote the caller and change between versions; here they are
/// only read for their kind.
pub(crate) fn failure(path: &str, text: &str) -> Failure {
    let at = if path == ROOT { "" } else { path };
    let named = quoted(text);
    let violation = if text.starts_with("missing field") {
        violation(&below(at, named), ErrorCode::InvalidArgument, "is missing")
    } else if text.starts_with("unknown field") {
        unknown_field(at, named, text)
    } else if text.starts_with("duplicate field") {
        violation(
            &below(at, named),
            ErrorCode::InvalidArgument,
            "is there twice",
        )
    } else if text.starts_with("unknown variant") {
        let words = text.split_once("expected ").map_or("", |(_, words)| words);
        let what = format!("must be {}", words.replace('`', ""));
        violation(at, ErrorCode::InvalidArgument, &what)
    } else {
        let what = format!("must be {}", expected(text));
        violation(at, ErrorCode::InvalidArgument, &what)
    };
    Failure::of_fields(vec![violation])
}

/// A field of `options` that no rule set has is an option that no variant offers.
fn unknown_field(at: &str, name: &str, text: &str) -> FieldViolation {
    let parent = at.strip_suffix(name).unwrap_or(at).trim_end_matches('.');
    let code = if parent == "options" || parent.ends_with(".options") {
        ErrorCode::OptionNotOffered
    } else {
        ErrorCode::InvalidArgument
    };
    let known = text.split_once("expected ").map_or("", |(_, known)| known);
    let known = known.trim_start_matches("one of ").replace('`', "");
    violation(
        &below(at, name),
        code,
        &format!("is no field here; the fields are: {known}"),
    )
}

fn violation(field: &str, code: ErrorCode, what: &str) -> FieldViolation {
    let message = if field.is_empty() {
        format!("The request {what}.")
    } else {
        format!("`{field}` {what}.")
    };
    FieldViolation {
        field: field.to_owned(),
        code,
        message,
    }
}

/// What serde expected, in the words of JSON.
fn expected(text: &str) -> &str {
    let expected = text
        .rsplit_once("expected ")
        .map_or("", |(_, expected)| expected);
    match expected {
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number that is not negative",
        "i32" | "i64" => "a whole number",
        "a boolean" => "true or false",
        "a sequence" => "a list",
        "a string" | "an object" => expected,
        _ => "something else",
    }
}

fn quoted(text: &str) -> &str {
    text.split('`').nth(1).unwrap_or_default()
}

fn below(at: &str, name: &str) -> String {
    // The path may end in the field already.
    if at.is_empty() {
        name.to_owned()
    } else if at == name || at.ends_with(&format!(".{name}")) {
        at.to_owned()
    } else {
        format!("{at}.{name}")
    }
}
