//! What is asked for whenever metrics are collected.

use std::sync::Arc;
use std::time::Duration;

use opentelemetry::KeyValue;
use opentelemetry_semantic_conventions::{attribute, metric};

use super::Metrics;

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

/// What there is to deliver to webhooks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WebhookBacklog {
    /// Deliveries that wait.
    pub pending: u64,
    /// Deliveries that were given up.
    pub dead: u64,
    /// How long the oldest of those that wait has been due.
    pub oldest: Duration,
}

impl Metrics {
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

    /// Reports whenever metrics are collected how many games there are of which a change is yet to
    /// be announced to the other replicas. The function must not block.
    pub fn observe_notifier(&self, backlog: impl Fn() -> u64 + Send + Sync + 'static) {
        self.instruments
            .meter
            .i64_observable_up_down_counter("moelle.notifier.backlog")
            .with_unit("{game}")
            .with_description("Games of which a change is yet to be announced to other replicas.")
            .with_callback(move |observer| observer.observe(clamp(backlog()), &[]))
            .build();
    }

    /// Reports whenever metrics are collected what there is to deliver to webhooks, on all replicas
    /// together. The function must not block.
    pub fn observe_webhooks(&self, backlog: impl Fn() -> WebhookBacklog + Send + Sync + 'static) {
        let backlog = Arc::new(backlog);
        let meter = &self.instruments.meter;
        let count = |name, description, of: fn(WebhookBacklog) -> u64| {
            let backlog = Arc::clone(&backlog);
            meter
                .i64_observable_up_down_counter(name)
                .with_unit("{delivery}")
                .with_description(description)
                .with_callback(move |observer| observer.observe(clamp(of(backlog())), &[]))
                .build();
        };
        count(
            "moelle.webhooks.pending",
            "Deliveries that wait for webhooks, on all replicas together.",
            |backlog| backlog.pending,
        );
        count(
            "moelle.webhooks.dead",
            "Deliveries that were given up and can be sent again, on all replicas together.",
            |backlog| backlog.dead,
        );
        meter
            .f64_observable_gauge("moelle.webhooks.oldest")
            .with_unit("s")
            .with_description("How long the oldest delivery that waits for a webhook has been due.")
            .with_callback(move |observer| observer.observe(backlog().oldest.as_secs_f64(), &[]))
            .build();
    }
}

fn clamp(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
