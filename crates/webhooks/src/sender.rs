//! Posting a message.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::{Request, header};
use http_body_util::Full;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use rustls::RootCertStore;
use time::OffsetDateTime;
use tokio::time::timeout;

use crate::connection::{Connector, Stream};
use crate::{Answer, Failed, Reach, Resolve, Target};

/// Bytes that the head of an answer may have.
const HEAD_BYTES_MAX: usize = 16 * 1024;
/// Headers that an answer may have.
const HEADERS_MAX: usize = 100;

/// A message, signed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// The header `webhook-id`: the same whenever it is sent again.
    pub id: String,
    /// The header `webhook-timestamp`: when it is sent, in whole seconds.
    pub at: OffsetDateTime,
    /// The header `webhook-signature`.
    pub signature: String,
    /// The JSON that was signed.
    pub body: Bytes,
}

/// How long a receiver is waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SenderLimits {
    /// Until it is connected to, names and TLS included.
    pub connect: Duration,
    /// Until the head of its answer is there, connecting included.
    pub total: Duration,
}

impl Default for SenderLimits {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(5),
            total: Duration::from_secs(15),
        }
    }
}

/// Posts messages over HTTP/1.1, each on a connection of its own.
pub struct Sender {
    connector: Connector,
    limits: SenderLimits,
}

impl Sender {
    /// One that goes as far as `reach`, and trusts `authorities` besides those of the web.
    #[must_use]
    pub fn new(
        resolver: Arc<dyn Resolve>,
        reach: Reach,
        authorities: RootCertStore,
        limits: SenderLimits,
    ) -> Self {
        Self {
            connector: Connector::new(resolver, reach, authorities),
            limits,
        }
    }

    /// Posts a message. Of the answer the head is read, and the rest is left where it is.
    pub async fn send(&self, target: &Target, message: &Message) -> Answer {
        match timeout(self.limits.total, self.post(target, message)).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(failed)) => Answer::Failed(failed, None),
            Err(_) => Answer::Failed(Failed::Timeout, None),
        }
    }

    async fn post(&self, target: &Target, message: &Message) -> Result<Answer, Failed> {
        let connecting = timeout(self.limits.connect, self.connector.connect(target));
        let stream = connecting.await.map_err(|_| Failed::Timeout)??;
        exchange(stream, request(target, message)?, message.at).await
    }
}

/// Sends a request on a connection, which ends with this, and reads the head of the answer.
async fn exchange(
    stream: Pin<Box<dyn Stream>>,
    request: Request<Full<Bytes>>,
    now: OffsetDateTime,
) -> Result<Answer, Failed> {
    let (mut sender, connection) = http1::Builder::new()
        .max_buf_size(HEAD_BYTES_MAX)
        .max_headers(HEADERS_MAX)
        .handshake(TokioIo::new(stream))
        .await
        .map_err(|_| Failed::Connection)?;
    let answering = sender.send_request(request);
    tokio::pin!(answering, connection);
    let answered = tokio::select! {
        biased;
        answered = &mut answering => answered,
        // The answer may have come with the end of the connection.
        _ = &mut connection => answering.await,
    };
    let answer = answered.map_err(|error| {
        if error.is_parse() || error.is_parse_too_large() {
            Failed::Protocol
        } else {
            Failed::Connection
        }
    })?;
    Ok(Answer::of(answer.status(), answer.headers(), now))
}

fn request(target: &Target, message: &Message) -> Result<Request<Full<Bytes>>, Failed> {
    Request::post(target.path_and_query())
        .header(header::HOST, target.authority())
        .header(header::CONTENT_TYPE, "application/json")
        .header(
            header::USER_AGENT,
            concat!("moelle/", env!("CARGO_PKG_VERSION")),
        )
        .header(header::CONNECTION, "close")
        .header("webhook-id", &message.id)
        .header("webhook-timestamp", message.at.unix_timestamp())
        .header("webhook-signature", &message.signature)
        .body(Full::new(message.body.clone()))
        .map_err(|_| Failed::Protocol)
}

#[cfg(test)]
mod tests;
