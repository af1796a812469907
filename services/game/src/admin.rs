//! The operators' own port: `/livez`, `/readyz` and `/metrics` over HTTP/1.

use std::convert::Infallible;
use std::time::Duration;

use bytes::Bytes;
use http::header::{ALLOW, CONTENT_TYPE};
use http::{Method, Request, Response, StatusCode};
use http_body_util::Full;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use moelle_telemetry::{PROMETHEUS_CONTENT_TYPE, TelemetryHandle};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;

use crate::health::Readiness;

/// How long a caller may take to send the head of its request.
const HEAD_TIMEOUT: Duration = Duration::from_secs(5);
/// How long to wait when the system has no room for another connection.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// What the port tells.
#[derive(Clone, Debug)]
pub struct Admin {
    /// Whether the server is ready.
    pub readiness: Readiness,
    /// What it has measured; without it there is no `/metrics`.
    pub telemetry: Option<TelemetryHandle>,
}

/// Serves the port until `shutdown` is cancelled.
pub async fn serve(listener: TcpListener, admin: Admin, shutdown: CancellationToken) {
    let accepting = async {
        loop {
            match listener.accept().await {
                Ok((stream, _)) => {
                    tokio::spawn(
                        shutdown
                            .clone()
                            .run_until_cancelled_owned(talk(stream, admin.clone())),
                    );
                }
                Err(error) => {
                    tracing::warn!(%error, "the admin port cannot take a connection");
                    tokio::time::sleep(ACCEPT_PAUSE).await;
                }
            }
        }
    };
    shutdown.run_until_cancelled(accepting).await;
}

async fn talk(stream: TcpStream, admin: Admin) {
    let answer = service_fn(move |request: Request<Incoming>| {
        let response = admin.answer(request.method(), request.uri().path());
        async move { Ok::<_, Infallible>(response) }
    });
    let talking = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT)
        .serve_connection(TokioIo::new(stream), answer)
        .await;
    if let Err(error) = talking {
        tracing::debug!(%error, "a connection to the admin port broke off");
    }
}

impl Admin {
    fn answer(&self, method: &Method, path: &str) -> Response<Full<Bytes>> {
        if !matches!(path, "/livez" | "/readyz" | "/metrics") {
            return text(StatusCode::NOT_FOUND, "not found\n");
        }
        if method != Method::GET && method != Method::HEAD {
            let mut response = text(StatusCode::METHOD_NOT_ALLOWED, "method not allowed\n");
            response
                .headers_mut()
                .insert(ALLOW, http::HeaderValue::from_static("GET, HEAD"));
            return response;
        }
        match (path, &self.telemetry) {
            ("/livez", _) => text(StatusCode::OK, "alive\n"),
            ("/readyz", _) if self.readiness.is_ready() => text(StatusCode::OK, "ready\n"),
            ("/readyz", _) => text(StatusCode::SERVICE_UNAVAILABLE, "not ready\n"),
            (_, Some(telemetry)) => body(
                StatusCode::OK,
                PROMETHEUS_CONTENT_TYPE,
                telemetry.render_prometheus(),
            ),
            (_, None) => text(StatusCode::NOT_FOUND, "nothing is measured\n"),
        }
    }
}

fn text(status: StatusCode, line: &'static str) -> Response<Full<Bytes>> {
    body(status, "text/plain; charset=utf-8", line)
}

fn body(
    status: StatusCode,
    content_type: &'static str,
    bytes: impl Into<Bytes>,
) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(bytes.into()));
    *response.status_mut() = status;
    response
        .headers_mut()
        .insert(CONTENT_TYPE, http::HeaderValue::from_static(content_type));
    response
}

#[cfg(test)]
mod tests {
    use http_body_util::BodyExt as _;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    use super::*;

    #[tokio::test]
    async fn the_port_tells_whether_the_server_is_alive_and_ready() {
        let admin = Admin {
            readiness: Readiness::default(),
            telemetry: None,
        };
        let get = |path| admin.answer(&Method::GET, path).status().as_u16();
        assert_eq!((get("/livez"), get("/readyz"), get("/x")), (200, 503, 404));
        admin.readiness.set(true);
        assert_eq!(get("/readyz"), 200);
        assert_eq!(admin.answer(&Method::POST, "/livez").status(), 405);
        let body = admin.answer(&Method::GET, "/readyz").into_body();
        let bytes = body.collect().await.expect("a body").to_bytes();
        assert_eq!(&bytes[..], b"ready\n");
    }

    #[tokio::test]
    async fn the_port_speaks_http_and_stops_with_the_server() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let shutdown = CancellationToken::new();
        let admin = Admin {
            readiness: Readiness::default(),
            telemetry: None,
        };
        let serving = tokio::spawn(serve(listener, admin, shutdown.clone()));
        let mut stream = TcpStream::connect(address).await.expect("a connection");
        stream
            .write_all(b"GET /livez HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
            .await
            .expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.expect("an answer");
        assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
        assert!(answer.ends_with("alive\n"), "{answer}");
        shutdown.cancel();
        serving.await.expect("served");
    }
}
