//! Revisions in headers: `ETag`, `If-Match`, `If-None-Match` and `Last-Event-ID`.

use axum::extract::FromRequestParts;
use http::header::{IF_MATCH, IF_NONE_MATCH};
use http::request::Parts;
use http::{HeaderMap, HeaderName, HeaderValue};

use super::wrong;
use crate::Problem;

/// The name of the header with which an `EventSource` resumes.
const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");

/// The entity tag of a game at a revision.
pub(crate) fn etag(revision: u64) -> HeaderValue {
    HeaderValue::try_from(format!("\"{revision}\"")).unwrap_or(HeaderValue::from_static("\"\""))
}

/// The revision that a write expects; none where any will do.
pub(crate) struct IfMatch(pub(crate) Option<u64>);

/// The entity tags that a reader has.
pub(crate) struct IfNoneMatch {
    any: bool,
    revisions: Vec<u64>,
}

/// The revision after which a watcher resumes.
pub(crate) struct LastEventId(pub(crate) Option<u64>);

impl IfNoneMatch {
    /// Whether the reader has the game at this revision.
    pub(crate) fn has(&self, revision: u64) -> bool {
        self.any || self.revisions.contains(&revision)
    }
}

impl<S: Sync> FromRequestParts<S> for IfMatch {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let tags = list(&parts.headers, &IF_MATCH);
        match tags[..] {
            [] | ["*"] => Ok(Self(None)),
            [tag] if revision(tag).is_some() => Ok(Self(revision(tag))),
            _ => {
                let message =
                    "`If-Match` must be the one entity tag of a revision, such as \"12\".";
                Err(wrong("If-Match", message).into())
            }
        }
    }
}

impl<S: Sync> FromRequestParts<S> for IfNoneMatch {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let tags = list(&parts.headers, &IF_NONE_MATCH);
        Ok(Self {
            any: tags.contains(&"*"),
            revisions: tags.into_iter().filter_map(revision).collect(),
        })
    }
}

impl<S: Sync> FromRequestParts<S> for LastEventId {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let text = match parts.headers.get(LAST_EVENT_ID).map(HeaderValue::to_str) {
            None | Some(Ok("")) => return Ok(Self(None)),
            Some(Ok(text)) => text,
            Some(Err(_)) => "",
        };
        if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
            let message = "`Last-Event-ID` must be the id of an event: a revision.";
            return Err(wrong("Last-Event-ID", message).into());
        }
        // More digits than a revision has: a revision that no game has reached.
        Ok(Self(Some(text.parse().unwrap_or(u64::MAX))))
    }
}

/// The revision of an entity tag. A proxy that compresses makes tags weak; they name the same
/// revision.
fn revision(tag: &str) -> Option<u64> {
    let digits = tag
        .trim_start_matches("W/")
        .strip_prefix('"')?
        .strip_suffix('"')?;
    digits.parse().ok()
}

fn list<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Vec<&'h str> {
    headers
        .get_all(name)
        .iter()
        .map(|value| value.to_str().unwrap_or("?"))
        .flat_map(|value| value.split(','))
        .map(str::trim)
        .filter(|tag| !tag.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(name: &HeaderName, value: &str) -> Parts {
        let request = http::Request::builder()
            .header(name, value)
            .body(())
            .expect("a request");
        request.into_parts().0
    }

    #[tokio::test]
    async fn if_match_names_one_revision_or_any() {
        for (value, expected) in [
            ("\"12\"", Some(Some(12))),
            ("W/\"12\"", Some(Some(12))),
            ("*", Some(None)),
            ("12", None),
            ("\"x\"", None),
            ("\"1\", \"2\"", None),
        ] {
            let read = IfMatch::from_request_parts(&mut parts(&IF_MATCH, value), &()).await;
            assert_eq!(read.ok().map(|read| read.0), expected, "{value}");
        }
    }

    #[tokio::test]
    async fn if_none_match_is_a_list_of_what_the_reader_has() {
        for (value, has) in [
            ("\"12\"", true),
            ("\"1\", W/\"12\"", true),
            ("*", true),
            ("\"1\"", false),
            ("x", false),
        ] {
            let read =
                IfNoneMatch::from_request_parts(&mut parts(&IF_NONE_MATCH, value), &()).await;
            assert_eq!(read.expect("it reads on").has(12), has, "{value}");
        }
    }

    #[tokio::test]
    async fn last_event_id_is_a_revision() {
        for (value, expected) in [
            ("7", Some(Some(7))),
            ("", Some(None)),
            ("99999999999999999999999", Some(Some(u64::MAX))),
            ("-1", None),
            ("x", None),
        ] {
            let read =
                LastEventId::from_request_parts(&mut parts(&LAST_EVENT_ID, value), &()).await;
            assert_eq!(read.ok().map(|read| read.0), expected, "{value}");
        }
    }
}
