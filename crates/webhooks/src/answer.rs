//! What a receiver's answer means.

use std::time::Duration;

use http::{HeaderMap, StatusCode, header};
use thiserror::Error;
use time::OffsetDateTime;

/// What became of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// It arrived: 2xx.
    Delivered,
    /// Nothing is wanted there any more: 410.
    Gone,
    /// It did not arrive, and is tried again: after this time, where the receiver said so.
    Failed(Failed, Option<Duration>),
}

/// Why a message did not arrive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Failed {
    /// The name has no address.
    #[error("the name has no address")]
    Unresolved,
    /// The address is not the public's.
    #[error("the address is private")]
    Private,
    /// Nobody answers at the address.
    #[error("the connection failed")]
    Connection,
    /// The certificate is not trusted, or no TLS is spoken.
    #[error("TLS failed")]
    Tls,
    /// There was no answer in time.
    #[error("no answer in time")]
    Timeout,
    /// The answer is no HTTP, or its head is too large.
    #[error("the answer is no HTTP")]
    Protocol,
    /// Another place was named; nothing was sent there.
    #[error("a redirect, which is not followed")]
    Redirect(StatusCode),
    /// Another status than 2xx.
    #[error("the status was {0}")]
    Status(StatusCode),
}

impl Failed {
    /// One of few words, for telemetry and for lists.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Unresolved => "unresolved",
            Self::Private => "private_address",
            Self::Connection => "connection",
            Self::Tls => "tls",
            Self::Timeout => "timeout",
            Self::Protocol => "protocol",
            Self::Redirect(_) => "redirect",
            Self::Status(_) => "status",
        }
    }

    /// The status of the answer, if there was one.
    #[must_use]
    pub fn status(self) -> Option<u16> {
        match self {
            Self::Redirect(status) | Self::Status(status) => Some(status.as_u16()),
            _ => None,
        }
    }
}

impl Answer {
    /// What the head of an answer means that came at `now`.
    pub(crate) fn of(status: StatusCode, headers: &HeaderMap, now: OffsetDateTime) -> Self {
        match status {
            status if status.is_success() => Self::Delivered,
            StatusCode::GONE => Self::Gone,
            status if status.is_redirection() => Self::Failed(Failed::Redirect(status), None),
            StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => {
                Self::Failed(Failed::Status(status), retry_after(headers, now))
            }
            status => Self::Failed(Failed::Status(status), None),
        }
    }
}

/// The time of a `Retry-After` in seconds or as a date.
fn retry_after(headers: &HeaderMap, now: OffsetDateTime) -> Option<Duration> {
    let text = headers.get(header::RETRY_AFTER)?.to_str().ok()?.trim();
    if let Ok(seconds) = text.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let at = OffsetDateTime::from(httpdate::parse_http_date(text).ok()?);
    Some((at - now).try_into().unwrap_or(Duration::ZERO))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(status: u16, retry_after: Option<&str>) -> Answer {
        let mut headers = HeaderMap::new();
        if let Some(text) = retry_after {
            headers.insert(header::RETRY_AFTER, text.parse().expect("a header"));
        }
        let now = OffsetDateTime::from_unix_timestamp(784_111_777).expect("a time");
        Answer::of(
            StatusCode::from_u16(status).expect("a status"),
            &headers,
            now,
        )
    }

    #[test]
    fn the_status_tells_what_became_of_a_message() {
        for status in [200, 201, 202, 204, 299] {
            assert_eq!(answer(status, None), Answer::Delivered, "{status}");
        }
        assert_eq!(answer(410, Some("5")), Answer::Gone);
        for status in [301, 302, 303, 304, 307, 308] {
            let Answer::Failed(failed @ Failed::Redirect(_), None) = answer(status, None) else {
                panic!("{status}");
            };
            assert_eq!(failed.status(), Some(status));
        }
        for status in [400, 401, 404, 408, 429, 500, 502, 503, 504] {
            let Answer::Failed(failed @ Failed::Status(_), None) = answer(status, None) else {
                panic!("{status}");
            };
            assert_eq!((failed.word(), failed.status()), ("status", Some(status)));
        }
    }

    #[test]
    fn a_receiver_that_is_busy_says_when_to_come_again() {
        let seconds = |answer| match answer {
            Answer::Failed(_, after) => after.map(|after: Duration| after.as_secs()),
            _ => None,
        };
        for (status, text, expected) in [
            (429, "120", Some(120)),
            (503, " 0 ", Some(0)),
            (503, "Sun, 06 Nov 1994 08:50:37 GMT", Some(60)),
            (503, "Sun, 06 Nov 1994 08:00:00 GMT", Some(0)),
            (503, "soon", None),
            (429, "-1", None),
            (429, "99999999999999999999", None),
            (500, "120", None),
        ] {
            assert_eq!(
                seconds(answer(status, Some(text))),
                expected,
                "{status} {text}"
            );
        }
    }
}
