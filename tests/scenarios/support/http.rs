//! A plain HTTP client for one gateway.

use bytes::Bytes;
use http::{HeaderMap, Method, Request, Response};
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use serde_json::Value;

use super::sse::EventSource;

/// A client of the gateway at one address.
#[derive(Clone)]
pub(crate) struct Http {
    client: Client<HttpConnector, Full<Bytes>>,
    base: String,
}

/// A request to make.
pub(crate) struct Call {
    method: Method,
    path: String,
    headers: Vec<(String, String)>,
    body: Bytes,
}

/// An answer that was read to its end.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
}

impl Call {
    pub(crate) fn get(path: impl Into<String>) -> Self {
        Self {
            method: Method::GET,
            path: path.into(),
            headers: Vec::new(),
            body: Bytes::new(),
        }
    }

    pub(crate) fn post(path: impl Into<String>, body: &Value) -> Self {
        Self {
            method: Method::POST,
            path: path.into(),
            headers: Vec::new(),
            body: body.to_string().into(),
        }
        .header("content-type", "application/json")
    }

    pub(crate) fn delete(path: impl Into<String>) -> Self {
        Self {
            method: Method::DELETE,
            ..Self::get(path)
        }
    }

    /// The same with as much white space after its body as makes that so many bytes.
    #[must_use]
    pub(crate) fn padded_to(mut self, bytes: usize) -> Self {
        let mut body = self.body.to_vec();
        body.resize(bytes, b' ');
        self.body = body.into();
        self
    }

    #[must_use]
    pub(crate) fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// The call as one that may be made again: the same id is the same request.
    #[must_use]
    pub(crate) fn request_id(self, id: &str) -> Self {
        self.header("idempotency-key", id)
    }

    /// Brings the key of an application.
    #[must_use]
    pub(crate) fn key(self, key: &str) -> Self {
        self.header("x-api-key", key)
    }

    #[must_use]
    pub(crate) fn token(self, token: &str) -> Self {
        self.header("authorization", &format!("Bearer {token}"))
    }
}

impl Answer {
    /// The body as JSON.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text)
            .unwrap_or_else(|error| panic!("{error} in {} {}", self.status, self.text))
    }

    /// The body as JSON, after the status was what it should be.
    #[track_caller]
    pub(crate) fn expect(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text);
        self.json()
    }

    /// The problem document, after status and reason were what they should be.
    #[track_caller]
    pub(crate) fn problem(&self, status: u16, reason: &str) -> Value {
        let problem = self.expect(status);
        assert_eq!(
            self.header("content-type"),
            "application/problem+json",
            "{problem}"
        );
        assert_eq!(problem["reason"], reason, "{problem}");
        assert_eq!(problem["status"], status, "{problem}");
        problem
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map_or("", |value| value.to_str().expect("a header of ASCII"))
    }
}

impl Http {
    pub(crate) fn new(base: impl Into<String>) -> Self {
        let client = Client::builder(TokioExecutor::new()).build_http();
        Self {
            client,
            base: base.into(),
        }
    }

    /// Where the gateway is.
    pub(crate) fn base(&self) -> &str {
        &self.base
    }

    /// Makes a request and reads the answer to its end.
    pub(crate) async fn send(&self, call: Call) -> Answer {
        self.try_send(call).await.expect("the gateway answers")
    }

    /// The same, where the gateway may be away.
    pub(crate) async fn try_send(&self, call: Call) -> anyhow::Result<Answer> {
        let response = self.open(call).await?;
        let (head, body) = response.into_parts();
        let bytes = body.collect().await?.to_bytes();
        Ok(Answer {
            status: head.status.as_u16(),
            headers: head.headers,
            text: String::from_utf8(bytes.to_vec())?,
        })
    }

    /// Opens an event stream.
    pub(crate) async fn events(&self, call: Call) -> EventSource {
        self.try_events(call).await.expect("the gateway answers")
    }

    /// The same, where the gateway may be away.
    pub(crate) async fn try_events(&self, call: Call) -> anyhow::Result<EventSource> {
        let call = call.header("accept", "text/event-stream");
        Ok(EventSource::new(self.open(call).await?))
    }

    async fn open(&self, call: Call) -> anyhow::Result<Response<Incoming>> {
        let mut request = Request::builder()
            .method(call.method)
            .uri(format!("{}{}", self.base, call.path));
        for (name, value) in &call.headers {
            request = request.header(name, value);
        }
        Ok(self
            .client
            .request(request.body(Full::new(call.body))?)
            .await?)
    }
}
