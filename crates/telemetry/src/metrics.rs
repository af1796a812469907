//! What is counted and measured. No label holds an id, a name or anything else that a caller chose.

use std::sync::{Arc, LazyLock, OnceLock};

use opentelemetry::{
    KeyValue,
    metrics::{Counter, Histogram, Meter, MeterProvider as _, UpDownCounter},
};
use opentelemetry_sdk::metrics::SdkMeterProvider;
use opentelemetry_semantic_conventions::{attribute, metric};

/// The name under which the project's instruments are registered.
pub(crate) const SCOPE: &str = "moelle";

const VARIANT: &str = "moelle.variant";
const TERMINATION: &str = "moelle.termination";
const REASON: &str = "moelle.reason";
const STREAM: &str = "moelle.stream";

/// Bounds in seconds, as the conventions advise for HTTP and RPC.
const DURATION_BOUNDS_S: [f64; 14] = [
    0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1.0, 2.5, 5.0, 7.5, 10.0,
];

static GLOBAL: OnceLock<Metrics> = OnceLock::new();
static SILENT: LazyLock<Metrics> =
    LazyLock::new(|| Metrics::new(&SdkMeterProvider::default().meter(SCOPE)));

/// The service's instruments.
///
/// A variant is named by its id in the catalogue, and every other rule set is `custom`.
#[derive(Clone, Debug)]
pub struct Metrics {
    instruments: Arc<Instruments>,
}

/// How many connections of a pool exist, and how many of those are idle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolUse {
    /// Connections that wait for work.
    pub idle: u64,
    /// Connections that are lent out.
    pub used: u64,
    /// The most connections that the pool opens.
    pub max: u64,
}

/// A stream that counts as open until this is dropped.
#[derive(Debug)]
#[must_use = "the stream counts as closed as soon as this is dropped"]
pub struct OpenStream {
    gauge: UpDownCounter<i64>,
    attributes: Vec<KeyValue>,
}

#[derive(Debug)]
struct Instruments {
    meter: Meter,
    games_created: Counter<u64>,
    games_ended: Counter<u64>,
    turns_accepted: Counter<u64>,
    refusals: Counter<u64>,
    watchers: UpDownCounter<i64>,
    streams: UpDownCounter<i64>,
    http_active: UpDownCounter<i64>,
    http_duration: Histogram<f64>,
    rpc_server_duration: Histogram<f64>,
    rpc_client_duration: Histogram<f64>,
}

impl Metrics {
    /// The instruments of [`Telemetry::init`](crate::Telemetry::init), or silent ones before it.
    #[must_use]
    pub fn global() -> &'static Self {
        GLOBAL.get().unwrap_or(&SILENT)
    }

    /// Instruments of one meter.
    #[must_use]
    pub fn new(meter: &Meter) -> Self {
        Self {
            instruments: Arc::new(Instruments::new(meter)),
        }
    }

    /// Makes these the global instruments; the first call wins.
    pub(crate) fn install(&self) {
        let _ = GLOBAL.set(self.clone());
    }

    /// Counts a game that was created.
    pub fn game_created(&self, variant: &str) {
        let attributes = [KeyValue::new(VARIANT, variant.to_owned())];
        self.instruments.games_created.add(1, &attributes);
    }

    /// Counts a game that ended, by how it ended.
    pub fn game_ended(&self, variant: &str, termination: &str) {
        let attributes = [
            KeyValue::new(VARIANT, variant.to_owned()),
            KeyValue::new(TERMINATION, termination.to_owned()),
        ];
        self.instruments.games_ended.add(1, &attributes);
    }

    /// Counts a turn that was accepted and stored.
    pub fn turn_accepted(&self, variant: &str) {
        let attributes = [KeyValue::new(VARIANT, variant.to_owned())];
        self.instruments.turns_accepted.add(1, &attributes);
    }

    /// Counts a refusal by its reason; [`record_refusal`](crate::record_refusal) does so too.
    pub fn refused(&self, reason: &str) {
        let attributes = [KeyValue::new(REASON, reason.to_owned())];
        self.instruments.refusals.add(1, &attributes);
    }

    /// Counts a watcher of a game until the returned value is dropped.
    pub fn watcher(&self) -> OpenStream {
        OpenStream::new(&self.instruments.watchers, Vec::new())
    }

    /// Counts an open stream of a kind, such as `sse` or `check_turns`, until the returned value is
    /// dropped.
    pub fn stream(&self, kind: &'static str) -> OpenStream {
        OpenStream::new(&self.instruments.streams, vec![KeyValue::new(STREAM, kind)])
    }

    /// Reports a pool's connections whenever metrics are collected, for as long as the process runs.
    ///
    /// The function must not block. On the silent instruments before
    /// [`Telemetry::init`](crate::Telemetry::init) this does nothing.
    pub fn observe_pool(
        &self,
        name: &'static str,
        pool: impl Fn() -> PoolUse + Send + Sync + 'static,
    ) {
        let pool = Arc::new(pool);
        let of_pool = KeyValue::new(attribute::DB_CLIENT_CONNECTION_POOL_NAME, name);
        let in_state = |state: &'static str| {
            [
                of_pool.clone(),
                KeyValue::new(attribute::DB_CLIENT_CONNECTION_STATE, state),
            ]
        };
        let (idle, used) = (in_state("idle"), in_state("used"));
        let counted = Arc::clone(&pool);
        let meter = &self.instruments.meter;
        meter
            .i64_observable_up_down_counter(metric::DB_CLIENT_CONNECTION_COUNT)
            .with_unit("{connection}")
            .with_description("Connections of the pool by state.")
            .with_callback(move |observer| {
                let now = counted();
                observer.observe(clamp(now.idle), &idle);
                observer.observe(clamp(now.used), &used);
            })
            .build();
        meter
            .i64_observable_up_down_counter(metric::DB_CLIENT_CONNECTION_MAX)
            .with_unit("{connection}")
            .with_description("The most connections that the pool opens.")
            .with_callback(move |observer| {
                observer.observe(clamp(pool().max), std::slice::from_ref(&of_pool));
            })
            .build();
    }

    pub(crate) fn http_active(&self, change: i64, attributes: &[KeyValue]) {
        self.instruments.http_active.add(change, attributes);
    }

    pub(crate) fn http_answered(&self, seconds: f64, attributes: &[KeyValue]) {
        self.instruments.http_duration.record(seconds, attributes);
    }

    pub(crate) fn rpc_served(&self, seconds: f64, attributes: &[KeyValue]) {
        self.instruments
            .rpc_server_duration
            .record(seconds, attributes);
    }

    pub(crate) fn rpc_called(&self, seconds: f64, attributes: &[KeyValue]) {
        self.instruments
            .rpc_client_duration
            .record(seconds, attributes);
    }
}

impl OpenStream {
    fn new(gauge: &UpDownCounter<i64>, attributes: Vec<KeyValue>) -> Self {
        gauge.add(1, &attributes);
        Self {
            gauge: gauge.clone(),
            attributes,
        }
    }
}

impl Drop for OpenStream {
    fn drop(&mut self) {
        self.gauge.add(-1, &self.attributes);
    }
}

impl Instruments {
    fn new(meter: &Meter) -> Self {
        let counter = |name, unit, description| {
            meter
                .u64_counter(name)
                .with_unit(unit)
                .with_description(description)
                .build()
        };
        let gauge = |name, unit, description| {
            meter
                .i64_up_down_counter(name)
                .with_unit(unit)
                .with_description(description)
                .build()
        };
        let duration = |name, description| {
            meter
                .f64_histogram(name)
                .with_unit("s")
                .with_description(description)
                .with_boundaries(DURATION_BOUNDS_S.to_vec())
                .build()
        };
        Self {
            games_created: counter("moelle.games.created", "{game}", "Games created."),
            games_ended: counter("moelle.games.ended", "{game}", "Games ended."),
            turns_accepted: counter("moelle.turns.accepted", "{turn}", "Turns accepted."),
            refusals: counter(
                "moelle.refusals",
                "{refusal}",
                "Requests refused, by reason.",
            ),
            watchers: gauge("moelle.watchers", "{watcher}", "Watchers of games."),
            streams: gauge("moelle.streams", "{stream}", "Open streams by kind."),
            http_active: gauge(
                metric::HTTP_SERVER_ACTIVE_REQUESTS,
                "{request}",
                "HTTP requests under way.",
            ),
            http_duration: duration(
                metric::HTTP_SERVER_REQUEST_DURATION,
                "How long HTTP requests took.",
            ),
            rpc_server_duration: duration(
                metric::RPC_SERVER_CALL_DURATION,
                "How long calls took that were served.",
            ),
            rpc_client_duration: duration(
                metric::RPC_CLIENT_CALL_DURATION,
                "How long calls took that were made.",
            ),
            meter: meter.clone(),
        }
    }
}

fn clamp(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
