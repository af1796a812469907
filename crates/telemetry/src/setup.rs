//! Putting the parts together.

use std::io::IsTerminal as _;

use opentelemetry::{KeyValue, metrics::MeterProvider as _, trace::TracerProvider as _};
use opentelemetry_sdk::{
    Resource,
    error::OTelSdkError,
    metrics::SdkMeterProvider,
    resource::{EnvResourceDetector, TelemetryResourceDetector},
    trace::{
        BatchSpanProcessor, IdGenerator as _, RandomIdGenerator, SdkTracerProvider, SpanProcessor,
        TracerProviderBuilder,
    },
};
use opentelemetry_semantic_conventions::attribute;
use tracing::{Dispatch, Subscriber, level_filters::LevelFilter};
use tracing_subscriber::{
    EnvFilter, Layer, Registry,
    filter::{FilterExt as _, Targets},
    fmt::writer::{BoxMakeWriter, MakeWriter},
    layer::SubscriberExt as _,
    registry::LookupSpan,
    util::SubscriberInitExt as _,
};

use crate::{
    config::TelemetryConfig,
    export::{Export, ExportError},
    guard::{Running, TelemetryGuard},
    limit::CollectorLimit,
    logs::JsonLines,
    metrics::{Metrics, SCOPE},
    probes::WithoutProbes,
    prometheus_text::PrometheusText,
    settings::{Settings, SettingsError},
};

/// Libraries whose spans and events are not exported: they speak of the export itself, or of every
/// frame.
const NOT_EXPORTED: [&str; 8] = [
    "axum",
    "h2",
    "hyper",
    "opentelemetry",
    "rustls",
    "sqlx",
    "tonic",
    "tower",
];

/// The way in; see [`Telemetry::init`].
#[derive(Debug)]
pub struct Telemetry(());

/// Telemetry cannot start; every case is a mistake in the configuration but the last.
#[derive(Debug, thiserror::Error)]
pub enum TelemetryError {
    /// The filter of the logs is not in the syntax of `RUST_LOG`.
    #[error("the log filter {filter:?} is malformed: {reason}")]
    LogFilter {
        /// The filter.
        filter: String,
        /// What is wrong with it.
        reason: String,
    },
    /// An `OTEL_*` variable asks for what there is not.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The exporters cannot be made.
    #[error("telemetry cannot be exported: {0}")]
    Export(String),
    /// Telemetry was set up before in this process.
    #[error("telemetry was set up before in this process")]
    AlreadySetUp,
}

impl From<ExportError> for TelemetryError {
    fn from(error: ExportError) -> Self {
        Self::Export(error.to_string())
    }
}

impl From<OTelSdkError> for TelemetryError {
    fn from(error: OTelSdkError) -> Self {
        Self::Export(error.to_string())
    }
}

impl Telemetry {
    /// Sets telemetry up for the whole process, as the configuration and the environment say.
    ///
    /// Traces and metrics go to `OTEL_EXPORTER_OTLP_ENDPOINT` (or `…_TRACES_ENDPOINT`,
    /// `…_METRICS_ENDPOINT`), and nowhere without one; `OTEL_SDK_DISABLED=true`,
    /// `OTEL_TRACES_EXPORTER=none` and `OTEL_METRICS_EXPORTER=none` stop them too.
    /// `OTEL_EXPORTER_OTLP_PROTOCOL` is `grpc` or `http/protobuf`; unset it follows from the port,
    /// HTTP at 4318 and gRPC at every other. `OTEL_EXPORTER_OTLP_HEADERS`, `_TIMEOUT` and
    /// `_COMPRESSION`, `OTEL_BSP_*`, `OTEL_METRIC_EXPORT_INTERVAL`, `OTEL_TRACES_SAMPLER` and
    /// `_ARG`, `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` mean what the specification says.
    ///
    /// Logs go to standard output only. Of the propagators there is W3C trace context and no other,
    /// and baggage is not passed on.
    ///
    /// # Errors
    ///
    /// When the configuration or a variable asks for what there is not, and when telemetry was set
    /// up before.
    pub fn init(
        service_name: &str,
        config: TelemetryConfig,
    ) -> Result<TelemetryGuard, TelemetryError> {
        Self::builder(service_name, config).init()
    }

    /// Starts to set telemetry up with other parts, as tests do.
    #[must_use]
    pub fn builder(service_name: &str, config: TelemetryConfig) -> TelemetryBuilder {
        TelemetryBuilder {
            service_name: service_name.to_owned(),
            config,
            lookup: Box::new(|name| std::env::var(name).ok()),
            log_writer: BoxMakeWriter::new(std::io::stdout),
            traces: SdkTracerProvider::builder(),
        }
    }
}

/// Where variables are looked up.
type Lookup = Box<dyn Fn(&str) -> Option<String>>;

/// Telemetry that is about to be set up.
pub struct TelemetryBuilder {
    service_name: String,
    config: TelemetryConfig,
    lookup: Lookup,
    log_writer: BoxMakeWriter,
    traces: TracerProviderBuilder,
}

impl TelemetryBuilder {
    /// Reads `RUST_LOG`, the endpoints, the protocols and the service name from this function in
    /// place of the environment.
    #[must_use]
    pub fn with_variables(mut self, lookup: impl Fn(&str) -> Option<String> + 'static) -> Self {
        self.lookup = Box::new(lookup);
        self
    }

    /// Writes logs there in place of standard output.
    #[must_use]
    pub fn with_log_writer<W>(mut self, writer: W) -> Self
    where
        W: for<'w> MakeWriter<'w> + Send + Sync + 'static,
    {
        self.log_writer = BoxMakeWriter::new(writer);
        self
    }

    /// Hands every span to this processor too.
    #[must_use]
    pub fn with_span_processor(mut self, processor: impl SpanProcessor + 'static) -> Self {
        self.traces = self.traces.with_span_processor(processor);
        self
    }

    /// Sets telemetry up for the whole process.
    ///
    /// # Errors
    ///
    /// As [`Telemetry::init`].
    pub fn init(self) -> Result<TelemetryGuard, TelemetryError> {
        let (dispatch, guard) = self.build()?;
        dispatch
            .try_init()
            .map_err(|_| TelemetryError::AlreadySetUp)?;
        guard.handle().metrics().install();
        Ok(guard)
    }

    /// Sets telemetry up without making it that of the process: spans and logs are those made under
    /// the returned dispatcher, and [`Metrics::global`] stays as it was.
    ///
    /// # Errors
    ///
    /// When the configuration or a variable asks for what there is not.
    pub fn build(self) -> Result<(Dispatch, TelemetryGuard), TelemetryError> {
        let settings = Settings::from_lookup(&self.lookup)?;
        let log_filter = self.log_filter()?;
        let export = Export::new(&settings)?;
        let resource = resource(&self.service_name, &self.config, &settings);

        let mut traces = self.traces.with_resource(resource.clone());
        if let Some(exporter) = export.spans {
            let batches = BatchSpanProcessor::builder(exporter).build();
            traces = traces.with_span_processor(WithoutProbes(batches));
        }
        let traces = traces.build();

        let text = PrometheusText::default();
        let mut meters = SdkMeterProvider::builder()
            .with_resource(resource)
            .with_reader(text.reader()?);
        if let Some(exporter) = export.metrics {
            meters = meters.with_periodic_exporter(exporter);
        }
        let meters = meters.build();
        let metrics = Metrics::new(&meters.meter(SCOPE));

        let log_filter = log_filter.and(CollectorLimit::new());
        let subscriber = Registry::default()
            .with(exported(&traces))
            .with(log_lines(&self.config, self.log_writer).with_filter(log_filter));
        let running = Running {
            traces,
            metrics: meters,
            runtime: export.runtime,
        };
        let guard = TelemetryGuard::new(running, metrics, text, self.config.flush_limit);
        Ok((Dispatch::new(subscriber), guard))
    }

    fn log_filter(&self) -> Result<EnvFilter, TelemetryError> {
        let filter = self
            .config
            .log_filter
            .clone()
            .or_else(|| (self.lookup)("RUST_LOG"))
            .unwrap_or_default();
        EnvFilter::builder()
            .with_default_directive(LevelFilter::INFO.into())
            .parse(&filter)
            .map_err(|error| TelemetryError::LogFilter {
                filter,
                reason: error.to_string(),
            })
    }
}

/// Turns spans into spans of OpenTelemetry, whatever is logged.
fn exported<S>(traces: &SdkTracerProvider) -> impl Layer<S> + use<S>
where
    S: Subscriber + for<'s> LookupSpan<'s>,
{
    let targets = NOT_EXPORTED.into_iter().fold(
        Targets::new().with_default(LevelFilter::INFO),
        |targets, library| targets.with_target(library, LevelFilter::OFF),
    );
    tracing_opentelemetry::layer()
        .with_tracer(traces.tracer(SCOPE))
        .with_location(false)
        .with_threads(false)
        .with_tracked_inactivity(false)
        .with_target(false)
        .with_filter(targets)
}

fn log_lines<S>(config: &TelemetryConfig, writer: BoxMakeWriter) -> Box<dyn Layer<S> + Send + Sync>
where
    S: Subscriber + for<'s> LookupSpan<'s>,
{
    if config.log_format.is_json() {
        Box::new(JsonLines::new(writer))
    } else {
        let lines = tracing_subscriber::fmt::layer().with_writer(writer);
        Box::new(lines.with_ansi(std::io::stdout().is_terminal()))
    }
}

/// Who speaks: the variables win over what the service says of itself.
fn resource(service_name: &str, config: &TelemetryConfig, settings: &Settings) -> Resource {
    let instance = RandomIdGenerator::default().new_trace_id().to_string();
    let builder = Resource::builder_empty()
        .with_attributes([
            KeyValue::new(attribute::SERVICE_NAME, service_name.to_owned()),
            KeyValue::new(attribute::SERVICE_NAMESPACE, "moelle"),
            KeyValue::new(attribute::SERVICE_VERSION, config.service_version.clone()),
            KeyValue::new(attribute::SERVICE_INSTANCE_ID, instance),
        ])
        .with_detector(Box::new(TelemetryResourceDetector))
        .with_detector(Box::new(EnvResourceDetector::new()));
    match &settings.service_name {
        Some(name) => builder.with_service_name(name.clone()).build(),
        None => builder.build(),
    }
}
