//! Where messages go.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use thiserror::Error;
use url::{Host, Url};

use crate::is_public;

/// Bytes that the URL of a webhook may have.
pub const URL_BYTES_MAX: usize = 2_048;

/// How far messages may go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Reach {
    /// To the public's addresses, over HTTPS.
    #[default]
    Public,
    /// To private addresses too, and over plain HTTP.
    Private,
}

/// A URL that messages may be sent to, as far as it tells by itself: what its name resolves to is
/// looked at when something is sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    url: Url,
    host: Host<String>,
    port: u16,
}

/// A URL that nothing is sent to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum InvalidTarget {
    /// It is too long.
    #[error("a URL may have {URL_BYTES_MAX} bytes")]
    TooLong,
    /// It is none.
    #[error("this is no URL such as https://app.example/moelle")]
    NoUrl,
    /// Another scheme.
    #[error("a URL begins with https://")]
    Scheme,
    /// A user or a password.
    #[error("a URL holds no user and no password: messages are signed")]
    Credentials,
    /// A fragment.
    #[error("a URL holds no fragment: it is not sent")]
    Fragment,
    /// An address that is not the public's.
    #[error("this is a private address")]
    Private,
}

impl Target {
    /// Reads the URL of a webhook.
    ///
    /// # Errors
    ///
    /// [`InvalidTarget`]: the first that holds.
    pub fn parse(text: &str, reach: Reach) -> Result<Self, InvalidTarget> {
        if text.len() > URL_BYTES_MAX {
            return Err(InvalidTarget::TooLong);
        }
        let url = Url::from_str(text).map_err(|_| InvalidTarget::NoUrl)?;
        match (url.scheme(), reach) {
            ("https", _) | ("http", Reach::Private) => {}
            _ => return Err(InvalidTarget::Scheme),
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(InvalidTarget::Credentials);
        }
        if url.fragment().is_some() {
            return Err(InvalidTarget::Fragment);
        }
        let host = url.host().ok_or(InvalidTarget::NoUrl)?.to_owned();
        let port = url.port_or_known_default().ok_or(InvalidTarget::NoUrl)?;
        let target = Self { url, host, port };
        match target.address() {
            Some(address) if !reach.allows(address) => Err(InvalidTarget::Private),
            _ => Ok(target),
        }
    }

    /// Its host, without the port: what limits go by.
    #[must_use]
    pub const fn host(&self) -> &Host<String> {
        &self.host
    }

    /// Its port.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Whether it is spoken to over TLS.
    #[must_use]
    pub fn speaks_tls(&self) -> bool {
        self.url.scheme() == "https"
    }

    /// The address, where the host is one.
    #[must_use]
    pub const fn address(&self) -> Option<IpAddr> {
        match self.host {
            Host::Domain(_) => None,
            Host::Ipv4(address) => Some(IpAddr::V4(address)),
            Host::Ipv6(address) => Some(IpAddr::V6(address)),
        }
    }

    /// The header `host`: the port stands there where it is not the scheme's own.
    pub(crate) fn authority(&self) -> String {
        match self.url.port() {
            Some(port) => format!("{}:{port}", self.host),
            None => self.host.to_string(),
        }
    }

    /// What is asked for there.
    pub(crate) fn path_and_query(&self) -> &str {
        &self.url[url::Position::BeforePath..url::Position::AfterQuery]
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.url.as_str())
    }
}

impl Reach {
    /// Whether an address may be spoken to.
    #[must_use]
    pub fn allows(self, address: IpAddr) -> bool {
        match self {
            Self::Public => is_public(address),
            Self::Private => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_tells_where_it_may_not_go() {
        let long = format!("https://app.example/{}", "x".repeat(URL_BYTES_MAX));
        for (text, expected) in [
            ("", InvalidTarget::NoUrl),
            ("app.example", InvalidTarget::NoUrl),
            ("https://", InvalidTarget::NoUrl),
            (long.as_str(), InvalidTarget::TooLong),
            ("http://app.example", InvalidTarget::Scheme),
            ("ftp://app.example", InvalidTarget::Scheme),
            ("file:///etc/passwd", InvalidTarget::Scheme),
            ("https://ada@app.example", InvalidTarget::Credentials),
            ("https://:word@app.example", InvalidTarget::Credentials),
            ("https://app.example/#here", InvalidTarget::Fragment),
            ("https://127.0.0.1/", InvalidTarget::Private),
            // The ways to write an address that browsers know.
            ("https://2130706433/", InvalidTarget::Private),
            ("https://0x7f.1/", InvalidTarget::Private),
            ("https://0177.0.0.1/", InvalidTarget::Private),
            ("https://127.1/", InvalidTarget::Private),
            ("https://[::1]/", InvalidTarget::Private),
            ("https://[::ffff:10.0.0.1]/", InvalidTarget::Private),
            ("https://169.254.169.254/latest", InvalidTarget::Private),
        ] {
            let read = Target::parse(text, Reach::Public);
            assert_eq!(read, Err(expected), "{text}");
        }
    }

    #[test]
    fn a_url_is_what_is_asked_for() {
        for (text, authority, path) in [
            ("https://app.example", "app.example", "/"),
            ("https://APP.example:443/a?b=c", "app.example", "/a?b=c"),
            ("https://app.example:8443/a", "app.example:8443", "/a"),
            ("https://[2606:4700::1]:8443/", "[2606:4700::1]:8443", "/"),
            (
                "https://blåbær.example/ø",
                "xn--blbr-roah.example",
                "/%C3%B8",
            ),
        ] {
            let target = Target::parse(text, Reach::Public).expect(text);
            assert_eq!(target.authority(), authority, "{text}");
            assert_eq!(target.path_and_query(), path, "{text}");
        }
    }

    #[test]
    fn private_addresses_and_plain_http_are_a_choice() {
        for text in ["http://127.0.0.1:8080/hook", "https://10.0.0.1/"] {
            assert!(Target::parse(text, Reach::Private).is_ok(), "{text}");
        }
        let read = Target::parse("ftp://127.0.0.1/", Reach::Private);
        assert_eq!(read, Err(InvalidTarget::Scheme));
    }
}
