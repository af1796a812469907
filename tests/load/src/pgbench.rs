//! The same two statements of a turn, sent by pgbench and nothing else.
//!
//! They are the store's own files, with the values of a turn in the middle of a game. What a turn
//! leaves null stands in the statement as null, which costs the server a little less than a parameter.
//! No game is created meanwhile, and nobody is told of a change.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context as _, ensure};
use tokio::process::Command;

use crate::records::Record;
use crate::round::Plan;
use crate::usage::{Watched, postgres_program, psql};

const QUERIES: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../crates/store-postgres/queries"
);
/// Threads of pgbench.
const THREADS: u32 = 2;

/// A script of one turn, and where it is played.
pub(crate) struct Bench {
    url: String,
    script: tempfile::NamedTempFile,
    /// Connections, each with a game of its own.
    connections: u32,
}

/// What came of a run.
pub(crate) struct Ran {
    /// Turns a second.
    pub(crate) rate: f64,
    /// Milliseconds of the server's time for each.
    pub(crate) server_ms: f64,
}

impl Bench {
    /// A bench on the oldest games of a database, of which there are at least as many.
    pub(crate) fn new(url: &str, connections: u32, records: &[Record]) -> anyhow::Result<Self> {
        let script = tempfile::NamedTempFile::new()?;
        std::fs::write(script.path(), script_of(records)?)?;
        Ok(Self {
            url: url.to_owned(),
            script,
            connections,
        })
    }

    /// Plays for a while.
    ///
    /// # Errors
    ///
    /// pgbench fails, or not every one of its turns is stored.
    pub(crate) async fn run(&self, plan: Plan, server: &Watched) -> anyhow::Result<Ran> {
        let before = self.revisions()?;
        let length = plan.warm_up + plan.length;
        let bench = Command::new(postgres_program("pgbench"))
            .args(["--no-vacuum", "--protocol=prepared", "--progress=1"])
            .arg(format!("--client={}", self.connections))
            .arg(format!("--jobs={}", THREADS.min(self.connections)))
            .arg(format!("--time={}", length.as_secs()))
            .args(["--define", "begun=0"])
            .arg(format!("--file={}", self.script.path().display()))
            .arg(&self.url)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .context("pgbench cannot be started (on Debian: apt-get install postgresql)")?;
        let timing = async {
            tokio::time::sleep(plan.warm_up).await;
            let begin = server.usage()?;
            // It may end a little early: its sessions would be counted by their parent.
            tokio::time::sleep(plan.length.saturating_sub(Duration::from_millis(500))).await;
            anyhow::Ok(server.usage()?.since(&begin))
        };
        let (output, usage) = tokio::join!(bench.wait_with_output(), timing);
        let (output, usage) = (output?, usage?);
        let (said, progress) = (
            String::from_utf8(output.stdout)?,
            String::from_utf8(output.stderr)?,
        );
        ensure!(output.status.success(), "pgbench: {progress}");
        let played = number_after(&said, "transactions actually processed: ")?;
        let stored = self.revisions()? - before;
        ensure!(played == stored, "of {played} turns {stored} were stored");
        let rate = rate_after(&progress, plan.warm_up)?;
        let counted = rate
            * plan
                .length
                .saturating_sub(Duration::from_millis(500))
                .as_secs_f64();
        Ok(Ran {
            rate,
            server_ms: usage.cpu.as_secs_f64() * 1000.0 / counted,
        })
    }

    fn revisions(&self) -> anyhow::Result<i64> {
        let query = format!(
            "SELECT sum(revision) FROM (SELECT revision FROM games ORDER BY game_id LIMIT {}) g",
            self.connections
        );
        Ok(psql(&self.url, &query)?.trim().parse()?)
    }
}

/// How long the disk takes to flush, in milliseconds: what PostgreSQL does by default on Linux.
pub(crate) async fn flush_ms() -> anyhow::Result<f64> {
    let folder = tempfile::tempdir()?;
    let output = Command::new(postgres_program("pg_test_fsync"))
        .args(["--secs-per-test=1", "--filename"])
        .arg(folder.path().join("flush"))
        .output()
        .await
        .context("pg_test_fsync cannot be started")?;
    let said = String::from_utf8(output.stdout)?;
    let line = said
        .lines()
        .map(str::trim)
        .find(|line| line.starts_with("fdatasync"));
    let line = line.context("pg_test_fsync says nothing of fdatasync")?;
    let micros = line.split_whitespace().rev().nth(1);
    let micros: f64 = micros.context("no time")?.parse()?;
    Ok(micros / 1000.0)
}

/// A turn of a client's own game.
fn script_of(records: &[Record]) -> anyhow::Result<String> {
    let moves = || records.iter().flat_map(|record| &record.moves);
    // The plies since the last placement or removal are read with a game; a position ends with them
    // and its plies.
    let quiet = moves().filter_map(|next| {
        let quiet = next.position.split(' ').rev().nth(1)?;
        quiet.parse::<u32>().ok().map(f64::from)
    });
    let quiet: Vec<f64> = quiet.collect();
    #[expect(clippy::cast_precision_loss, reason = "a mean")]
    let mean = quiet.iter().sum::<f64>() / quiet.len() as f64;
    let one = moves().nth(30).context("too few turns")?;
    let load = statement("load.sql", |number| match number {
        1 => ":game_id::uuid".to_owned(),
        _ => "NULL".to_owned(),
    })?;
    let commit = statement("commit.sql", |number| {
        value(number, &one.turn, &one.position)
    })?;
    Ok(format!(
        "\\if :begun = 0\n\
         SELECT game_id, revision, visibility, owner_token, white_token, black_token, \
         clock_timestamp() AS at FROM games ORDER BY game_id OFFSET :client_id LIMIT 1 \\gset\n\
         \\set begun 1\n\
         \\endif\n\
         {load};\n\
         \\set revision :revision + 1\n\
         \\set quiet_since greatest(1, :revision - random(0, {:.0}))\n\
         {commit};\n",
        2.0 * mean
    ))
}

/// The value of a parameter of the statement that stores a turn.
fn value(number: u32, turn: &str, position: &str) -> String {
    let value = match number {
        1 => ":game_id::uuid",
        2 => ":revision::bigint",
        3 => ":quiet_since::bigint",
        4 | 33 => ":at::timestamptz",
        5 => ":visibility::text",
        6 => ":owner_token::bytea",
        9 => ":white_token::bytea",
        16 => ":black_token::bytea",
        12 | 19 => "true",
        21 | 37 => return format!("'{position}'"),
        22 | 36 => return format!("'{turn}'"),
        34 => "'turn_played'",
        35 => "'white'",
        38 => "1::smallint",
        39 => ":revision::bigint * 1000003",
        52 => "0",
        _ => "NULL",
    };
    value.to_owned()
}

/// A statement of the store with its parameters replaced, without comments and what only sqlx reads.
fn statement(file: &str, value: impl Fn(u32) -> String) -> anyhow::Result<String> {
    let path = Path::new(QUERIES).join(file);
    let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let lines = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("--"));
    let text = lines.collect::<Vec<_>>().join("\n");
    let text = text.replace("!\"", "\"").replace("?\"", "\"");
    let mut parts = text.split('$');
    let mut statement = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let digits = part.chars().take_while(char::is_ascii_digit).count();
        statement += &value(part[..digits].parse()?);
        statement += &part[digits..];
    }
    Ok(statement)
}

fn number_after(text: &str, words: &str) -> anyhow::Result<i64> {
    let (_, rest) = text.split_once(words).with_context(|| text.to_owned())?;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    Ok(digits.parse()?)
}

/// The mean rate of the seconds after the warm-up.
fn rate_after(progress: &str, warm_up: Duration) -> anyhow::Result<f64> {
    let rates = progress.lines().filter_map(|line| {
        let (at, rest) = line.strip_prefix("progress: ")?.split_once(" s, ")?;
        let is_counted = at.parse::<f64>().ok()? > warm_up.as_secs_f64() + 0.5;
        let rate = rest.split_once(" tps")?.0.parse().ok()?;
        is_counted.then_some(rate)
    });
    let rates: Vec<f64> = rates.collect();
    ensure!(
        !rates.is_empty(),
        "pgbench tells of no progress: {progress}"
    );
    #[expect(clippy::cast_precision_loss, reason = "few seconds")]
    Ok(rates.iter().sum::<f64>() / rates.len() as f64)
}
