//! A client of server-sent events.

use http::Response;
use http_body_util::BodyExt;
use hyper::body::Incoming;
use serde_json::Value;

/// An event stream that is open.
pub(crate) struct EventSource {
    response: Response<Incoming>,
    buffer: String,
}

/// A server-sent event.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ServerEvent {
    pub(crate) name: String,
    /// The id, where it is a revision.
    pub(crate) id: Option<u64>,
    /// The id as it is written.
    pub(crate) id_text: Option<String>,
    pub(crate) data: Value,
}

impl EventSource {
    pub(crate) fn new(response: Response<Incoming>) -> Self {
        Self {
            response,
            buffer: String::new(),
        }
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        let value = self.response.headers().get(name);
        value.map_or("", |value| value.to_str().expect("a header of ASCII"))
    }

    pub(crate) fn status(&self) -> u16 {
        self.response.status().as_u16()
    }

    /// The next event; comments are passed over. `None`: the stream has ended.
    pub(crate) async fn next(&mut self) -> Option<ServerEvent> {
        loop {
            if let Some(event) = parse(&self.next_block().await?) {
                return Some(event);
            }
        }
    }

    /// The next event or comment as it is written. `None`: the stream has ended.
    pub(crate) async fn next_block(&mut self) -> Option<String> {
        loop {
            if let Some(end) = self.buffer.find("\n\n") {
                let block = self.buffer[..end].to_owned();
                self.buffer.drain(..end + 2);
                return Some(block);
            }
            let frame = self.response.body_mut().frame().await?.ok()?;
            if let Some(bytes) = frame.data_ref() {
                self.buffer
                    .push_str(std::str::from_utf8(bytes).expect("events are UTF-8"));
            }
        }
    }

    /// Every event up to the end of the stream.
    pub(crate) async fn drain(mut self) -> Vec<ServerEvent> {
        let mut events = Vec::new();
        while let Some(event) = self.next().await {
            events.push(event);
        }
        events
    }
}

fn parse(block: &str) -> Option<ServerEvent> {
    let (mut name, mut id, mut data) = (None, None, String::new());
    for line in block.lines() {
        match line.split_once(':') {
            Some(("event", value)) => name = Some(value.trim().to_owned()),
            Some(("id", value)) => id = Some(value.trim().to_owned()),
            Some(("data", value)) => data.push_str(value.strip_prefix(' ').unwrap_or(value)),
            _ => {}
        }
    }
    let data = serde_json::from_str(&data).ok()?;
    Some(ServerEvent {
        name: name.unwrap_or_else(|| "message".to_owned()),
        id: id.as_ref().and_then(|id| id.parse().ok()),
        id_text: id,
        data,
    })
}
