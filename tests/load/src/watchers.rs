//! What open streams cost.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail, ensure};
use clap::Args;
use moelle_proto::v1::game_service_client::GameServiceClient;
use tokio::task::JoinSet;
use tonic::transport::Endpoint;

use crate::follow::{self, Progress};
use crate::games::{self, TURNS};
use crate::process::{Service, Settings};
use crate::usage::resident;

/// How long the streams may take to get what they are owed.
const PATIENCE: Duration = Duration::from_mins(5);
/// Streams that are opened at once.
const OPENED_AT_ONCE: u64 = 200;

/// Options of the measurement.
#[derive(Args)]
pub(crate) struct Watchers {
    /// Streams to open.
    #[arg(long, default_value_t = 10_000)]
    streams: usize,
    /// Games that they watch, as evenly as can be.
    #[arg(long, default_value_t = 1_000)]
    games: usize,
    /// Connections that streams of gRPC share.
    #[arg(long, default_value_t = 4)]
    connections: usize,
    /// Turns that are played in every game while the streams are open.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..=12))]
    turns: u64,
    /// Watch through a gateway, by server-sent events, each on a connection of its own.
    #[arg(long)]
    sse: bool,
    /// The store of the game service. Absent: a file that is removed afterwards.
    #[arg(long, env = "DATABASE_URL", hide_env_values = true)]
    database_url: Option<String>,
}

/// Memory at a moment.
struct Row {
    when: String,
    game: u64,
    gateway: Option<u64>,
}

impl Watchers {
    pub(crate) async fn run(self, files: u64) -> anyhow::Result<()> {
        let needed = u64::try_from(self.streams)? + 100;
        ensure!(
            !self.sse || files > needed,
            "{needed} open files are needed and {files} allowed: ulimit -n {needed}"
        );
        let folder = tempfile::tempdir()?;
        let file = format!("sqlite://{}/games.sqlite", folder.path().display());
        let url = self.database_url.as_deref().unwrap_or(&file);
        let settings = Settings::streams(self.streams);
        let game = Service::game(url, &settings).await?;
        let gateway = if self.sse {
            Some(Service::gateway(game.address, &settings).await?)
        } else {
            None
        };
        let look = |when: String| -> anyhow::Result<Row> {
            let gateway = gateway.as_ref().map(|gateway| resident(gateway.pid()));
            Ok(Row {
                when,
                game: resident(game.pid())?,
                gateway: gateway.transpose()?,
            })
        };

        let mut channels = Vec::new();
        for _ in 0..self.connections.max(1) {
            let endpoint = Endpoint::from_shared(format!("http://{}", game.address))?;
            channels.push(endpoint.connect().await?);
        }
        let client = GameServiceClient::new(channels[0].clone());
        let tables = games::create(&client, self.games.max(1)).await?;
        let mut rows = vec![look("before".to_owned())?];

        let progress = Arc::new(Progress::default());
        let mut streams = JoinSet::new();
        let opening = Instant::now();
        for number in 0..self.streams {
            let table = &tables[number % tables.len()];
            let (id, shared) = (table.id.clone(), Arc::clone(&progress));
            if let Some(gateway) = &gateway {
                streams.spawn(follow::sse(gateway.address, id, shared));
            } else {
                let client = GameServiceClient::new(channels[number % channels.len()].clone());
                streams.spawn(follow::grpc(client, id, shared));
            }
            let opened = u64::try_from(number)? + 1;
            reached(
                &progress.begun,
                opened.saturating_sub(OPENED_AT_ONCE),
                &mut streams,
            )
            .await?;
        }
        let all = u64::try_from(self.streams)?;
        reached(&progress.begun, all, &mut streams).await?;
        println!("{all} streams opened in {:.1?}", opening.elapsed());
        tokio::time::sleep(Duration::from_secs(1)).await;
        rows.push(look("streams open".to_owned())?);

        let playing = Instant::now();
        for turn in 0..usize::try_from(self.turns)?.min(TURNS.len()) {
            games::play(&client, &tables, turn).await?;
            reached(
                &progress.events,
                (u64::try_from(turn)? + 1) * all,
                &mut streams,
            )
            .await?;
        }
        println!(
            "{} events reached their streams, each once and in order, in {:.1?}",
            progress.events.load(Ordering::Relaxed),
            playing.elapsed()
        );
        tokio::time::sleep(Duration::from_secs(1)).await;
        rows.push(look(format!("after {} turns", self.turns))?);
        print(&rows, all);
        Ok(())
    }
}

/// Waits until a count has been reached; a stream that ends before is a failure.
async fn reached(
    count: &AtomicU64,
    goal: u64,
    streams: &mut JoinSet<anyhow::Result<()>>,
) -> anyhow::Result<()> {
    let start = Instant::now();
    while count.load(Ordering::Relaxed) < goal {
        if let Some(ended) = streams.try_join_next() {
            ended?.context("a stream ended")?;
        }
        if start.elapsed() > PATIENCE {
            let count = count.load(Ordering::Relaxed);
            bail!("after {PATIENCE:?} there are {count} of {goal}");
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    Ok(())
}

#[expect(clippy::cast_precision_loss, reason = "figures for people")]
fn print(rows: &[Row], streams: u64) {
    let mib = |bytes: u64| bytes as f64 / 1024.0 / 1024.0;
    let each =
        |bytes: u64, before: u64| bytes.saturating_sub(before) as f64 / 1024.0 / streams as f64;
    println!(
        "{:<16} {:>12} {:>14} {:>12} {:>14}",
        "", "game service", "each stream", "gateway", "each stream"
    );
    for row in rows {
        let (game, gateway) = (row.game, row.gateway.unwrap_or_default());
        let first = &rows[0];
        println!(
            "{:<16} {:>8.1} MiB {:>10.2} KiB {:>8.1} MiB {:>10.2} KiB",
            row.when,
            mib(game),
            each(game, first.game),
            mib(gateway),
            each(gateway, first.gateway.unwrap_or_default()),
        );
    }
}
