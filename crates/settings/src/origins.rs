//! Whose pages may call.

use std::str::FromStr;

use http::HeaderValue;
use thiserror::Error;
use tower_http::cors::AllowOrigin;
use url::Url;

use crate::kind::{Kind, of};

/// Origins whose pages may call. Credentials of the browser are never allowed: tokens are sent by
/// the page itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CorsOrigins {
    /// Every origin.
    Any,
    /// These. Pages of the service's own origin need no leave.
    These(Vec<HeaderValue>),
}

/// A text that is no list of origins.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("{0:?} is no origin: origins such as https://play.example are needed, or * for all")]
pub struct InvalidOrigin(String);

/// Origins whose pages may call, as an option.
pub fn origins() -> Kind<CorsOrigins> {
    of("origins with commas between them, * for all, or empty")
}

impl CorsOrigins {
    /// Whether no page of another origin may call.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        matches!(self, Self::These(list) if list.is_empty())
    }
}

impl From<&CorsOrigins> for AllowOrigin {
    fn from(origins: &CorsOrigins) -> Self {
        match origins {
            CorsOrigins::Any => Self::any(),
            CorsOrigins::These(list) => Self::list(list.iter().cloned()),
        }
    }
}

impl FromStr for CorsOrigins {
    type Err = InvalidOrigin;

    fn from_str(text: &str) -> Result<Self, InvalidOrigin> {
        if text.trim() == "*" {
            return Ok(Self::Any);
        }
        items(text)
            .map(origin)
            .collect::<Result<_, _>>()
            .map(Self::These)
    }
}

fn origin(text: &str) -> Result<HeaderValue, InvalidOrigin> {
    let invalid = || InvalidOrigin(text.to_owned());
    let url = Url::parse(text).map_err(|_| invalid())?;
    let written = url.origin().ascii_serialization();
    let is_web = matches!(url.scheme(), "http" | "https");
    if is_web && text.trim_end_matches('/').eq_ignore_ascii_case(&written) {
        HeaderValue::from_str(&written).map_err(|_| invalid())
    } else {
        Err(invalid())
    }
}

fn items(text: &str) -> impl Iterator<Item = &str> {
    text.split(',')
        .map(str::trim)
        .filter(|item| !item.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_are_named_or_all() {
        let origins = ["https://a.example", "http://localhost:5173"].map(HeaderValue::from_static);
        assert_eq!(
            "https://a.example,http://localhost:5173/".parse(),
            Ok(CorsOrigins::These(origins.to_vec()))
        );
        assert_eq!("*".parse(), Ok(CorsOrigins::Any));
        assert_eq!("".parse(), Ok(CorsOrigins::These(Vec::new())));
        for text in [
            "https://a.example/path",
            "a.example",
            "ftp://a",
            "*,https://a.example",
        ] {
            text.parse::<CorsOrigins>().expect_err(text);
        }
    }
}
