//! Where the game service is, as it is configured.

use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::str::FromStr;

use http::Uri;
use thiserror::Error;
use tokio_rustls::rustls::pki_types::ServerName;
use url::Url;

/// The port of gRPC where an address names none.
const PORT: u16 = 50051;

/// The address of a replica, or a name behind which there are several: `http://game:50051`.
#[derive(Clone, PartialEq, Eq)]
pub struct UpstreamUrl {
    is_secured: bool,
    host: String,
    port: u16,
    origin: Uri,
}

/// A text that is no address of a game service.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("an address such as http://game:50051 or https://game:50051 is needed, without a path")]
pub struct InvalidUpstream;

impl UpstreamUrl {
    /// Whether TLS is spoken there.
    #[must_use]
    pub fn is_secured(&self) -> bool {
        self.is_secured
    }

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

    /// The name that a certificate must prove.
    pub(super) fn name(&self) -> Option<ServerName<'static>> {
        ServerName::try_from(self.bare_host().to_owned()).ok()
    }

    /// The host without the brackets of IPv6.
    fn bare_host(&self) -> &str {
        self.host.trim_start_matches('[').trim_end_matches(']')
    }

    /// Every address behind the name.
    pub(super) async fn resolve(&self) -> io::Result<Vec<SocketAddr>> {
        let found = tokio::net::lookup_host((self.bare_host(), self.port)).await?;
        Ok(found.collect())
    }
}

impl FromStr for UpstreamUrl {
    type Err = InvalidUpstream;

    fn from_str(text: &str) -> Result<Self, InvalidUpstream> {
        let url = Url::parse(text).map_err(|_| InvalidUpstream)?;
        let host = url.host_str().ok_or(InvalidUpstream)?.to_owned();
        // What the parser calls the default port of HTTP is written out or meant as gRPC's.
        let standard = url.port_or_known_default().unwrap_or(PORT);
        let is_written = text
            .trim_end_matches('/')
            .ends_with(&format!(":{standard}"));
        let port = if is_written {
            standard
        } else {
            url.port().unwrap_or(PORT)
        };
        let bare = url.path() == "/"
            && url.query().is_none()
            && url.fragment().is_none()
            && url.username().is_empty()
            && url.password().is_none();
        if !matches!(url.scheme(), "http" | "https") || !bare {
            return Err(InvalidUpstream);
        }
        let origin = format!("{}://{host}:{port}", url.scheme())
            .parse()
            .map_err(|_| InvalidUpstream)?;
        Ok(Self {
            is_secured: url.scheme() == "https",
            host,
            port,
            origin,
        })
    }
}

impl fmt::Debug for UpstreamUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for UpstreamUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.is_secured { "https" } else { "http" };
        write!(f, "{scheme}://{}:{}", self.host, self.port)
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
            ("https://game", "https://game:50051"),
            ("https://game:443/", "https://game:443"),
            ("https://game:80", "https://game:80"),
        ] {
            let url: UpstreamUrl = text.parse().expect(text);
            assert_eq!(url.to_string(), expected);
        }
        for text in [
            "",
            "game:50051",
            "ftp://game",
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
