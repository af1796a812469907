//! A limit on what the telemetry library says about its collector.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::{Duration, Instant},
};

use tracing::{Level, Metadata, level_filters::LevelFilter, subscriber::Interest};
use tracing_subscriber::layer::{Context, Filter};

/// At most one line in this time.
const INTERVAL: Duration = Duration::from_secs(10);
const NEVER: u64 = u64::MAX;

/// Lets through at most one warning or error of the OpenTelemetry libraries every ten seconds.
///
/// Everything else passes, their debug lines too: whoever asks for those wants them all.
#[derive(Debug)]
pub(crate) struct CollectorLimit {
    started: Instant,
    last_ms: AtomicU64,
}

impl CollectorLimit {
    pub(crate) fn new() -> Self {
        Self {
            started: Instant::now(),
            last_ms: AtomicU64::new(NEVER),
        }
    }

    fn allows_at(&self, now_ms: u64) -> bool {
        let last = self.last_ms.load(Ordering::Relaxed);
        let due = last == NEVER || u128::from(now_ms.saturating_sub(last)) >= INTERVAL.as_millis();
        due && self
            .last_ms
            .compare_exchange(last, now_ms, Ordering::Relaxed, Ordering::Relaxed)
            .is_ok()
    }

    fn now_ms(&self) -> u64 {
        u64::try_from(self.started.elapsed().as_millis()).unwrap_or(NEVER - 1)
    }
}

impl<S> Filter<S> for CollectorLimit {
    /// Asked once for each event, because of the interest below.
    fn enabled(&self, metadata: &Metadata<'_>, _: &Context<'_, S>) -> bool {
        !is_about_export(metadata) || self.allows_at(self.now_ms())
    }

    /// Every filter is to be asked about every span and event, though the answer is known. A library
    /// may ask whether something would be logged and then log nothing, as sqlx does for every
    /// statement; the answer stays behind and would decide on the thread's next span.
    fn callsite_enabled(&self, _: &'static Metadata<'static>) -> Interest {
        Interest::sometimes()
    }

    /// It stands in the way of no level. Without a word from here, the filter that it goes with
    /// would lose its own, and everything would be asked about.
    fn max_level_hint(&self) -> Option<LevelFilter> {
        Some(LevelFilter::TRACE)
    }
}

fn is_about_export(metadata: &Metadata<'_>) -> bool {
    metadata.is_event()
        && metadata.target().starts_with("opentelemetry")
        && *metadata.level() <= Level::WARN
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_passes_every_ten_seconds() {
        let limit = CollectorLimit::new();
        let passed: Vec<u64> = (0..=30_000)
            .step_by(500)
            .filter(|&now| limit.allows_at(now))
            .collect();
        assert_eq!(passed, [0, 10_000, 20_000, 30_000]);
    }
}
