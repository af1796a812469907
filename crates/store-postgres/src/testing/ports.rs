//! Ports for servers that tests start, and start again.

use std::net::{Ipv4Addr, TcpListener};
use std::ops::Range;
use std::sync::atomic::{AtomicU16, Ordering};

/// Where ports are looked for: below those that systems give to outgoing connections and to
/// listeners that name none, so that nobody is given one before its server listens on it, or while
/// its server is being started again.
const PORTS: Range<u16> = 10_000..20_000;
/// How far apart two test programs begin, as they may run at once.
const STRIDE: u32 = 97;

/// A port of this machine's loopback address that nobody listens on, and that this process was not
/// given before.
///
/// # Panics
///
/// There is none left.
#[must_use]
pub fn free_port() -> u16 {
    static ASKED: AtomicU16 = AtomicU16::new(0);
    let many = PORTS.end - PORTS.start;
    let first = std::process::id().wrapping_mul(STRIDE) % u32::from(many);
    loop {
        let asked = ASKED.fetch_add(1, Ordering::Relaxed);
        assert!(asked < many, "every port was tried");
        let offset = (first + u32::from(asked)) % u32::from(many);
        let port = PORTS.start + u16::try_from(offset).expect("it is less than a port");
        if TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok() {
            return port;
        }
    }
}
