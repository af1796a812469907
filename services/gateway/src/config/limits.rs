//! The limits of requests, connections and streams.

use std::time::Duration;

use clap::Args;
use moelle_settings::{Given, Problems, count, millis};

/// The limits of REST, as they were given.
#[derive(Args, Clone, Debug)]
pub(super) struct LimitOptions {
    /// Bytes of the body of a request; one with more is refused.
    #[arg(long, env = "MOELLE_BODY_BYTES_MAX", default_value = "65536", value_parser = count(1_024..=1_048_576))]
    body_bytes_max: Given<u64>,
    /// Bytes of a body that holds a record, a list of turns or many checks.
    #[arg(long, env = "MOELLE_LONG_BODY_BYTES_MAX", default_value = "2097152", value_parser = count(65_536..=8_388_608))]
    long_body_bytes_max: Given<u64>,
    /// How long a body may take to arrive.
    #[arg(long, env = "MOELLE_BODY_TIMEOUT_MS", default_value = "30000", value_parser = millis(100..=600_000))]
    body_timeout_ms: Given<Duration>,
    /// Bytes of the head of a request.
    #[arg(long, env = "MOELLE_HEAD_BYTES_MAX", default_value = "32768", value_parser = count(8_192..=1_048_576))]
    head_bytes_max: Given<u64>,
    /// How long a new connection may be silent.
    #[arg(long, env = "MOELLE_FIRST_WORD_MS", default_value = "30000", value_parser = millis(100..=600_000))]
    first_word_ms: Given<Duration>,
    /// How long a connection of HTTP/1 may be idle, or take to send the head of a request.
    #[arg(long, env = "MOELLE_IDLE_MS", default_value = "75000", value_parser = millis(100..=3_600_000))]
    idle_ms: Given<Duration>,
    /// How long a client may take nothing of what is written to it.
    #[arg(long, env = "MOELLE_STALL_MS", default_value = "30000", value_parser = millis(100..=600_000))]
    stall_ms: Given<Duration>,
    /// How long the reader of a stream may take to make room for one more event.
    #[arg(long, env = "MOELLE_SLOW_READER_MS", default_value = "15000", value_parser = millis(100..=600_000))]
    slow_reader_ms: Given<Duration>,
    /// How soon a client that lost its stream is asked to come back.
    #[arg(long, env = "MOELLE_RECONNECT_MS", default_value = "2000", value_parser = millis(100..=600_000))]
    reconnect_ms: Given<Duration>,
    /// Requests under way on one connection of HTTP/2.
    #[arg(long, env = "MOELLE_REQUESTS_PER_CONNECTION_MAX", default_value = "256", value_parser = count(1..=100_000))]
    requests_per_connection_max: Given<u64>,
    /// How often a silent connection of HTTP/2 is asked whether it is alive.
    #[arg(long, env = "MOELLE_KEEPALIVE_MS", default_value = "20000", value_parser = millis(1_000..=3_600_000))]
    keepalive_ms: Given<Duration>,
    /// How long the answer to that may take before the connection is closed.
    #[arg(long, env = "MOELLE_KEEPALIVE_TIMEOUT_MS", default_value = "20000", value_parser = millis(100..=600_000))]
    keepalive_timeout_ms: Given<Duration>,
    /// How long a new connection may take to shake hands, where TLS is spoken.
    #[arg(long, env = "MOELLE_HANDSHAKE_MS", default_value = "10000", value_parser = millis(100..=600_000))]
    handshake_ms: Given<Duration>,
}

/// The limits of REST.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of the body of a request; one with more is refused.
    pub body_bytes_max: usize,
    /// Bytes of a body that holds a record, a list of turns or many checks.
    pub long_body_bytes_max: usize,
    /// How long a body may take to arrive.
    pub body_timeout: Duration,
    /// Bytes of the head of a request.
    pub head_bytes_max: usize,
    /// How long a new connection may be silent.
    pub first_word: Duration,
    /// How long a connection of HTTP/1 may be idle, or take to send the head of a request.
    pub idle: Duration,
    /// How long a client may take nothing of what is written to it.
    pub stall: Duration,
    /// How long the reader of a stream may take to make room for one more event.
    pub slow_reader: Duration,
    /// How soon a client that lost its stream is asked to come back.
    pub reconnect: Duration,
    /// Requests under way on one connection of HTTP/2.
    pub requests_per_connection_max: u32,
    /// How often a silent connection of HTTP/2 is asked whether it is alive.
    pub keepalive: Duration,
    /// How long the answer to that may take before the connection is closed.
    pub keepalive_timeout: Duration,
    /// How long the handshake of TLS may take.
    pub handshake: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            body_bytes_max: 64 * 1024,
            long_body_bytes_max: 2 * 1024 * 1024,
            body_timeout: Duration::from_secs(30),
            head_bytes_max: 32 * 1024,
            first_word: Duration::from_secs(30),
            idle: Duration::from_secs(75),
            stall: Duration::from_secs(30),
            slow_reader: Duration::from_secs(15),
            reconnect: Duration::from_secs(2),
            requests_per_connection_max: 256,
            keepalive: Duration::from_secs(20),
            keepalive_timeout: Duration::from_secs(20),
            handshake: Duration::from_secs(10),
        }
    }
}

impl LimitOptions {
    /// Checks them; what is wrong is noted.
    pub(super) fn check(&self, problems: &mut Problems) -> Option<Limits> {
        let body_bytes_max = problems.take(&self.body_bytes_max);
        let long_body_bytes_max = problems.take(&self.long_body_bytes_max);
        let body_timeout = problems.take(&self.body_timeout_ms);
        let head_bytes_max = problems.take(&self.head_bytes_max);
        let first_word = problems.take(&self.first_word_ms);
        let idle = problems.take(&self.idle_ms);
        let stall = problems.take(&self.stall_ms);
        let slow_reader = problems.take(&self.slow_reader_ms);
        let reconnect = problems.take(&self.reconnect_ms);
        let requests_per_connection_max = problems.take(&self.requests_per_connection_max);
        let keepalive = problems.take(&self.keepalive_ms);
        let keepalive_timeout = problems.take(&self.keepalive_timeout_ms);
        let handshake = problems.take(&self.handshake_ms);
        Some(Limits {
            body_bytes_max: usize::try_from(body_bytes_max?).ok()?,
            long_body_bytes_max: usize::try_from(long_body_bytes_max?).ok()?,
            body_timeout: body_timeout?,
            head_bytes_max: usize::try_from(head_bytes_max?).ok()?,
            first_word: first_word?,
            idle: idle?,
            stall: stall?,
            slow_reader: slow_reader?,
            reconnect: reconnect?,
            requests_per_connection_max: u32::try_from(requests_per_connection_max?).ok()?,
            keepalive: keepalive?,
            keepalive_timeout: keepalive_timeout?,
            handshake: handshake?,
        })
    }
}
