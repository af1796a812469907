//! Frames of HTTP/2 as they are on the wire, for clients that no library would be.

use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// The code of a client that asks too much; any other would be of a frame that is wrong.
pub(crate) const ENHANCE_YOUR_CALM: u32 = 11;

/// How long a server may take to end a connection.
const PATIENCE: Duration = Duration::from_mins(1);

const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
const HEADERS: u8 = 1;
const RST_STREAM: u8 = 3;
const SETTINGS: u8 = 4;
const GOAWAY: u8 = 7;
const CONTINUATION: u8 = 9;
const END_STREAM: u8 = 1;
const END_HEADERS: u8 = 4;
const CANCEL: u32 = 8;

/// The first that a server says of a request.
#[derive(Debug)]
pub(crate) struct Said {
    kind: u8,
    payload: Vec<u8>,
}

impl Said {
    /// Whether it is that the head was too large: status 431, or the stream's end.
    pub(crate) fn is_too_large(&self) -> bool {
        /// The digits as they are, and as HPACK packs them.
        const STATUS: [&[u8]; 2] = [b"431", &[0x69, 0x90, 0xff]];
        let holds = |status: &&[u8]| self.payload.windows(3).any(|part| part == *status);
        self.kind == RST_STREAM || self.kind == HEADERS && STATUS.iter().any(holds)
    }
}

/// A connection on which anything may be said.
pub(crate) struct Wire {
    stream: TcpStream,
    address: String,
}

impl Wire {
    /// A connection that has said hello.
    pub(crate) async fn to(address: &str) -> Self {
        let stream = TcpStream::connect(address).await.expect("a connection");
        let mut wire = Self {
            stream,
            address: address.to_owned(),
        };
        let hello = [PREFACE, &frame(SETTINGS, 0, 0, &[])].concat();
        wire.say(&hello).await;
        wire
    }

    /// Says it, if anybody still listens.
    async fn say(&mut self, bytes: &[u8]) -> bool {
        self.stream.write_all(bytes).await.is_ok()
    }

    /// Begins so many requests and takes each back at once. `false`: nobody listens any more.
    pub(crate) async fn reset(&mut self, path: &str, first: u32, count: u32) -> bool {
        let head = head(path, &self.address);
        let mut frames = Vec::new();
        for number in first..first + count {
            let stream = 2 * number + 1;
            frames.extend(frame(HEADERS, END_HEADERS | END_STREAM, stream, &head));
            frames.extend(frame(RST_STREAM, 0, stream, &CANCEL.to_be_bytes()));
        }
        self.say(&frames).await
    }

    /// Begins a head and goes on with it for as long as anybody listens, up to so many bytes. Says how
    /// many were sent.
    pub(crate) async fn go_on(&mut self, path: &str, bytes_max: usize) -> usize {
        let head = head(path, &self.address);
        let mut sent = 0;
        self.say(&frame(HEADERS, END_STREAM, 1, &head)).await;
        let field = literal(0, "x-more", &"x".repeat(100));
        let more = frame(CONTINUATION, 0, 1, &field.repeat(100));
        while sent < bytes_max && self.say(&more).await {
            sent += more.len();
        }
        sent
    }

    /// Asks with a head that names one field so many times, at a byte each, and reads what is said of it.
    pub(crate) async fn repeat(&mut self, path: &str, count: usize) -> Option<Said> {
        /// Keeps the field in the table of the connection, and the place that it has there then.
        const KEPT: u8 = 0x40;
        const REPEATED: u8 = 0xbe;
        let mut head = head(path, &self.address);
        head.extend(literal(KEPT, "x-more", &"x".repeat(120)));
        head.extend(vec![REPEATED; count]);
        self.say(&frame(HEADERS, END_HEADERS | END_STREAM, 1, &head))
            .await;
        let reading = async {
            loop {
                let mut start = [0; 9];
                self.stream.read_exact(&mut start).await.ok()?;
                let [a, b, c, kind, _, stream @ ..] = start;
                let mut payload = vec![0; u32::from_be_bytes([0, a, b, c]) as usize];
                self.stream.read_exact(&mut payload).await.ok()?;
                if u32::from_be_bytes(stream) == 1 {
                    return Some(Said { kind, payload });
                }
            }
        };
        let said = tokio::time::timeout(PATIENCE, reading).await;
        said.expect("the request is answered")
    }

    /// Reads to the end of the connection, and says with which code the server ended it, if that came
    /// through.
    pub(crate) async fn end(mut self) -> Option<u32> {
        let mut read = Vec::new();
        let reading = self.stream.read_to_end(&mut read);
        // A reset is an end as well.
        let ended = tokio::time::timeout(PATIENCE, reading).await;
        let _ = ended.expect("the connection ends");
        let mut rest = read.as_slice();
        while let [a, b, c, kind, ..] = rest {
            if *kind == GOAWAY {
                let code = rest.get(13..17)?.try_into().ok()?;
                return Some(u32::from_be_bytes(code));
            }
            let length = 9 + u32::from_be_bytes([0, *a, *b, *c]) as usize;
            rest = rest.get(length..).unwrap_or_default();
        }
        None
    }
}

fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).expect("short").to_be_bytes();
    let mut frame = vec![length[1], length[2], length[3], kind, flags];
    frame.extend(stream.to_be_bytes());
    frame.extend(payload);
    frame
}

/// The head of a request, without an entry in any table but the one that is given.
fn head(path: &str, authority: &str) -> Vec<u8> {
    const POST: u8 = 0x83;
    const HTTP: u8 = 0x86;
    const AUTHORITY: u8 = 1;
    const PATH: u8 = 4;
    let mut head = vec![POST, HTTP];
    head.push(PATH);
    head.extend(text(path));
    head.push(AUTHORITY);
    head.extend(text(authority));
    head
}

fn literal(prefix: u8, name: &str, value: &str) -> Vec<u8> {
    [vec![prefix], text(name), text(value)].concat()
}

/// A text of fewer than 127 bytes.
fn text(text: &str) -> Vec<u8> {
    let length = u8::try_from(text.len()).expect("short");
    assert!(length < 127, "a short text");
    [&[length], text.as_bytes()].concat()
}
