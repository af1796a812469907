//! A plain HTTP client.

use bytes::Bytes;
use http::{HeaderMap, Method, Request, Response};
use http_body_util::{BodyExt as _, Full};
use hyper::body::Incoming;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use serde_json::Value;

/// A client of one gateway.
#[derive(Clone)]
pub(crate) struct Http {
    client: Client<HttpConnector, Full<Bytes>>,
    base: String,
}

/// A request to make.
#[derive(Clone)]
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
    pub(crate) bytes: Bytes,
}

/// An event stream that is open.
pub(crate) struct Events {
    pub(crate) response: Response<Incoming>,
    text: String,
}

impl Call {
    pub(crate) fn new(method: Method, path: impl Into<String>) -> Self {
        Self {
            method,
            path: path.into(),
            headers: Vec::new(),
            body: Bytes::new(),
        }
    }

    pub(crate) fn get(path: impl Into<String>) -> Self {
        Self::new(Method::GET, path)
    }

    pub(crate) fn post(path: impl Into<String>, body: &Value) -> Self {
        Self::new(Method::POST, path).json(body.to_string())
    }

    /// A body that is said to be JSON.
    pub(crate) fn json(self, body: impl Into<Bytes>) -> Self {
        self.header("content-type", "application/json").body(body)
    }

    pub(crate) fn body(mut self, body: impl Into<Bytes>) -> Self {
        self.body = body.into();
        self
    }

    pub(crate) fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    fn request(self, base: &str) -> Request<Full<Bytes>> {
        let mut request = Request::builder()
            .method(self.method)
            .uri(format!("{base}{}", self.path));
        for (name, value) in self.headers {
            request = request.header(name, value);
        }
        request.body(Full::new(self.body)).expect("a request")
    }
}

impl Answer {
    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.bytes).expect("answers are UTF-8")
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes)
            .unwrap_or_else(|error| panic!("{error} in {} {}", self.status, self.text()))
    }

    /// A header that comes in several lines, or not at all.
    pub(crate) fn header_list(&self, name: &str) -> String {
        let lines = self.headers.get_all(name).iter();
        lines
            .map(|line| line.to_str().expect("a header of ASCII"))
            .collect::<Vec<_>>()
            .join(", ")
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map_or("", |value| value.to_str().expect("a header of ASCII"))
    }

    /// The body as JSON, after the status was what it should be.
    #[track_caller]
    pub(crate) fn expect(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text());
        self.json()
    }

    /// The problem document, after everything that every problem must hold was there.
    #[track_caller]
    pub(crate) fn problem(&self, status: u16, reason: &str) -> Value {
        let problem = self.expect(status);
        assert_eq!(
            self.header("content-type"),
            "application/problem+json",
            "{problem}"
        );
        assert_eq!(self.header("cache-control"), "no-store", "{problem}");
        assert_eq!(problem["reason"], reason, "{problem}");
        assert_eq!(problem["status"], status, "{problem}");
        assert_eq!(problem["type"], format!("/problems/{reason}"), "{problem}");
        for text in ["title", "detail"] {
            assert!(
                problem[text].as_str().is_some_and(|text| !text.is_empty()),
                "{problem}"
            );
        }
        assert!(problem["errors"].is_array(), "{problem}");
        let says_when = self
            .header("retry-after")
            .parse::<u64>()
            .is_ok_and(|seconds| seconds > 0);
        assert_eq!(
            says_when,
            [429, 503].contains(&status),
            "{:?} {problem}",
            self.headers
        );
        problem
    }
}

impl Http {
    pub(crate) fn new(base: String) -> Self {
        Self {
            client: Client::builder(TokioExecutor::new()).build_http(),
            base,
        }
    }

    /// Makes a request and reads the answer to its end.
    pub(crate) async fn send(&self, call: Call) -> Answer {
        let response = self.open(call).await.expect("the gateway answers");
        let (head, body) = response.into_parts();
        let bytes = body.collect().await.expect("a whole body").to_bytes();
        Answer {
            status: head.status.as_u16(),
            headers: head.headers,
            bytes,
        }
    }

    /// Makes a request and leaves the body of the answer to be read.
    pub(crate) async fn open(
        &self,
        call: Call,
    ) -> Result<Response<Incoming>, hyper_util::client::legacy::Error> {
        self.client.request(call.request(&self.base)).await
    }

    /// Opens an event stream.
    pub(crate) async fn events(&self, call: Call) -> Events {
        let call = call.header("accept", "text/event-stream");
        let response = self.open(call).await.expect("the gateway answers");
        Events {
            response,
            text: String::new(),
        }
    }
}

impl Events {
    /// The next block of the stream, without the empty line at its end. `None`: it has ended.
    pub(crate) async fn block(&mut self) -> Option<String> {
        loop {
            if let Some((block, rest)) = self.text.split_once("\n\n") {
                let block = block.to_owned();
                self.text = String::from(rest);
                return Some(block);
            }
            let frame = self
                .response
                .body_mut()
                .frame()
                .await?
                .expect("the stream is whole");
            if let Some(bytes) = frame.data_ref() {
                self.text
                    .push_str(std::str::from_utf8(bytes).expect("events are UTF-8"));
            }
        }
    }

    /// The next event: its name, its id and its data. Comments are passed over.
    pub(crate) async fn event(&mut self) -> Option<(String, Option<String>, Value)> {
        loop {
            let block = self.block().await?;
            let line = |name: &str| {
                block
                    .lines()
                    .find_map(|line| line.strip_prefix(name))
                    .map(str::to_owned)
            };
            if let Some(data) = line("data: ") {
                let data = serde_json::from_str(&data).expect("data is JSON");
                return Some((line("event: ").expect("a name"), line("id: "), data));
            }
        }
    }
}
