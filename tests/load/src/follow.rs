//! Streams that are read, and held to the order of their events.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Context as _, bail, ensure};
use moelle_proto::v1;
use moelle_proto::v1::game_service_client::GameServiceClient;
use moelle_proto::v1::watch_game_response::Message;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;
use tonic::transport::Channel;

/// Bytes that are read at once from a gateway; there are thousands of streams.
const READ_BYTES: usize = 2048;

/// How far all streams together have come.
#[derive(Default)]
pub(crate) struct Progress {
    /// Streams that have had their snapshot.
    pub(crate) begun: AtomicU64,
    /// Events that were had, in order.
    pub(crate) events: AtomicU64,
}

/// One stream's place in its game.
struct Place {
    revision: Option<u64>,
    progress: Arc<Progress>,
}

impl Place {
    fn new(progress: Arc<Progress>) -> Self {
        Self {
            revision: None,
            progress,
        }
    }

    fn snapshot(&mut self, revision: u64) -> anyhow::Result<()> {
        ensure!(self.revision.is_none(), "a second snapshot");
        self.revision = Some(revision);
        self.progress.begun.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    fn event(&mut self, revision: u64) -> anyhow::Result<()> {
        let seen = self.revision.context("an event before the snapshot")?;
        ensure!(revision == seen + 1, "event {revision} after {seen}");
        self.revision = Some(revision);
        self.progress.events.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }
}

/// Reads a stream of the game service until it fails, of a game that does not end.
pub(crate) async fn grpc(
    client: GameServiceClient<Channel>,
    game_id: String,
    progress: Arc<Progress>,
) -> anyhow::Result<()> {
    until_over(client, game_id, progress, |_| ()).await?;
    bail!("the game is over")
}

/// Reads a stream of the game service until its game is over, and shows each event.
pub(crate) async fn until_over(
    mut client: GameServiceClient<Channel>,
    game_id: String,
    progress: Arc<Progress>,
    mut seen: impl FnMut(&v1::GameEvent),
) -> anyhow::Result<()> {
    let request = v1::WatchGameRequest {
        game_id,
        ..v1::WatchGameRequest::default()
    };
    let mut stream = client.watch_game(request).await?.into_inner();
    let mut place = Place::new(progress);
    while let Some(response) = stream.message().await? {
        match response.message {
            Some(Message::Snapshot(snapshot)) => {
                place.snapshot(snapshot.game.context("a game")?.revision)?;
            }
            Some(Message::Event(event)) => {
                place.event(event.revision)?;
                seen(&event);
            }
            Some(Message::Heartbeat(_)) | None => {}
            Some(Message::End(end)) => {
                let reason = end.reason();
                ensure!(
                    reason == v1::StreamEndReason::GameOver,
                    "the stream ends: {reason:?}"
                );
                return Ok(());
            }
        }
    }
    bail!("the stream ends without a word")
}

/// Reads a stream of a gateway until it fails. A block of it comes whole, so that its lines can be
/// read as they are, whatever stands between the blocks.
pub(crate) async fn sse(
    gateway: SocketAddr,
    game_id: String,
    progress: Arc<Progress>,
) -> anyhow::Result<()> {
    let mut connection = TcpStream::connect(gateway).await?;
    let request = format!(
        "GET /v1/games/{game_id}/events HTTP/1.1\r\nhost: {gateway}\r\naccept: text/event-stream\r\n\r\n"
    );
    connection.write_all(request.as_bytes()).await?;
    let mut lines = BufReader::with_capacity(READ_BYTES, connection).lines();
    let status = lines.next_line().await?.context("no answer")?;
    ensure!(status.starts_with("HTTP/1.1 200"), "{status}");
    let mut place = Place::new(progress);
    let mut name = String::new();
    while let Some(line) = lines.next_line().await? {
        if let Some(event) = line.strip_prefix("event: ") {
            event.clone_into(&mut name);
        } else if let Some(id) = line.strip_prefix("id: ") {
            let revision = id.parse().context("an id that is no revision")?;
            match name.as_str() {
                "snapshot" => place.snapshot(revision)?,
                "event" => place.event(revision)?,
                other => bail!("an unexpected {other}"),
            }
        }
    }
    bail!("the stream ends")
}
