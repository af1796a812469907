//! Telemetry of the whole test binary: traces exist, nothing is exported, logs are kept.

use std::io;
use std::sync::{Mutex, OnceLock};

use moelle_telemetry::{LogFormat, Telemetry, TelemetryConfig, TelemetryGuard};

static TELEMETRY: OnceLock<TelemetryGuard> = OnceLock::new();
static LINES: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Sets telemetry up, once.
pub(crate) fn init() {
    TELEMETRY.get_or_init(|| {
        let config = TelemetryConfig {
            log_format: LogFormat::Json,
            log_filter: Some("debug".to_owned()),
            ..TelemetryConfig::default()
        };
        Telemetry::builder("moelle-gateway", config)
            .with_variables(|_| None)
            .with_log_writer(|| Lines)
            .init()
            .expect("telemetry")
    });
}

/// Everything that was logged so far, by any test.
pub(crate) fn text() -> String {
    String::from_utf8_lossy(&LINES.lock().expect("no panic")).into_owned()
}

struct Lines;

impl io::Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        LINES.lock().expect("no panic").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
