//! Somewhere for telemetry to go, where it can be looked at.

use std::sync::{Arc, Mutex};

use bytes::Bytes;
use http::{Request, Response};
use http_body_util::{BodyExt as _, Full};
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto::Builder;
use tokio::net::TcpListener;

/// A collector that takes whatever it is sent over HTTP, and keeps the bytes.
pub(crate) struct Collector {
    url: String,
    taken: Arc<Mutex<Vec<u8>>>,
}

impl Collector {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let taken = Arc::<Mutex<Vec<u8>>>::default();
        let keep = Arc::clone(&taken);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let keep = Arc::clone(&keep);
                let take = service_fn(move |request| take(request, Arc::clone(&keep)));
                tokio::spawn(async move {
                    let serving = Builder::new(TokioExecutor::new());
                    let serving = serving.serve_connection(TokioIo::new(stream), take).await;
                    drop(serving);
                });
            }
        });
        Self { url, taken }
    }

    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// Everything that came so far.
    pub(crate) fn taken(&self) -> Vec<u8> {
        self.taken.lock().expect("no panic").clone()
    }
}

async fn take(
    request: Request<Incoming>,
    keep: Arc<Mutex<Vec<u8>>>,
) -> Result<Response<Full<Bytes>>, hyper::Error> {
    let body = request.into_body().collect().await?.to_bytes();
    keep.lock().expect("no panic").extend_from_slice(&body);
    Ok(Response::new(Full::default()))
}
