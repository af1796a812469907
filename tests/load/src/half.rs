//! Turns at half of what is possible, with nobody watching and with watchers of every game.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{bail, ensure};
use clap::Args;
use hdrhistogram::Histogram;
use moelle_games::{Clock as _, SystemClock};
use moelle_proto::v1;
use moelle_proto::v1::game_service_client::GameServiceClient;
use tokio::task::JoinSet;
use tonic::transport::Channel;

use crate::follow::{self, Progress};
use crate::play::Pace;
use crate::round::{self, Plan, Told};
use crate::stack::{Database, Place, Stack};
use crate::{figures, records};

/// Connections that watchers share.
const CONNECTIONS: usize = 8;

/// Options of the measurement.
#[derive(Args)]
pub(crate) struct Half {
    #[command(flatten)]
    place: Place,
    /// Games at once while half is offered.
    #[arg(long, default_value_t = 1_000)]
    tables: usize,
    /// Watchers of each of them.
    #[arg(long, default_value_t = 10)]
    watchers: usize,
    /// Watch on another replica than that where the games are played.
    #[arg(long)]
    elsewhere: bool,
    /// Turns a second that are offered. Absent: half of what a round without a limit reaches.
    #[arg(long)]
    rate: Option<f64>,
    #[command(flatten)]
    pace: Pace,
}

/// What all watchers share.
struct Seen {
    progress: Arc<Progress>,
    /// Streams whose game is over.
    over: AtomicU64,
    /// Microseconds from when a change was decided, which is before it is stored, to the watcher.
    latency: Mutex<Histogram<u64>>,
    failure: Mutex<Option<String>>,
}

impl Half {
    pub(crate) async fn run(self) -> anyhow::Result<()> {
        let Self { pace, watchers, .. } = self;
        let records = Arc::new(records::read()?);
        let database = self.place.open().await?;
        if self.elsewhere && matches!(database, Database::File(_)) {
            bail!("a file has one replica");
        }
        let streams = (2 * self.tables * watchers).to_string();
        let settings = self.place.settings().with("MOELLE_STREAMS_MAX", streams);
        let stack = Stack::start(&database, false, &settings).await?;
        let other = if self.elsewhere {
            Some(Stack::start(&database, false, &settings).await?)
        } else {
            None
        };
        let watched = stack.watched(&database)?;
        let rate = if let Some(rate) = self.rate {
            rate
        } else {
            let players = stack.players(pace.games).await?;
            let (all, _) = round::play(players, &records, pace.plan(), &watched).await?;
            all.sound()?;
            println!("as many as are answered: {:.0} turns a second", all.rate());
            all.rate() / 2.0
        };
        println!("offered: {rate:.0} turns a second in {} games", self.tables);
        let plan = Plan {
            rate: Some(rate),
            ..pace.plan()
        };
        let channels = other.as_ref().unwrap_or(&stack);
        let channels = channels.channels(CONNECTIONS).await?;
        let mut players = stack.players(self.tables).await?;
        for number in 1..=pace.rounds {
            let (alone, again) = round::play(players, &records, plan, &watched).await?;
            alone.sound()?;
            let seen = Arc::new(Seen::new()?);
            let told = Some(watching(&seen, channels.clone(), watchers));
            let (seen_by_many, again) =
                round::play_told(again, &records, plan, &watched, told).await?;
            let open = seen.open();
            seen_by_many.sound()?;
            players = again;
            println!("{:<8} {}", "", figures::head(&alone));
            println!("{:<8} {}", "alone", figures::row(number, &alone));
            println!("{:<8} {}", "watched", figures::row(number, &seen_by_many));
            println!("{} with {open} streams open", seen.text());
            let failure = seen.failure.lock().unwrap_or_else(PoisonError::into_inner);
            ensure!(failure.is_none(), "a stream: {failure:?}");
        }
        Ok(())
    }
}

/// Opens so many streams of every game that is begun; they are closed with the value.
fn watching(seen: &Arc<Seen>, channels: Vec<Channel>, watchers: usize) -> Told {
    let seen = Arc::clone(seen);
    let streams = Mutex::new((JoinSet::new(), channels.into_iter().cycle()));
    Arc::new(move |id: &str| {
        let mut streams = streams.lock().unwrap_or_else(PoisonError::into_inner);
        let (streams, channels) = &mut *streams;
        for channel in channels.take(watchers) {
            let client = GameServiceClient::new(channel);
            streams.spawn(Arc::clone(&seen).watch(client, id.to_owned()));
        }
    })
}

impl Seen {
    fn new() -> anyhow::Result<Self> {
        Ok(Self {
            progress: Arc::default(),
            over: AtomicU64::new(0),
            latency: Mutex::new(Histogram::new(3)?),
            failure: Mutex::default(),
        })
    }

    async fn watch(self: Arc<Self>, client: GameServiceClient<Channel>, id: String) {
        let progress = Arc::clone(&self.progress);
        match follow::until_over(client, id, progress, |event| self.note(event)).await {
            Ok(()) => {
                self.over.fetch_add(1, Ordering::Relaxed);
            }
            Err(error) => {
                let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
                failure.get_or_insert(format!("{error:#}"));
            }
        }
    }

    fn note(&self, event: &v1::GameEvent) {
        let now = SystemClock.now().unix_timestamp_nanos();
        let at = event.at.as_ref().map_or(0, |at| {
            i128::from(at.seconds) * 1_000_000_000 + i128::from(at.nanos)
        });
        let micros = u64::try_from((now - at) / 1000).unwrap_or(0).max(1);
        let mut latency = self.latency.lock().unwrap_or_else(PoisonError::into_inner);
        // It grows with what it is given.
        let _ = latency.record(micros);
    }

    fn open(&self) -> u64 {
        let begun = self.progress.begun.load(Ordering::Relaxed);
        begun.saturating_sub(self.over.load(Ordering::Relaxed))
    }

    #[expect(clippy::cast_precision_loss, reason = "figures for people")]
    fn text(&self) -> String {
        let latency = self.latency.lock().unwrap_or_else(PoisonError::into_inner);
        let at = |percentile| latency.value_at_percentile(percentile) as f64 / 1000.0;
        format!(
            "{} events at their watchers, from the decision: p50 {:.1} ms, p99 {:.1} ms, p99.9 {:.1} ms",
            latency.len(),
            at(50.0),
            at(99.0),
            at(99.9)
        )
    }
}
