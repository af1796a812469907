//! Somewhere for telemetry to go: it is taken, counted and forgotten.

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bytes::Bytes;
use http::{Request, Response};
use http_body_util::{BodyExt as _, Full};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;

use crate::process::Settings;

/// A collector of OTLP over HTTP.
pub(crate) struct Collector {
    url: String,
    exports: Arc<AtomicU64>,
    bytes: Arc<AtomicU64>,
}

impl Collector {
    pub(crate) async fn start() -> anyhow::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let collector = Self {
            url: format!("http://{}", listener.local_addr()?),
            exports: Arc::default(),
            bytes: Arc::default(),
        };
        let (exports, bytes) = (Arc::clone(&collector.exports), Arc::clone(&collector.bytes));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (exports, bytes) = (Arc::clone(&exports), Arc::clone(&bytes));
                let swallow = service_fn(move |request| {
                    swallow(request, Arc::clone(&exports), Arc::clone(&bytes))
                });
                tokio::spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), swallow));
            }
        });
        Ok(collector)
    }

    /// What a service must be told so that it exports a part of its traces here.
    pub(crate) fn settings(&self, settings: Settings, ratio: f64) -> Settings {
        settings
            .with("OTEL_SDK_DISABLED", "false")
            .with("OTEL_EXPORTER_OTLP_ENDPOINT", &self.url)
            .with("OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf")
            .with("OTEL_TRACES_SAMPLER", "parentbased_traceidratio")
            .with("OTEL_TRACES_SAMPLER_ARG", ratio.to_string())
    }

    /// Exports of traces that came so far, and their bytes.
    pub(crate) fn taken(&self) -> (u64, u64) {
        let load = |count: &AtomicU64| count.load(Ordering::Relaxed);
        (load(&self.exports), load(&self.bytes))
    }
}

async fn swallow(
    request: Request<Incoming>,
    exports: Arc<AtomicU64>,
    bytes: Arc<AtomicU64>,
) -> Result<Response<Full<Bytes>>, hyper::Error> {
    let is_traces = request.uri().path() == "/v1/traces";
    let body = request.into_body().collect().await?.to_bytes();
    if is_traces {
        exports.fetch_add(1, Ordering::Relaxed);
        bytes.fetch_add(u64::try_from(body.len()).unwrap_or(0), Ordering::Relaxed);
    }
    Ok(Response::new(Full::default()))
}
