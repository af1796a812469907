//! Bodies of JSON.

use axum::body::Body;
use axum::extract::{FromRequest, Request};
use bytes::Bytes;
use http::HeaderMap;
use http::header::CONTENT_TYPE;
use moelle_proto::error::{ErrorCode, Failure};
use serde::de::DeserializeOwned;

use super::{read_body, serde_text};
use crate::Problem;
use crate::gateway::Gateway;
use crate::shape::Object;

/// A type that the body of a request is read as.
pub(crate) trait JsonBody: DeserializeOwned {
    /// Whether the body may be long: it holds a record or many turns.
    const IS_LONG: bool = false;
}

/// A body of JSON that must be there.
pub(crate) struct Json<T>(pub(crate) T);

/// A body of JSON; where there is none, or null, the default.
pub(crate) struct MaybeJson<T>(pub(crate) T);

impl<T: JsonBody> FromRequest<Gateway> for Json<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, gateway: &Gateway) -> Result<Self, Problem> {
        let (parts, body) = request.into_parts();
        // The body is read first, so that its sender comes to read the answer.
        let body = read_body(&parts.headers, body, gateway.limits(), T::IS_LONG).await;
        expect_json(&parts.headers)?;
        Ok(Self(parse_json(&body?)?))
    }
}

impl<T: JsonBody + Default> FromRequest<Gateway> for MaybeJson<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, gateway: &Gateway) -> Result<Self, Problem> {
        let (parts, body): (_, Body) = request.into_parts();
        let body: Bytes = read_body(&parts.headers, body, gateway.limits(), T::IS_LONG).await?;
        if body.is_empty() {
            return Ok(Self(T::default()));
        }
        expect_json(&parts.headers)?;
        if body.trim_ascii() == b"null" {
            return Ok(Self(T::default()));
        }
        Ok(Self(parse_json(&body)?))
    }
}

/// The media type of the body in lower case, without parameters.
pub(crate) fn media_type(headers: &HeaderMap) -> Option<String> {
    let value = headers.get(CONTENT_TYPE)?.to_str().ok()?;
    let essence = value.split(';').next().unwrap_or_default();
    Some(essence.trim().to_ascii_lowercase())
}

fn expect_json(headers: &HeaderMap) -> Result<(), Failure> {
    let is_json = media_type(headers).is_some_and(|media_type| {
        media_type == "application/json"
            || media_type.starts_with("application/") && media_type.ends_with("+json")
    });
    if is_json {
        Ok(())
    } else {
        let message = "The body must be JSON: send `Content-Type: application/json`.";
        Err(Failure::saying(ErrorCode::WrongContentType, message))
    }
}

/// Reads JSON.
///
/// # Errors
///
/// `malformed` where it is none, and a wrong field by its name.
pub(crate) fn parse_json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Failure> {
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let Object(value) = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let path = error.path().to_string();
        let error = error.into_inner();
        if error.is_data() {
            serde_text::failure(&path, &without_place(&error))
        } else {
            malformed(&error)
        }
    })?;
    json.end().map_err(|error| malformed(&error))?;
    Ok(value)
}

fn malformed(error: &serde_json::Error) -> Failure {
    let message = format!(
        "The body is no JSON from line {}, column {} on.",
        error.line(),
        error.column()
    );
    Failure::saying(ErrorCode::Malformed, message)
}

/// What the error says, without ` at line 1 column 7` at its end.
fn without_place(error: &serde_json::Error) -> String {
    let text = error.to_string();
    match text.rfind(" at line ") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;
    use crate::shape::{RuleFields, SeatChoice};

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "camelCase", deny_unknown_fields, expecting = "an object")]
    struct Sample {
        #[expect(dead_code, reason = "only its reading is tested")]
        turn: String,
        #[expect(dead_code, reason = "only its reading is tested")]
        revision: Option<u64>,
        #[expect(dead_code, reason = "only its reading is tested")]
        seat: Option<SeatChoice>,
        #[expect(dead_code, reason = "only its reading is tested")]
        options: Option<Object<RuleFields>>,
        #[expect(dead_code, reason = "only its reading is tested")]
        turns: Option<Vec<String>>,
    }

    #[test]
    fn a_wrong_field_is_told_by_its_name_and_what_it_must_be() {
        for (body, reason, field, part) in [
            (r"{}", "invalid_argument", "turn", "missing"),
            (
                r#"{"turn":7}"#,
                "invalid_argument",
                "turn",
                "must be a string",
            ),
            (
                r#"{"turn":"a1","revision":-1}"#,
                "invalid_argument",
                "revision",
                "not negative",
            ),
            (
                r#"{"turn":"a1","revision":"7"}"#,
                "invalid_argument",
                "revision",
                "whole number",
            ),
            (
                r#"{"turn":"a1","trun":"a1"}"#,
                "invalid_argument",
                "trun",
                "the fields are: turn",
            ),
            (
                r#"{"turn":"a1","turn":"a1"}"#,
                "invalid_argument",
                "turn",
                "twice",
            ),
            (
                r#"{"turn":"a1","seat":"left"}"#,
                "invalid_argument",
                "seat",
                "white, black",
            ),
            (
                r#"{"turn":"a1","seat":3}"#,
                "invalid_argument",
                "seat",
                "must be",
            ),
            (
                r#"{"turn":"a1","turns":["a",1]}"#,
                "invalid_argument",
                "turns[1]",
                "a string",
            ),
            (
                r#"{"turn":"a1","turns":"a"}"#,
                "invalid_argument",
                "turns",
                "a list",
            ),
            (
                r#"{"turn":"a1","options":{"flyat":0}}"#,
                "option_not_offered",
                "options.flyat",
                "flyAt",
            ),
            (
                r#"{"turn":"a1","options":{"flyAt":"0"}}"#,
                "invalid_argument",
                "options.flyAt",
                "number",
            ),
            (
                r#"{"turn":"a1","options":[0]}"#,
                "invalid_argument",
                "options",
                "an object",
            ),
            (r"[]", "invalid_argument", "", "an object"),
            (
                r#"["a1",1,null,null,null]"#,
                "invalid_argument",
                "",
                "an object",
            ),
            (r"null", "invalid_argument", "", "an object"),
        ] {
            let failure = parse_json::<Sample>(body.as_bytes()).expect_err(body);
            assert_eq!(failure.code().reason(), reason, "{body}");
            let violation = &failure.violations()[0];
            assert_eq!(violation.field, field, "{body}");
            assert!(
                violation.message.contains(part),
                "{body}: {}",
                violation.message
            );
            assert!(
                !failure.message().contains("Sample"),
                "{body}: {}",
                failure.message()
            );
        }
    }

    #[test]
    fn what_is_no_json_is_malformed_and_told_by_its_place() {
        let deep = "[".repeat(1_000);
        for body in [
            "",
            "{",
            "turn=a1",
            r#"{"turn":"a1"} x"#,
            "\u{feff}{}",
            r#"{"turn":"\ud800"}"#,
            &deep,
        ] {
            let failure = parse_json::<Sample>(body.as_bytes()).expect_err(body);
            let expected = if body == deep {
                "invalid_argument"
            } else {
                "malformed"
            };
            assert_eq!(
                failure.code().reason(),
                expected,
                "{body:.20}: {}",
                failure.message()
            );
        }
        assert_eq!(
            parse_json::<Sample>(&[b'{', b'"', 0xff, b'"'])
                .expect_err("no UTF-8")
                .code(),
            ErrorCode::Malformed
        );
    }

    #[test]
    fn the_media_type_is_read_without_its_parameters() {
        let mut headers = HeaderMap::new();
        for (value, fine) in [
            ("application/json", true),
            ("Application/JSON; charset=utf-8", true),
            ("application/vnd.moelle+json", true),
            ("text/plain", false),
            ("text/json+json", false),
        ] {
            headers.insert(CONTENT_TYPE, value.parse().expect("a header"));
            assert_eq!(expect_json(&headers).is_ok(), fine, "{value}");
        }
        headers.clear();
        assert!(expect_json(&headers).is_err());
    }
}
