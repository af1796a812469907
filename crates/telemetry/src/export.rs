//! The exporters and the threads they run on.

use opentelemetry_otlp::{
    ExporterBuildError, MetricExporter, SpanExporter, WithExportConfig as _, WithHttpConfig as _,
};
use opentelemetry_sdk::metrics::Temporality;
use tokio::runtime::{Builder, Runtime};

use crate::{
    otlp_http::OtlpHttpClient,
    settings::{Protocol, Settings, Target},
};

/// What exports, if anything does.
#[derive(Debug, Default)]
pub(crate) struct Export {
    /// The exporters' own runtime, so that they work on every way out, also when the service's is
    /// gone, and never take a thread of the service.
    pub(crate) runtime: Option<Runtime>,
    pub(crate) spans: Option<SpanExporter>,
    pub(crate) metrics: Option<MetricExporter>,
}

/// Export cannot start.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The threads could not be started.
    #[error("cannot start the telemetry runtime")]
    Runtime(#[from] std::io::Error),
    /// The variables do not make an exporter.
    #[error(transparent)]
    Exporter(#[from] ExporterBuildError),
}

impl Export {
    /// Exporters to the targets of the settings. Nothing is dialled before there is something to
    /// send, and without a target not even a thread is started.
    pub(crate) fn new(settings: &Settings) -> Result<Self, ExportError> {
        if settings.traces.is_none() && settings.metrics.is_none() {
            return Ok(Self::default());
        }
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("telemetry")
            .enable_all()
            .build()?;
        let entered = runtime.enter();
        let spans = settings
            .traces
            .as_ref()
            .map(|target| spans(target, &runtime))
            .transpose()?;
        let metrics = settings
            .metrics
            .as_ref()
            .map(|target| metrics(target, &runtime))
            .transpose()?;
        drop(entered);
        Ok(Self {
            runtime: Some(runtime),
            spans,
            metrics,
        })
    }
}

fn spans(target: &Target, runtime: &Runtime) -> Result<SpanExporter, ExporterBuildError> {
    let builder = SpanExporter::builder();
    match target.protocol {
        Protocol::Grpc => builder.with_tonic().with_endpoint(&target.endpoint).build(),
        Protocol::HttpProtobuf => builder
            .with_http()
            .with_protocol(opentelemetry_otlp::Protocol::HttpBinary)
            .with_http_client(OtlpHttpClient::new(runtime.handle().clone()))
            .with_endpoint(&target.endpoint)
            .build(),
    }
}

fn metrics(target: &Target, runtime: &Runtime) -> Result<MetricExporter, ExporterBuildError> {
    let builder = MetricExporter::builder().with_temporality(Temporality::Cumulative);
    match target.protocol {
        Protocol::Grpc => builder.with_tonic().with_endpoint(&target.endpoint).build(),
        Protocol::HttpProtobuf => builder
            .with_http()
            .with_protocol(opentelemetry_otlp::Protocol::HttpBinary)
            .with_http_client(OtlpHttpClient::new(runtime.handle().clone()))
            .with_endpoint(&target.endpoint)
            .build(),
    }
}
