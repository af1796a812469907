//! Who calls, where a proxy stands between.

use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use http::{HeaderMap, HeaderName, header};
use ipnet::{IpNet, Ipv4Net, Ipv6Net};
use thiserror::Error;

/// The networks that `private` stands for: this machine, and those that are not on the Internet.
const PRIVATE: [&str; 7] = [
    "127.0.0.0/8",
    "10.0.0.0/8",
    "172.16.0.0/12",
    "192.168.0.0/16",
    "::1/128",
    "fc00::/7",
    "fe80::/10",
];
/// Entries of a list that are looked at, from the right.
const ENTRIES_MAX: usize = 32;

/// The networks whose word is taken for who calls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrustedProxies(Vec<IpNet>);

/// A text that is no network.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("{0:?} is no network: addresses, networks such as 10.1.0.0/16, or `private` are needed")]
pub struct InvalidNetwork(String);

impl FromStr for TrustedProxies {
    type Err = InvalidNetwork;

    fn from_str(text: &str) -> Result<Self, InvalidNetwork> {
        let mut networks = Vec::new();
        for item in text.split(',').map(str::trim).filter(|it| !it.is_empty()) {
            if item == "private" {
                networks.extend(PRIVATE.iter().filter_map(|it| it.parse::<IpNet>().ok()));
            } else {
                networks.push(network(item).ok_or_else(|| InvalidNetwork(item.to_owned()))?);
            }
        }
        Ok(Self(networks))
    }
}

/// A network, or the one that holds an address and no other.
fn network(text: &str) -> Option<IpNet> {
    let address = |address: IpAddr| IpNet::from(address);
    text.parse().ok().or_else(|| text.parse().ok().map(address))
}

/// Where a proxy writes who calls it. One of the two: a proxy that writes one passes on whatever a
/// caller put into the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ForwardedBy {
    /// In `X-Forwarded-For`.
    #[default]
    XForwardedFor,
    /// In `Forwarded` (RFC 7239).
    Forwarded,
}

/// A text that names neither.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("{0:?} is neither x-forwarded-for nor forwarded")]
pub struct InvalidForwardedBy(String);

impl FromStr for ForwardedBy {
    type Err = InvalidForwardedBy;

    fn from_str(text: &str) -> Result<Self, InvalidForwardedBy> {
        match text.to_ascii_lowercase().as_str() {
            "x-forwarded-for" => Ok(Self::XForwardedFor),
            "forwarded" => Ok(Self::Forwarded),
            _ => Err(InvalidForwardedBy(text.to_owned())),
        }
    }
}

impl TrustedProxies {
    /// The same and this machine.
    pub(crate) fn and_this_machine(mut self) -> Self {
        let (v4, v6) = (
            Ipv4Net::new_assert([127, 0, 0, 0].into(), 8),
            Ipv6Net::from(std::net::Ipv6Addr::LOCALHOST),
        );
        self.0.extend([IpNet::V4(v4), IpNet::V6(v6)]);
        self
    }

    /// Whether the word of an address is taken.
    #[must_use]
    pub fn trust(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|network| network.contains(&address))
    }

    /// Whose requests a trusted peer passes on: from the right, the first address that is not trusted
    /// itself, or the last one that can be read. `None` where the peer is not trusted or names nobody.
    #[must_use]
    pub fn caller(&self, peer: IpAddr, headers: &HeaderMap, by: ForwardedBy) -> Option<IpAddr> {
        if !self.trust(peer) {
            return None;
        }
        let name: HeaderName = match by {
            ForwardedBy::XForwardedFor => HeaderName::from_static("x-forwarded-for"),
            ForwardedBy::Forwarded => header::FORWARDED,
        };
        let lines: Vec<_> = headers.get_all(name).iter().collect();
        let entries = lines.iter().rev().flat_map(|line| {
            let line = line.to_str().unwrap_or("?");
            line.rsplit(',').map(str::trim)
        });
        let mut nearest = None;
        for entry in entries.filter(|it| !it.is_empty()).take(ENTRIES_MAX) {
            let named = match by {
                ForwardedBy::XForwardedFor => address(entry),
                ForwardedBy::Forwarded => forwarded_for(entry).and_then(address),
            };
            let Some(named) = named else { break };
            nearest = Some(named);
            if !self.trust(named) {
                break;
            }
        }
        nearest
    }
}

/// The value of `for` in an element of `Forwarded`.
fn forwarded_for(element: &str) -> Option<&str> {
    element.split(';').find_map(|pair| {
        let (name, value) = pair.trim().split_once('=')?;
        name.eq_ignore_ascii_case("for")
            .then(|| value.trim().trim_matches('"'))
    })
}

/// An address, perhaps with a port, perhaps in brackets.
fn address(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|it| it.strip_suffix(']'));
    let address = bare.unwrap_or(text).parse().ok();
    let address = address.or_else(|| text.parse().ok().map(|it: SocketAddr| it.ip()));
    address.map(|it: IpAddr| it.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    fn headers(name: &'static str, lines: &[&str]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(name, line.parse().expect("a header"));
        }
        headers
    }

    #[test]
    fn networks_are_addresses_networks_or_a_word() {
        let trusted: TrustedProxies = "10.1.0.0/16, 192.0.2.7,2001:db8::/32"
            .parse()
            .expect("good");
        for (address, expected) in [
            ("10.1.255.1", true),
            ("::ffff:10.1.2.3", true),
            ("10.2.0.1", false),
            ("192.0.2.7", true),
            ("192.0.2.8", false),
            ("2001:db8:1::1", true),
            ("2001:db9::1", false),
        ] {
            assert_eq!(trusted.trust(ip(address)), expected, "{address}");
        }
        let private: TrustedProxies = "private".parse().expect("good");
        assert_eq!(private.0.len(), PRIVATE.len());
        assert!(private.trust(ip("172.18.0.3")) && !private.trust(ip("172.32.0.1")));
        assert!(!TrustedProxies::default().trust(ip("127.0.0.1")));
        assert!("10.0.0.0/33".parse::<TrustedProxies>().is_err());
        assert!("0.0.0.0.0".parse::<TrustedProxies>().is_err());
    }

    #[test]
    fn a_header_is_believed_from_a_trusted_peer_alone() {
        let trusted: TrustedProxies = "10.0.0.0/8".parse().expect("good");
        let told = headers("x-forwarded-for", &["203.0.113.9"]);
        let caller = |peer| trusted.caller(ip(peer), &told, ForwardedBy::XForwardedFor);
        assert_eq!(caller("10.0.0.1"), Some(ip("203.0.113.9")));
        assert_eq!(caller("198.51.100.1"), None);
        // What the proxy does not write is its caller's own word.
        let lie = headers("forwarded", &["for=203.0.113.9"]);
        assert_eq!(
            trusted.caller(ip("10.0.0.1"), &lie, ForwardedBy::XForwardedFor),
            None
        );
    }

    #[test]
    fn the_caller_is_the_right_most_address_that_is_not_trusted() {
        let trusted: TrustedProxies = "10.0.0.0/8".parse().expect("good");
        for (lines, expected) in [
            (&["1.2.3.4, 203.0.113.9"][..], Some("203.0.113.9")),
            (&["1.2.3.4", "203.0.113.9, 10.0.0.2"], Some("203.0.113.9")),
            (&["203.0.113.9:4711"], Some("203.0.113.9")),
            (&["[2001:db8::9]:4711"], Some("2001:db8::9")),
            (&["2001:db8::9"], Some("2001:db8::9")),
            (&["::ffff:203.0.113.9"], Some("203.0.113.9")),
            (&["10.0.0.3, 10.0.0.2"], Some("10.0.0.3")),
            (&["203.0.113.9, unknown, 10.0.0.2"], Some("10.0.0.2")),
            (&["unknown"], None),
            (&["203.0.113.9,,"], Some("203.0.113.9")),
            (&[], None),
        ] {
            let told = headers("x-forwarded-for", lines);
            let caller = trusted.caller(ip("10.0.0.1"), &told, ForwardedBy::XForwardedFor);
            assert_eq!(caller, expected.map(ip), "{lines:?}");
        }
        for (line, expected) in [
            (
                "for=192.0.2.60;proto=http;by=203.0.113.43",
                Some("192.0.2.60"),
            ),
            (
                "for=1.2.3.4, For=\"[2001:db8:cafe::17]:4711\"",
                Some("2001:db8:cafe::17"),
            ),
            ("for=192.0.2.43, for=10.0.0.9", Some("192.0.2.43")),
            ("for=_hidden", None),
            ("proto=https", None),
        ] {
            let told = headers("forwarded", &[line]);
            let caller = trusted.caller(ip("10.0.0.1"), &told, ForwardedBy::Forwarded);
            assert_eq!(caller, expected.map(ip), "{line}");
        }
    }
}
