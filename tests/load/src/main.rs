//! Loads the services and measures what that costs. `tests/bench` repeats all of it.
//!
//! ```text
//! cargo build --release -p moelle-game -p moelle-gateway
//! cargo run --release -p moelle-load -- play
//! cargo run --release -p moelle-load -- play --rest --sqlite
//! cargo run --release -p moelle-load -- watchers
//! cargo run --release -p moelle-load -- watchers --sse
//! ```
//!
//! It starts the services that were built beside it, or those in the folder that `MOELLE_BIN` names.

mod process;
mod stack;
mod usage;

mod records;

mod player;
mod round;

mod figures;

mod play;

mod collector;
mod telemetry;

mod floor;

mod growth;
mod half;
mod overload;

mod compare;
mod pgbench;

mod follow;
mod games;
mod watchers;

use clap::{Parser, Subcommand};

/// Loads the services of Mølle and measures what that costs.
#[derive(Parser)]
#[command(name = "moelle-load", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// What is measured.
#[derive(Subcommand)]
enum Command {
    /// Whole games at once, every answer checked: turns a second, latency, processor time, memory.
    Play(play::Play),
    /// The same with telemetry and without, in turn.
    Telemetry(telemetry::Telemetry),
    /// The same beside pgbench, which sends the two statements of a turn on as many connections.
    Compare(compare::Compare),
    /// Calls that need no store beside the least that a call can be.
    Floor(floor::Floor),
    /// Turns at half of what is possible, with watchers and without.
    Half(half::Half),
    /// Turns, reads and lists with few and with many games in the store.
    Growth(growth::Growth),
    /// More than can be served, what becomes of it, and what comes after.
    Overload(overload::Overload),
    /// Memory of open streams, and that each of them gets every event in order.
    Watchers(watchers::Watchers),
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let cli = Cli::parse();
    // Each stream of a gateway is a connection; what is started here inherits the limit.
    let files = rlimit::increase_nofile_limit(u64::MAX)?;
    match cli.command {
        Command::Play(play) => play.run().await,
        Command::Telemetry(telemetry) => telemetry.run().await,
        Command::Compare(compare) => compare.run().await,
        Command::Floor(floor) => floor.run().await,
        Command::Half(half) => half.run().await,
        Command::Growth(growth) => growth.run().await,
        Command::Overload(overload) => overload.run().await,
        Command::Watchers(watchers) => watchers.run(files).await,
    }
}
