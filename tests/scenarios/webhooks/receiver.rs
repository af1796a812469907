//! A receiver of webhooks, on a real socket.

use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ring::hmac;
use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::Instant;

/// How long something may take that must happen.
const PATIENCE: Duration = Duration::from_mins(2);

/// What a receiver does with what it gets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Mood {
    /// It answers with this head, whatever follows it.
    Answers(String),
    /// It says nothing until it changes its mind.
    Hangs,
}

impl Mood {
    /// It takes what it gets.
    pub(crate) fn well() -> Self {
        Self::Answers("HTTP/1.1 204 No Content\r\n\r\n".to_owned())
    }

    /// It answers with this status.
    pub(crate) fn status(status: u16) -> Self {
        Self::Answers(format!("HTTP/1.1 {status} So\r\ncontent-length: 0\r\n\r\n"))
    }
}

/// A message that came.
#[derive(Clone, Debug)]
pub(crate) struct Message {
    pub(crate) id: String,
    pub(crate) at: String,
    pub(crate) signatures: String,
    pub(crate) body: String,
    /// Whether it was taken.
    pub(crate) was_taken: bool,
}

/// A receiver that keeps what it gets. It goes with the value.
pub(crate) struct Receiver {
    port: u16,
    came: Arc<Mutex<Vec<Message>>>,
    mood: watch::Sender<Mood>,
    task: tokio::task::JoinHandle<()>,
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Receiver {
    pub(crate) async fn start(mood: Mood) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let came = Arc::new(Mutex::new(Vec::new()));
        let mood = watch::Sender::new(mood);
        let (kept, moods) = (Arc::clone(&came), mood.clone());
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(receive(stream, Arc::clone(&kept), moods.subscribe()));
            }
        });
        Self {
            port,
            came,
            mood,
            task,
        }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}/hook", self.port)
    }

    pub(crate) fn feel(&self, mood: Mood) {
        self.mood.send_replace(mood);
    }

    fn came(&self) -> MutexGuard<'_, Vec<Message>> {
        self.came.lock().expect("no panic")
    }

    /// Everything that came, taken or not.
    pub(crate) fn messages(&self) -> Vec<Message> {
        self.came().clone()
    }

    /// What was taken of a game, each revision where it came first.
    pub(crate) fn revisions(&self, game: &str) -> Vec<u64> {
        let mut seen = Vec::new();
        for message in self.came().iter().filter(|message| message.was_taken) {
            let body = message.json();
            let revision = body["data"]["revision"].as_u64();
            if body["data"]["gameId"] == game
                && let Some(revision) = revision
                && !seen.contains(&revision)
            {
                seen.push(revision);
            }
        }
        seen
    }

    /// Waits until this holds of what came.
    pub(crate) async fn until(&self, what: &str, holds: impl Fn(&Self) -> bool) {
        let deadline = Instant::now() + PATIENCE;
        while !holds(self) {
            assert!(Instant::now() < deadline, "{what}: {:?}", self.messages());
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Waits until these revisions of a game were taken, in this order and no others.
    pub(crate) async fn until_told(&self, game: &str, revisions: &[u64]) {
        let what = format!("{game} is told as {revisions:?}");
        self.until(&what, |receiver| {
            receiver.revisions(game).len() >= revisions.len()
        })
        .await;
        assert_eq!(self.revisions(game), revisions);
    }
}

impl Message {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).expect("JSON")
    }

    /// Whether one of its signatures is of this secret, by other code than signed it.
    pub(crate) fn is_signed_with(&self, secret: &str) -> bool {
        let key = secret.strip_prefix("whsec_").expect("a secret");
        let key = STANDARD.decode(key).expect("base64");
        let key = hmac::Key::new(hmac::HMAC_SHA256, &key);
        let signed = format!("{}.{}.{}", self.id, self.at, self.body);
        self.signatures.split(' ').any(|signature| {
            let tag = signature.strip_prefix("v1,").expect("version 1");
            let tag = STANDARD.decode(tag).expect("base64");
            hmac::verify(&key, signed.as_bytes(), &tag).is_ok()
        })
    }
}

/// Reads one request, keeps it, and answers as the receiver feels.
async fn receive(
    mut stream: TcpStream,
    came: Arc<Mutex<Vec<Message>>>,
    mut mood: watch::Receiver<Mood>,
) -> std::io::Result<()> {
    let mut read = Vec::new();
    let (head, body) = loop {
        if stream.read_buf(&mut read).await? == 0 {
            return Ok(());
        }
        let text = String::from_utf8_lossy(&read).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n")
            && body.len() >= length(head)
        {
            break (head.to_owned(), body.to_owned());
        }
    };
    let place = {
        let mut came = came.lock().expect("no panic");
        came.push(Message {
            id: header(&head, "webhook-id"),
            at: header(&head, "webhook-timestamp"),
            signatures: header(&head, "webhook-signature"),
            body,
            was_taken: false,
        });
        came.len() - 1
    };
    let answers = mood.wait_for(|mood| *mood != Mood::Hangs).await;
    let Ok(Mood::Answers(answer)) = answers.map(|mood| mood.clone()) else {
        return Ok(());
    };
    // Who has gone away meanwhile gets it again.
    let mut end = [0; 1];
    let is_there = tokio::time::timeout(Duration::ZERO, stream.read(&mut end))
        .await
        .is_err();
    stream.write_all(answer.as_bytes()).await?;
    if is_there && answer.starts_with("HTTP/1.1 2") {
        came.lock().expect("no panic")[place].was_taken = true;
    }
    stream.shutdown().await
}

fn header(head: &str, name: &str) -> String {
    let lines = head.lines().filter_map(|line| line.split_once(": "));
    let mut values = lines.filter(|(key, _)| key.eq_ignore_ascii_case(name));
    values
        .next()
        .map(|(_, value)| value.to_owned())
        .unwrap_or_default()
}

fn length(head: &str) -> usize {
    header(head, "content-length").parse().unwrap_or(0)
}
