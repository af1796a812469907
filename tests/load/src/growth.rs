//! What a turn, a read and a list cost with many games in the store, and what each game takes there.
//!
//! The games are real: those of the vectors are played to their end through the service, and their rows
//! are then copied inside the database, each copy with an id and a time of its own.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail, ensure};
use clap::Args;
use futures::future::{join_all, try_join_all};
use hdrhistogram::Histogram;
use moelle_games::GameId;
use serde_json::Value;

use crate::figures::Spread;
use crate::play::Pace;
use crate::player::{Answer, Player, Rest};
use crate::records::{self, Record};
use crate::round;
use crate::stack::{Database, Place, Stack};
use crate::usage::{Watched, psql};

/// Games that are copied in one statement.
const COPIED_AT_ONCE: usize = 2_000;
/// Reads, and lists, of a round.
const READS: usize = 2_000;
/// The newest public games.
const LIST: &str = "/v1/games?limit=20";
/// Who reads at once.
const READERS: usize = 8;

/// Options of the measurement.
#[derive(Args)]
pub(crate) struct Growth {
    #[command(flatten)]
    place: Place,
    /// Finished games in the store: the sizes that are compared, in rising order.
    #[arg(long, value_delimiter = ',', default_values_t = [1_000, 10_000, 100_000])]
    sizes: Vec<usize>,
    #[command(flatten)]
    pace: Pace,
}

/// What is measured at each size, in milliseconds.
const FIGURES: [&str; 4] = [
    "a turn, p50",
    "PostgreSQL's time a turn",
    "a read, p50",
    "a list of 20, p50",
];

impl Growth {
    pub(crate) async fn run(self) -> anyhow::Result<()> {
        ensure!(self.sizes.is_sorted(), "the sizes must rise");
        let records = Arc::new(records::read()?);
        let database = self.place.open().await?;
        let Database::Postgres(on_server) = &database else {
            bail!("games are copied inside PostgreSQL alone");
        };
        let url = on_server.url();
        let stack = Stack::start(&database, true, &self.place.settings()).await?;
        let gateway = stack.gateway.as_ref().context("a gateway")?.address;
        let watched = stack.watched(&database)?;
        let mut players = stack.players(self.pace.games).await?;
        let templates = play_all(&stack, &records, self.pace.games).await?;
        keep_templates(url)?;
        let mut copied = 0;
        let mut first = None;
        for size in self.sizes.iter().copied() {
            let begin = Instant::now();
            while copied < size {
                let count = COPIED_AT_ONCE.min(size - copied);
                copy(url, copied, count)?;
                copied += count;
            }
            let loaded = begin.elapsed();
            psql(url, "VACUUM (ANALYZE) games")?;
            psql(url, "VACUUM (ANALYZE) events")?;
            psql(url, "CHECKPOINT")?;
            println!(
                "{size} finished games more than the {templates} played, loaded in {loaded:.1?}"
            );
            println!("{}", storage(url)?);
            let mut figures: [Vec<f64>; FIGURES.len()] = Default::default();
            for _ in 0..self.pace.rounds {
                let plan = self.pace.plan();
                let (round, again) = round::play(players, &records, plan, &watched).await?;
                players = again;
                round.sound()?;
                let server = round.cpu_ms(Watched::POSTGRES);
                figures[0].push(millis(&round.tally.latency));
                figures[1].push(server.context("the server is watched")?);
                figures[2].push(read(gateway, some_games(url)?).await?);
                figures[3].push(read(gateway, vec![LIST.to_owned()]).await?);
            }
            let spreads = figures.map(Spread::of);
            for (number, (what, spread)) in FIGURES.iter().zip(spreads).enumerate() {
                let first = first.get_or_insert(spreads)[number];
                let ratio = spread.median / first.median;
                println!("  {what}: {} ms, {ratio:.2} of the first", spread.text(3));
            }
        }
        Ok(())
    }
}

/// Plays every record to its end, many at once, and gives how many there are.
async fn play_all(stack: &Stack, records: &[Record], at_once: usize) -> anyhow::Result<usize> {
    let players = stack.players(at_once).await?;
    let playing = players
        .into_iter()
        .enumerate()
        .map(|(first, player)| async move {
            let mut player = player;
            for record in records.iter().skip(first).step_by(at_once) {
                play_out(&mut player, record).await?;
            }
            anyhow::Ok(())
        });
    try_join_all(playing).await?;
    Ok(records.len())
}

async fn play_out(player: &mut Player, record: &Record) -> anyhow::Result<()> {
    let Answer::Had(game) = player.create(record).await? else {
        bail!("the service is busy");
    };
    for (revision, next) in (1..).zip(&record.moves) {
        let answer = player.play(&game, next.side, &next.turn, revision);
        let Answer::Had(standing) = answer.await? else {
            bail!("the service is busy");
        };
        ensure!(standing.position == next.position, "{standing:?}");
    }
    Ok(())
}

/// Puts aside what is copied, as public games: those are listed.
fn keep_templates(url: &str) -> anyhow::Result<()> {
    psql(url, "UPDATE games SET visibility = 'public'")?;
    psql(
        url,
        "CREATE TABLE load_games AS SELECT row_number() OVER () - 1 AS place, * FROM games",
    )?;
    psql(url, "CREATE TABLE load_events AS SELECT * FROM events")?;
    psql(url, "CREATE INDEX ON load_games (place)")?;
    psql(url, "CREATE INDEX ON load_events (game_id)")?;
    psql(url, "VACUUM (ANALYZE) load_games")?;
    psql(url, "VACUUM (ANALYZE) load_events")?;
    Ok(())
}

/// Copies so many games, one every minute from two years ago on.
fn copy(url: &str, first: usize, count: usize) -> anyhow::Result<()> {
    let columns = |table: &str, but: &str| {
        psql(
            url,
            &format!(
                "SELECT string_agg('t.' || quote_ident(column_name), ', ' ORDER BY ordinal_position) \
                 FROM information_schema.columns WHERE table_schema = current_schema() \
                 AND table_name = '{table}' AND column_name NOT IN ({but})"
            ),
        )
    };
    let of_games = columns("games", "'game_id', 'created_at', 'updated_at'")?;
    let of_events = columns("events", "'game_id', 'at'")?;
    let names = |columns: &str| columns.trim().replace("t.", "");
    let last = first + count - 1;
    psql(
        url,
        &format!(
            "CREATE TEMPORARY TABLE fresh AS \
             SELECT t.game_id AS template, at, ( \
               lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' \
               || substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15) \
             )::uuid AS game_id \
             FROM generate_series({first}, {last}) AS n \
             CROSS JOIN LATERAL ( \
               SELECT date_trunc('minute', now()) - interval '730 days' + n * interval '1 minute' AS at \
             ) AS times \
             JOIN load_games t ON t.place = n % (SELECT count(*) FROM load_games); \
             INSERT INTO games (game_id, created_at, updated_at, {games}) \
             SELECT f.game_id, f.at, f.at + (t.updated_at - t.created_at), {of_games} \
             FROM fresh f JOIN load_games t ON t.game_id = f.template; \
             INSERT INTO events (game_id, at, {events}) \
             SELECT f.game_id, f.at + (t.at - g.created_at), {of_events} \
             FROM fresh f JOIN load_games g ON g.game_id = f.template \
             JOIN load_events t ON t.game_id = f.template \
             ORDER BY f.game_id, t.revision",
            games = names(&of_games),
            events = names(&of_events),
            of_games = of_games.trim(),
            of_events = of_events.trim(),
        ),
    )?;
    Ok(())
}

/// What the tables take, with their indexes.
fn storage(url: &str) -> anyhow::Result<String> {
    let said = psql(
        url,
        "SELECT format('  %s games: %s bytes each with indexes; %s events: %s bytes each with indexes', \
         g.count, pg_total_relation_size('games') / g.count, \
         e.count, pg_total_relation_size('events') / e.count) \
         FROM (SELECT count(*) FROM games) g, (SELECT count(*) FROM events) e",
    )?;
    Ok(said.trim_end().to_owned())
}

/// Paths of games from everywhere in the store.
fn some_games(url: &str) -> anyhow::Result<Vec<String>> {
    let ids = psql(
        url,
        &format!("SELECT game_id FROM games ORDER BY random() LIMIT {READS}"),
    )?;
    ids.lines()
        .map(|id| {
            let id = GameId::from_uuid(id.parse()?);
            Ok(format!("/v1/games/{id}"))
        })
        .collect()
}

/// Reads the paths one after the other, many at once; the median of the time in milliseconds.
async fn read(gateway: std::net::SocketAddr, paths: Vec<String>) -> anyhow::Result<f64> {
    let paths = Arc::new(paths);
    let reading = (0..READERS).map(|reader| {
        let paths = Arc::clone(&paths);
        tokio::spawn(async move {
            let mut rest = Rest::connect(gateway).await?;
            let mut latency = Histogram::<u64>::new(3)?;
            for number in 0..READS / READERS {
                let path = &paths[(reader + number * READERS) % paths.len()];
                let begin = Instant::now();
                let Answer::Had(body) = rest.get(path).await? else {
                    bail!("the gateway is busy");
                };
                latency.record(micros(begin.elapsed())?)?;
                let answer: Value = serde_json::from_slice(&body)?;
                ensure!(
                    answer["game"]["id"].is_string() || answer["games"][19]["id"].is_string(),
                    "{path}: {answer}"
                );
            }
            anyhow::Ok(latency)
        })
    });
    let mut all = Histogram::<u64>::new(3)?;
    for latency in join_all(reading).await {
        all.add(latency??)?;
    }
    Ok(millis(&all))
}

fn micros(time: Duration) -> anyhow::Result<u64> {
    Ok(u64::try_from(time.as_micros())?.max(1))
}

/// The median in milliseconds.
#[expect(clippy::cast_precision_loss, reason = "a figure for people")]
fn millis(latency: &Histogram<u64>) -> f64 {
    latency.value_at_percentile(50.0) as f64 / 1000.0
}
