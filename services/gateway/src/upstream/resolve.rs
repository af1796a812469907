//! Where the game service is, as it is configured.

use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::str::FromStr;

use http::Uri;
use thiserror::Error;
use url::Url;

/// The port of gRPC where an address names none.
const PORT: u16 = 50051;

/// The address of a replica, or a name behind which there are several: `http://game:50051`.
#[derive(Clone, PartialEq, Eq)]
pub struct UpstreamUrl {
    host: String,
    port: u16,
    origin: Uri,
}

/// A text that is no address of a game service.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("an address such as http://game:50051 is needed, without a path; TLS is not spoken")]
pub struct InvalidUpstream;

impl UpstreamUrl {
    /// The name or number of the host.
    #[must_use]
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The port.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The address as its replicas are called by it.
    pub(super) fn origin(&self) -> Uri {
        self.origin.clone()
    }

    /// Every address behind the name.
    pub(super) async fn resolve(&self) -> io::Result<Vec<SocketAddr>> {
        let host = self.host.trim_start_matches('[').trim_end_matches(']');
        Ok(tokio::net::lookup_host((host, self.port)).await?.collect())
    }
}

impl FromStr for UpstreamUrl {
    type Err = InvalidUpstream;

    fn from_str(text: &str) -> Result<Self, InvalidUpstream> {
        let url = Url::parse(text).map_err(|_| InvalidUpstream)?;
        let host = url.host_str().ok_or(InvalidUpstream)?.to_owned();
        // What the parser calls the default port of HTTP is written out or meant as gRPC's.
        let written = text.trim_end_matches('/').ends_with(":80");
        let port = url.port().unwrap_or(if written { 80 } else { PORT });
        let bare = url.path() == "/"
            && url.query().is_none()
            && url.fragment().is_none()
            && url.username().is_empty()
            && url.password().is_none();
        if url.scheme() != "http" || !bare {
            return Err(InvalidUpstream);
        }
        let origin = format!("http://{host}:{port}")
            .parse()
            .map_err(|_| InvalidUpstream)?;
        Ok(Self { host, port, origin })
    }
}

impl fmt::Debug for UpstreamUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for UpstreamUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "http://{}:{}", self.host, self.port)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_host_and_a_port() {
        for (text, expected) in [
            ("http://game:50051", "http://game:50051"),
            ("http://game", "http://game:50051"),
            ("http://127.0.0.1:80/", "http://127.0.0.1:80"),
            ("http://[::1]:9", "http://[::1]:9"),
        ] {
            let url: UpstreamUrl = text.parse().expect(text);
            assert_eq!(url.to_string(), expected);
        }
        for text in [
            "",
            "game:50051",
            "https://game",
            "http://u:p@game",
            "http://game/x",
            "http://",
        ] {
            assert_eq!(text.parse::<UpstreamUrl>(), Err(InvalidUpstream), "{text}");
        }
    }

    #[tokio::test]
    async fn an_address_of_numbers_needs_no_looking_up() {
        let url: UpstreamUrl = "http://[::1]:9".parse().expect("an address");
        let found = url.resolve().await.expect("it is an address");
        assert_eq!(found, ["[::1]:9".parse().expect("an address")]);
    }
}
