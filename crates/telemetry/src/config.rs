//! What a service chooses; everything about export comes from the `OTEL_*` variables.

use std::{io::IsTerminal, str::FromStr, time::Duration};

/// How a service wants its telemetry; plain data that the service fills from its own options.
///
/// Where telemetry is exported to is not here: the standard `OTEL_*` variables say it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TelemetryConfig {
    /// The version that the service reports as `service.version`.
    pub service_version: String,
    /// The form of the log lines on standard output.
    pub log_format: LogFormat,
    /// What is logged, in the syntax of `RUST_LOG`; `None` takes that variable, or else `info`.
    pub log_filter: Option<String>,
    /// The longest time that flushing may take on the way out.
    pub flush_limit: Duration,
}

impl Default for TelemetryConfig {
    fn default() -> Self {
        Self {
            service_version: env!("CARGO_PKG_VERSION").to_owned(),
            log_format: LogFormat::Auto,
            log_filter: None,
            flush_limit: Duration::from_secs(3),
        }
    }
}

/// The form of log lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LogFormat {
    /// Text where standard output is a terminal, JSON elsewhere.
    #[default]
    Auto,
    /// One JSON object a line, with the trace id.
    Json,
    /// Lines for people.
    Text,
}

impl LogFormat {
    /// Whether lines are JSON, given where standard output goes.
    pub(crate) fn is_json(self) -> bool {
        match self {
            Self::Auto => !std::io::stdout().is_terminal(),
            Self::Json => true,
            Self::Text => false,
        }
    }
}

impl FromStr for LogFormat {
    type Err = ParseLogFormatError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "auto" => Ok(Self::Auto),
            "json" => Ok(Self::Json),
            "text" => Ok(Self::Text),
            other => Err(ParseLogFormatError(other.to_owned())),
        }
    }
}

/// The text names no log format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown log format {0:?}: use auto, json or text")]
pub struct ParseLogFormatError(String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn log_formats_are_read_by_name() {
        for (text, format) in [
            ("auto", LogFormat::Auto),
            ("json", LogFormat::Json),
            ("text", LogFormat::Text),
        ] {
            assert_eq!(text.parse(), Ok(format), "{text}");
        }
        let error = "xml".parse::<LogFormat>().expect_err("xml is no format");
        assert!(error.to_string().contains("\"xml\""), "{error}");
    }
}
