//! What processes use.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, ensure};
use procfs::process::{Process, Stat};

/// A process whose use is looked at, or a server with all its sessions.
pub(crate) enum Watched {
    One(&'static str, u32),
    /// The first process of a PostgreSQL server on this machine.
    Postgres(i32),
}

/// Processor time so far, and memory now.
#[derive(Clone, Copy, Default)]
pub(crate) struct Usage {
    pub(crate) cpu: Duration,
    /// Bytes; what processes share is counted once.
    pub(crate) memory: u64,
}

impl Watched {
    /// The name of a server.
    pub(crate) const POSTGRES: &'static str = "PostgreSQL";

    /// The server at an address, where it runs on this machine and may be looked at.
    ///
    /// # Errors
    ///
    /// It is not reached, or is not here.
    pub(crate) fn postgres(url: &str) -> anyhow::Result<Self> {
        let query = "SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'";
        let checkpointer: i32 = psql(url, query)?.trim().parse()?;
        let stat = Process::new(checkpointer)?.stat()?;
        ensure!(
            stat.comm.starts_with("postgres"),
            "the server is on another machine"
        );
        Ok(Self::Postgres(stat.ppid))
    }

    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::One(name, _) => name,
            Self::Postgres(_) => Self::POSTGRES,
        }
    }

    /// What it has used until now.
    ///
    /// # Errors
    ///
    /// The process has gone.
    pub(crate) fn usage(&self) -> anyhow::Result<Usage> {
        let gone = || format!("{} has gone", self.name());
        match self {
            Self::One(_, pid) => {
                let stat = Process::new(i32::try_from(*pid)?).and_then(|process| process.stat());
                let stat = stat.with_context(gone)?;
                let mut usage = Usage::default();
                usage.add(stat.utime + stat.stime, stat.rss * procfs::page_size());
                Ok(usage)
            }
            Self::Postgres(first) => {
                let stat = Process::new(*first).and_then(|process| process.stat());
                let stat = stat.with_context(gone)?;
                let mut usage = Usage::default();
                // Sessions that have ended are counted by their parent.
                let ended = u64::try_from(stat.cutime + stat.cstime)?;
                usage.add(stat.utime + stat.stime + ended, 0);
                for process in procfs::process::all_processes()?.flatten() {
                    // One may end meanwhile.
                    if let Ok(stat) = process.stat()
                        && (stat.ppid == *first || stat.pid == *first)
                    {
                        let ticks = if stat.pid == *first { 0 } else { own(&stat) };
                        usage.add(ticks, proportional(&process));
                    }
                }
                Ok(usage)
            }
        }
    }
}

fn own(stat: &Stat) -> u64 {
    stat.utime + stat.stime
}

/// A process's memory and its part of what it shares; 0 where that may not be looked at.
fn proportional(process: &Process) -> u64 {
    let Ok(rollup) = process.smaps_rollup() else {
        return 0;
    };
    let maps = rollup.memory_map_rollup;
    maps.into_iter()
        .filter_map(|map| map.extension.map.get("Pss").copied())
        .sum()
}

impl Usage {
    fn add(&mut self, ticks: u64, memory: u64) {
        #[expect(clippy::cast_precision_loss, reason = "fewer ticks than that")]
        let seconds = ticks as f64 / procfs::ticks_per_second() as f64;
        self.cpu += Duration::from_secs_f64(seconds);
        self.memory += memory;
    }

    /// What was used since: processor time from then to now, and the memory of now.
    pub(crate) fn since(&self, before: &Self) -> Self {
        Self {
            cpu: self.cpu.saturating_sub(before.cpu),
            memory: self.memory,
        }
    }
}

/// The memory of a process that is in use, in bytes.
pub(crate) fn resident(pid: u32) -> anyhow::Result<u64> {
    Ok(Watched::One("the service", pid).usage()?.memory)
}

/// What `psql` prints of a query, without frills.
///
/// # Errors
///
/// It is not installed, or the query fails.
pub(crate) fn psql(url: &str, query: &str) -> anyhow::Result<String> {
    let program = postgres_program("psql");
    let output = Command::new(&program)
        .args(["--no-psqlrc", "--quiet", "--tuples-only", "--no-align"])
        .args(["--set=ON_ERROR_STOP=1", "--command", query, url])
        .output()
        .with_context(|| format!("{} cannot be started", program.display()))?;
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "psql: {errors}");
    Ok(String::from_utf8(output.stdout)?)
}

/// A program of PostgreSQL: the newest of Debian's, or what the path leads to.
pub(crate) fn postgres_program(name: &str) -> PathBuf {
    let versions = std::fs::read_dir("/usr/lib/postgresql");
    let mut found: Vec<(u32, PathBuf)> = versions
        .into_iter()
        .flatten()
        .filter_map(|entry| {
            let folder = entry.ok()?.path();
            let version = folder.file_name()?.to_str()?.parse().ok()?;
            let program = folder.join("bin").join(name);
            program.exists().then_some((version, program))
        })
        .collect();
    found.sort();
    let newest = found.pop().map(|(_, program)| program);
    newest.unwrap_or_else(|| Path::new(name).to_owned())
}
