//! What a service holds for as long as it runs, and what flushes on every way out.

use std::{
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

use opentelemetry_sdk::{
    error::OTelSdkResult, metrics::SdkMeterProvider, trace::SdkTracerProvider,
};
use tokio::runtime::Runtime;

use crate::{metrics::Metrics, prometheus_text::PrometheusText};

/// Flushes telemetry when it is shut down or dropped, within the configured limit.
///
/// Hold it in `main` until the service has drained.
#[must_use = "telemetry ends when the guard is dropped"]
#[derive(Debug)]
pub struct TelemetryGuard {
    handle: TelemetryHandle,
    running: Option<Running>,
    flush_limit: Duration,
}

/// Access to what a service measures; cheap to clone.
#[derive(Clone, Debug)]
pub struct TelemetryHandle {
    metrics: Metrics,
    text: PrometheusText,
}

#[derive(Debug)]
pub(crate) struct Running {
    pub(crate) traces: SdkTracerProvider,
    pub(crate) metrics: SdkMeterProvider,
    pub(crate) runtime: Option<Runtime>,
}

impl TelemetryHandle {
    /// The service's instruments.
    #[must_use]
    pub fn metrics(&self) -> &Metrics {
        &self.metrics
    }

    /// All metrics in the text format of Prometheus, for `/metrics` on the admin port; see
    /// [`PROMETHEUS_CONTENT_TYPE`](crate::PROMETHEUS_CONTENT_TYPE).
    #[must_use]
    pub fn render_prometheus(&self) -> String {
        self.text.render()
    }
}

impl TelemetryGuard {
    pub(crate) fn new(
        running: Running,
        metrics: Metrics,
        text: PrometheusText,
        flush_limit: Duration,
    ) -> Self {
        Self {
            handle: TelemetryHandle { metrics, text },
            running: Some(running),
            flush_limit,
        }
    }

    /// A handle that may outlive the guard.
    #[must_use]
    pub fn handle(&self) -> TelemetryHandle {
        self.handle.clone()
    }

    /// All metrics in the text format of Prometheus.
    #[must_use]
    pub fn render_prometheus(&self) -> String {
        self.handle.render_prometheus()
    }

    /// Hands over what is not exported yet and stops exporting, without blocking the runtime.
    ///
    /// It takes no longer than the configured limit; what a collector does not take by then is lost.
    pub async fn shutdown(mut self) {
        let Some(running) = self.running.take() else {
            return;
        };
        let limit = self.flush_limit;
        let stopping = tokio::task::spawn_blocking(move || running.stop(limit));
        // It fails only when the runtime goes away, and the process with it.
        let _ = stopping.await;
    }
}

impl Drop for TelemetryGuard {
    fn drop(&mut self) {
        if let Some(running) = self.running.take() {
            running.stop(self.flush_limit);
        }
    }
}

impl Running {
    /// Flushes and stops, blocking for no longer than the limit.
    fn stop(self, limit: Duration) {
        let Self {
            traces,
            metrics,
            runtime,
        } = self;
        let deadline = Instant::now() + limit;
        // Threads, because the metric library does not heed a limit of its own.
        let stopping = [
            stop_apart("traces", move || traces.shutdown_with_timeout(limit)),
            stop_apart("metrics", move || metrics.shutdown_with_timeout(limit)),
        ];
        for (signal, stopped) in stopping {
            let left = deadline.saturating_duration_since(Instant::now());
            match stopped.recv_timeout(left) {
                Ok(Ok(())) => {}
                Ok(Err(error)) => tracing::warn!(signal, %error, "telemetry was not flushed"),
                Err(_) => tracing::warn!(signal, ?limit, "telemetry was not flushed in time"),
            }
        }
        if let Some(runtime) = runtime {
            runtime.shutdown_background();
        }
    }
}

type Stopping = (&'static str, mpsc::Receiver<OTelSdkResult>);

fn stop_apart(
    signal: &'static str,
    stop: impl FnOnce() -> OTelSdkResult + Send + 'static,
) -> Stopping {
    let (sender, receiver) = mpsc::sync_channel(1);
    let started = thread::Builder::new()
        .name(format!("stop {signal}"))
        .spawn(move || sender.send(stop()));
    if let Err(error) = started {
        tracing::warn!(signal, %error, "telemetry was not flushed");
    }
    (signal, receiver)
}
