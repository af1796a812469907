//! Whom a request counts for.

use std::net::IpAddr;

use sha2::{Digest as _, Sha256};

use crate::Whom;

/// Whom a request counts for: an address, and perhaps a token and the key of an application.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caller {
    address: IpAddr,
    seat: Option<u128>,
    key: Option<u128>,
}

/// A caller, as one of its limits knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Bucket {
    /// What it has for itself.
    pub(crate) own: u128,
    /// What it shares with its neighbours where there is no room for more.
    pub(crate) wide: u128,
}

impl Caller {
    /// Whoever calls from an address.
    #[must_use]
    pub fn at(address: IpAddr) -> Self {
        Self {
            address: address.to_canonical(),
            seat: None,
            key: None,
        }
    }

    /// The same with a token, whatever it is.
    #[must_use]
    pub fn with_token(mut self, token: Option<&[u8]>) -> Self {
        self.seat = token.map(digest);
        self
    }

    /// The same with a key that is known to be good.
    pub(crate) fn with_key(mut self, key: u128) -> Self {
        self.key = Some(key);
        self
    }

    /// Its address.
    #[must_use]
    pub fn address(&self) -> IpAddr {
        self.address
    }

    /// Whom it counts for, the widest first.
    pub(crate) fn buckets(&self) -> impl Iterator<Item = (Whom, Bucket)> {
        let first = match self.key {
            Some(key) => (Whom::Key, Bucket::of(key)),
            None => (Whom::Address, Bucket::of_address(self.address)),
        };
        let seat = self.seat.map(|seat| (Whom::Seat, Bucket::of(seat)));
        std::iter::once(first).chain(seat)
    }
}

impl Bucket {
    const fn of(id: u128) -> Self {
        Self { own: id, wide: id }
    }

    /// One for each address of IPv4 and each /64 of IPv6, of which one household has many addresses.
    fn of_address(address: IpAddr) -> Self {
        match address {
            IpAddr::V4(address) => {
                let bits = u128::from(address.to_bits());
                Self {
                    own: bits,
                    wide: bits >> 16,
                }
            }
            IpAddr::V6(address) => {
                let bits = address.to_bits();
                Self {
                    own: bits >> 64 << 64,
                    wide: bits >> 96 << 96,
                }
            }
        }
    }
}

pub(crate) fn digest(secret: &[u8]) -> u128 {
    let hash: [u8; 32] = Sha256::digest(secret).into();
    hash.iter()
        .take(16)
        .fold(0, |bits, byte| bits << 8 | u128::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(address: &str) -> u128 {
        Bucket::of_address(Caller::at(address.parse().expect("an address")).address).own
    }

    #[test]
    fn a_household_of_ipv6_is_one_caller_and_an_address_of_ipv4_is_one() {
        assert_eq!(own("2001:db8:1:2::1"), own("2001:db8:1:2:ffff::9"));
        assert_ne!(own("2001:db8:1:2::1"), own("2001:db8:1:3::1"));
        assert_ne!(own("203.0.113.1"), own("203.0.113.2"));
        assert_eq!(own("203.0.113.1"), own("::ffff:203.0.113.1"));
    }

    #[test]
    fn a_key_counts_in_place_of_the_address_and_a_token_beside_it() {
        let caller = Caller::at("203.0.113.1".parse().expect("an address"));
        let whom = |caller: Caller| caller.buckets().map(|it| it.0).collect::<Vec<_>>();
        assert_eq!(whom(caller), [Whom::Address]);
        assert_eq!(
            whom(caller.with_token(Some(b"t"))),
            [Whom::Address, Whom::Seat]
        );
        let both = caller.with_token(Some(b"t")).with_key(7);
        assert_eq!(whom(both), [Whom::Key, Whom::Seat]);
    }
}
