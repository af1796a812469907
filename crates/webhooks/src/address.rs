//! Addresses that are the public's.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Networks of IPv4 that are not the public's, each with the bits that name it: the special-purpose
/// registry of IANA, multicast, and what is reserved. Link-local holds the metadata of clouds.
const NOT_PUBLIC_V4: [([u8; 4], u32); 17] = [
    ([0, 0, 0, 0], 8),
    ([10, 0, 0, 0], 8),
    ([100, 64, 0, 0], 10),
    ([127, 0, 0, 0], 8),
    ([168, 63, 129, 16], 32), // the platform of one cloud, from inside each of its machines
    ([169, 254, 0, 0], 16),
    ([172, 16, 0, 0], 12),
    ([192, 0, 0, 0], 24),
    ([192, 0, 2, 0], 24),
    ([192, 31, 196, 0], 24),
    ([192, 52, 193, 0], 24),
    ([192, 88, 99, 0], 24),
    ([192, 168, 0, 0], 16),
    ([192, 175, 48, 0], 24),
    ([198, 18, 0, 0], 15),
    ([198, 51, 100, 0], 24),
    ([203, 0, 113, 0], 24),
];

/// Networks of `2000::/3` that are not the public's: protocols, ORCHIDs and benchmarks, 6to4, and
/// documentation, twice.
const NOT_PUBLIC_V6: [([u16; 2], u32); 4] = [
    ([0x2001, 0], 23),
    ([0x2001, 0xdb8], 32),
    ([0x2002, 0], 16),
    ([0x3fff, 0], 20),
];

/// Whether anybody may be sent there: the address is unicast and global. An address of IPv6 that
/// holds one of IPv4, mapped or translated, is what it holds.
#[must_use]
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => match held_v4(address) {
            Some(held) => is_public_v4(held),
            None => is_public_v6(address),
        },
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let bits = address.to_bits();
    // Multicast and reserved, broadcast among them.
    let is_unicast = bits < 0xe000_0000;
    let is_special = NOT_PUBLIC_V4.iter().any(|(network, length)| {
        let network = Ipv4Addr::from(*network).to_bits();
        (bits ^ network) >> (32 - length) == 0
    });
    is_unicast && !is_special
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let bits = address.to_bits();
    // Nothing else is given out for unicast.
    let is_unicast = bits >> 125 == 0b001;
    let is_special = NOT_PUBLIC_V6.iter().any(|([first, second], length)| {
        let network = Ipv6Addr::new(*first, *second, 0, 0, 0, 0, 0, 0).to_bits();
        (bits ^ network) >> (128 - length) == 0
    });
    is_unicast && !is_special
}

/// The address of IPv4 that is mapped (`::ffff:0:0/96`) or translated (`64:ff9b::/96`).
fn held_v4(address: Ipv6Addr) -> Option<Ipv4Addr> {
    const NAT64: u128 = 0x0064_ff9b << 96;
    let bits = address.to_bits();
    let is_translated = (bits ^ NAT64) >> 32 == 0;
    let low = u32::try_from(bits & 0xffff_ffff).ok()?;
    address
        .to_ipv4_mapped()
        .or_else(|| is_translated.then(|| Ipv4Addr::from_bits(low)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_sent_to_what_is_not_the_publics() {
        for text in [
            "0.0.0.0",
            "0.1.2.3",
            "10.0.0.1",
            "100.64.0.1",
            "100.127.255.255",
            "127.0.0.1",
            "127.255.255.255",
            "168.63.129.16",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.170",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.1.1",
            "198.18.0.1",
            "198.19.255.255",
            "198.51.100.7",
            "203.0.113.9",
            "224.0.0.1",
            "239.255.255.255",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::127.0.0.1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::ffff:169.254.169.254",
            "64:ff9b::10.0.0.1",
            "64:ff9b::a9fe:a9fe",
            "64:ff9b:1::1",
            "100::1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "3fff::1",
            "fc00::1",
            "fd00:ec2::254",
            "fe80::1",
            "fec0::1",
            "ff02::1",
            "4000::1",
        ] {
            let address = text.parse().expect(text);
            assert!(!is_public(address), "{text}");
        }
    }

    #[test]
    fn what_is_the_publics_is_reached() {
        for text in [
            "1.1.1.1",
            "9.255.255.255",
            "11.0.0.0",
            "100.63.255.255",
            "100.128.0.0",
            "126.255.255.255",
            "128.0.0.0",
            "172.15.255.255",
            "172.32.0.0",
            "192.167.255.255",
            "192.169.0.0",
            "198.17.255.255",
            "198.20.0.0",
            "223.255.255.255",
            "::ffff:1.1.1.1",
            "64:ff9b::1.1.1.1",
            "2001:200::1",
            "2606:4700:4700::1111",
            "2a00:1450:4001:800::200e",
        ] {
            let address = text.parse().expect(text);
            assert!(is_public(address), "{text}");
        }
    }
}
