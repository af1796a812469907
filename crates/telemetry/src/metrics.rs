//! What is counted and measured. No label holds an id, a name or anything else that a caller chose.

mod observed;

use std::{
    sync::{Arc, LazyLock, OnceLock},
    time::Duration,
};

use opentelemetry::{
    KeyValue,
    metrics::{Counter, Histogram, Meter, MeterProvider as _, UpDownCounter},
};
use opentelemetry_sdk::metrics::SdkMeterProvider;
use opentelemetry_semantic_conventions::{attribute, metric};

pub use self::observed::{PoolUse, WebhookBacklog};
use crate::db::DbSystem;

/// The name under which the project's instruments are registered.
pub(crate) const SCOPE: &str = "moelle";

const VARIANT: &str = "moelle.variant";
const TERMINATION: &str = "moelle.termination";
const REASON: &str = "moelle.reason";
const STREAM: &str = "moelle.stream";
const STATE: &str = "moelle.state";
const LIMITED: &str = "moelle.limited";
const CLASS: &str = "moelle.class";
const WEBHOOK_KIND: &str = "moelle.webhook.kind";
const WEBHOOK_OUTCOME: &str = "moelle.webhook.outcome";

/// Bounds in seconds, as the conventions advise for HTTP and RPC.
const DURATION_BOUNDS_S: [f64; 14] = [
    0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1.0, 2.5, 5.0, 7.5, 10.0,
];

/// Bounds in seconds of what should take a few milliseconds, as the conventions advise for databases,
/// and finer where a healthy one is.
const STATEMENT_BOUNDS_S: [f64; 12] = [
    0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1.0, 5.0, 10.0,
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

/// A statement that a database has answered, or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The database.
    pub system: DbSystem,
    /// Its word, such as `SELECT`.
    pub operation: &'static str,
    /// The table that it is about.
    pub collection: &'static str,
    /// How long it took.
    pub took: Duration,
    /// Why it failed, in one of few words.
    pub error: Option<&'static str>,
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
    games_purged: Counter<u64>,
    turns_accepted: Counter<u64>,
    refusals: Counter<u64>,
    rate_refusals: Counter<u64>,
    watchers: UpDownCounter<i64>,
    streams: UpDownCounter<i64>,
    http_active: UpDownCounter<i64>,
    http_duration: Histogram<f64>,
    rpc_server_duration: Histogram<f64>,
    rpc_client_duration: Histogram<f64>,
    db_duration: Histogram<f64>,
    pool_wait: Histogram<f64>,
    notifier_lag: Histogram<f64>,
    webhook_duration: Histogram<f64>,
}

impl Metrics {
    /// The instruments of [`Telemetry::init`](crate::Telemetry::init), or silent ones before it.
    #[must_use]
    pub fn global() -> &'static Self {
        GLOBAL.get().unwrap_or_else(|| LazyLock::force(&SILENT))
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

    /// Counts games of a state, such as `waiting`, that were forgotten; none is worth telling too.
    pub fn games_purged(&self, state: &'static str, count: u64) {
        let attributes = [KeyValue::new(STATE, state)];
        self.instruments.games_purged.add(count, &attributes);
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

    /// Counts a request that was one too many: whose limit it was, such as `address`, and the class of
    /// requests, such as `read`.
    pub fn rate_refused(&self, limited: &'static str, class: &'static str) {
        let attributes = [KeyValue::new(LIMITED, limited), KeyValue::new(CLASS, class)];
        self.instruments.rate_refusals.add(1, &attributes);
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

    /// Measures a statement, from the call to the database's answer. The error is one of few words.
    pub fn statement(&self, statement: &Statement) {
        let mut attributes = vec![
            KeyValue::new(attribute::DB_SYSTEM_NAME, statement.system.as_str()),
            KeyValue::new(attribute::DB_OPERATION_NAME, statement.operation),
            KeyValue::new(attribute::DB_COLLECTION_NAME, statement.collection),
        ];
        if let Some(error) = statement.error {
            attributes.push(KeyValue::new(attribute::ERROR_TYPE, error));
        }
        let seconds = statement.took.as_secs_f64();
        self.instruments.db_duration.record(seconds, &attributes);
    }

    /// Measures how long a call waited for a connection of a pool.
    pub fn pool_wait(&self, pool: &'static str, waited: Duration) {
        let of_pool = [KeyValue::new(
            attribute::DB_CLIENT_CONNECTION_POOL_NAME,
            pool,
        )];
        let seconds = waited.as_secs_f64();
        self.instruments.pool_wait.record(seconds, &of_pool);
    }

    /// Measures how long after it was stored a change was announced to the other replicas.
    pub fn notifier_lag(&self, lag: Duration) {
        self.instruments.notifier_lag.record(lag.as_secs_f64(), &[]);
    }

    /// Measures a try to deliver to a webhook, by what it told of and what became of it.
    pub fn webhook_tried(&self, kind: &'static str, outcome: &'static str, took: Duration) {
        let attributes = [
            KeyValue::new(WEBHOOK_KIND, kind),
            KeyValue::new(WEBHOOK_OUTCOME, outcome),
        ];
        let duration = &self.instruments.webhook_duration;
        duration.record(took.as_secs_f64(), &attributes);
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
        let histogram = |name, description, bounds: &[f64]| {
            meter
                .f64_histogram(name)
                .with_unit("s")
                .with_description(description)
                .with_boundaries(bounds.to_vec())
                .build()
        };
        let duration = |name, description| histogram(name, description, &DURATION_BOUNDS_S);
        let brief = |name, description| histogram(name, description, &STATEMENT_BOUNDS_S);
        Self {
            games_created: counter("moelle.games.created", "{game}", "Games created."),
            games_ended: counter("moelle.games.ended", "{game}", "Games ended."),
            games_purged: counter(
                "moelle.games.purged",
                "{game}",
                "Games forgotten that were kept long enough.",
            ),
            turns_accepted: counter("moelle.turns.accepted", "{turn}", "Turns accepted."),
            refusals: counter(
                "moelle.refusals",
                "{refusal}",
                "Requests refused, by reason.",
            ),
            rate_refusals: counter(
                "moelle.rate.refusals",
                "{refusal}",
                "Requests refused as too many, by whose limit it was and by class.",
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
            db_duration: brief(
                metric::DB_CLIENT_OPERATION_DURATION,
                "How long statements took, waiting for a connection included; one is a round trip.",
            ),
            pool_wait: brief(
                metric::DB_CLIENT_CONNECTION_WAIT_TIME,
                "How long calls waited for a connection of the pool.",
            ),
            notifier_lag: brief(
                "moelle.notifier.lag",
                "How long after they were stored changes were announced to the other replicas.",
            ),
            webhook_duration: duration(
                "moelle.webhooks.duration",
                "How long tries to deliver to webhooks took.",
            ),
            meter: meter.clone(),
        }
    }
}
