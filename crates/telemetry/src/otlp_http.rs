//! The HTTP client that OTLP over HTTP is spoken with.

use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use http::{Request, Response};
use http_body_util::{BodyExt as _, Full, Limited};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::TokioExecutor,
};
use opentelemetry_http::{HttpClient, HttpError};
use tokio::runtime::Handle;

/// No answer of a collector is longer, in bytes.
const ANSWER_LEN_MAX: usize = 4 << 20;
/// No request takes longer, whatever `OTEL_EXPORTER_OTLP_TIMEOUT` says.
const REQUEST_TIME_MAX: Duration = Duration::from_secs(30);

/// A client for plain and TLS endpoints that does its work on a runtime of its own.
///
/// The libraries call it from a thread without a runtime.
#[derive(Clone, Debug)]
pub(crate) struct OtlpHttpClient {
    client: Client<HttpsConnector<HttpConnector>, Full<Bytes>>,
    runtime: Handle,
}

impl OtlpHttpClient {
    pub(crate) fn new(runtime: Handle) -> Self {
        let connector = HttpsConnectorBuilder::new()
            .with_webpki_roots()
            .https_or_http()
            .enable_http1()
            .build();
        Self {
            client: Client::builder(TokioExecutor::new()).build(connector),
            runtime,
        }
    }
}

#[async_trait]
impl HttpClient for OtlpHttpClient {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let client = self.client.clone();
        let exchange = async move {
            let response = client.request(request.map(Full::new)).await?;
            let (parts, body) = response.into_parts();
            let body = Limited::new(body, ANSWER_LEN_MAX).collect().await?;
            Ok(Response::from_parts(parts, body.to_bytes()))
        };
        self.runtime
            .spawn(async { tokio::time::timeout(REQUEST_TIME_MAX, exchange).await? })
            .await?
    }
}
