//! How often things are done again, how long they may take, and what one connection may carry.

use std::time::Duration;

use clap::Args;
use moelle_connections::Patience;
use moelle_settings::{Given, Problems, count, millis};

/// The times and limits of gRPC, as they were given.
#[derive(Args, Clone, Debug)]
pub struct PaceOptions {
    /// Connections of gRPC open at once; one more waits.
    #[arg(long, env = "MOELLE_GRPC_CONNECTIONS_MAX", default_value = "10000", value_parser = count(1..=1_000_000))]
    grpc_connections_max: Given<u64>,
    /// How long a new connection of gRPC may be silent.
    #[arg(long, env = "MOELLE_GRPC_FIRST_WORD_MS", default_value = "30000", value_parser = millis(100..=600_000))]
    grpc_first_word_ms: Given<Duration>,
    /// How long a client of gRPC may take nothing of what is written to its connection.
    #[arg(long, env = "MOELLE_GRPC_STALL_MS", default_value = "60000", value_parser = millis(100..=600_000))]
    grpc_stall_ms: Given<Duration>,
    /// How often a silent connection of gRPC is asked whether it is alive.
    #[arg(long, env = "MOELLE_GRPC_KEEPALIVE_MS", default_value = "20000", value_parser = millis(1_000..=3_600_000))]
    grpc_keepalive_ms: Given<Duration>,
    /// How long the answer to that may take before the connection is closed.
    #[arg(long, env = "MOELLE_GRPC_KEEPALIVE_TIMEOUT_MS", default_value = "20000", value_parser = millis(100..=600_000))]
    grpc_keepalive_timeout_ms: Given<Duration>,
    /// Calls and streams under way on one connection of gRPC. A gateway's watchers share few
    /// connections.
    #[arg(long, env = "MOELLE_GRPC_STREAMS_PER_CONNECTION_MAX", default_value = "10000", value_parser = count(1..=1_000_000))]
    grpc_streams_per_connection_max: Given<u64>,
    /// How long a new connection of gRPC may take to shake hands, where TLS is spoken.
    #[arg(long, env = "MOELLE_GRPC_HANDSHAKE_MS", default_value = "10000", value_parser = millis(100..=600_000))]
    grpc_handshake_ms: Given<Duration>,
    /// How long the reader of a stream of gRPC may take to make room for one more message.
    #[arg(long, env = "MOELLE_GRPC_SLOW_READER_MS", default_value = "20000", value_parser = millis(100..=600_000))]
    grpc_slow_reader_ms: Given<Duration>,
    /// How often flags are looked for that fell while nobody was there to see, give or take a
    /// quarter.
    #[arg(long, env = "MOELLE_FLAG_SWEEP_MS", default_value = "1000", value_parser = millis(100..=60_000))]
    flag_sweep_ms: Given<Duration>,
    /// How often answers are looked for that have been kept long enough.
    #[arg(long, env = "MOELLE_RECEIPT_SWEEP_MS", default_value = "600000", value_parser = millis(1_000..=86_400_000))]
    receipt_sweep_ms: Given<Duration>,
    /// How often the store is asked whether it answers.
    #[arg(long, env = "MOELLE_STORE_CHECK_MS", default_value = "1000", value_parser = millis(100..=60_000))]
    store_check_ms: Given<Duration>,
    /// How long its answer may take before the service is not ready.
    #[arg(long, env = "MOELLE_STORE_CHECK_TIMEOUT_MS", default_value = "2000", value_parser = millis(100..=60_000))]
    store_check_timeout_ms: Given<Duration>,
}

/// The times and limits of gRPC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// Connections open at once.
    pub connections_max: usize,
    /// How long a new connection may be silent, and how long its client may take nothing.
    pub patience: Patience,
    /// How often a silent connection is asked whether it is alive.
    pub keepalive: Duration,
    /// How long the answer to that may take before the connection is closed.
    pub keepalive_timeout: Duration,
    /// Calls and streams under way on one connection.
    pub streams_per_connection_max: u32,
    /// How long the handshake of TLS may take.
    pub handshake: Duration,
    /// How long the reader of a stream may take to make room for one more message.
    pub slow_reader: Duration,
    /// How often fallen flags are looked for.
    pub flag_sweep: Duration,
    /// How often answers are looked for that have been kept long enough.
    pub receipt_sweep: Duration,
    /// How often the store is asked whether it answers.
    pub store_check: Duration,
    /// How long its answer may take.
    pub store_check_timeout: Duration,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            connections_max: 10_000,
            patience: Patience {
                first_word: Duration::from_secs(30),
                stall: Duration::from_mins(1),
            },
            keepalive: Duration::from_secs(20),
            keepalive_timeout: Duration::from_secs(20),
            streams_per_connection_max: 10_000,
            handshake: Duration::from_secs(10),
            slow_reader: Duration::from_secs(20),
            flag_sweep: Duration::from_secs(1),
            receipt_sweep: Duration::from_mins(10),
            store_check: Duration::from_secs(1),
            store_check_timeout: Duration::from_secs(2),
        }
    }
}

impl PaceOptions {
    /// Checks them; what is wrong is noted.
    pub fn check(&self, problems: &mut Problems) -> Option<Pace> {
        let connections_max = problems.take(&self.grpc_connections_max);
        let first_word = problems.take(&self.grpc_first_word_ms);
        let stall = problems.take(&self.grpc_stall_ms);
        let keepalive = problems.take(&self.grpc_keepalive_ms);
        let keepalive_timeout = problems.take(&self.grpc_keepalive_timeout_ms);
        let streams_per_connection_max = problems.take(&self.grpc_streams_per_connection_max);
        let handshake = problems.take(&self.grpc_handshake_ms);
        let slow_reader = problems.take(&self.grpc_slow_reader_ms);
        let flag_sweep = problems.take(&self.flag_sweep_ms);
        let receipt_sweep = problems.take(&self.receipt_sweep_ms);
        let store_check = problems.take(&self.store_check_ms);
        let store_check_timeout = problems.take(&self.store_check_timeout_ms);
        Some(Pace {
            connections_max: usize::try_from(connections_max?).ok()?,
            patience: Patience {
                first_word: first_word?,
                stall: stall?,
            },
            keepalive: keepalive?,
            keepalive_timeout: keepalive_timeout?,
            streams_per_connection_max: u32::try_from(streams_per_connection_max?).ok()?,
            handshake: handshake?,
            slow_reader: slow_reader?,
            flag_sweep: flag_sweep?,
            receipt_sweep: receipt_sweep?,
            store_check: store_check?,
            store_check_timeout: store_check_timeout?,
        })
    }
}
