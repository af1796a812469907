//! Loads the services and measures what that costs: memory now, turns and answers to come.
//!
//! ```text
//! cargo build --release -p moelle-game -p moelle-gateway
//! cargo run --release -p moelle-load -- watchers
//! cargo run --release -p moelle-load -- watchers --sse
//! ```

mod follow;
mod games;
mod process;
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
    /// Memory of open streams, and that each of them gets every event in order.
    Watchers(watchers::Watchers),
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let cli = Cli::parse();
    // Each stream of a gateway is a connection; what is started here inherits the limit.
    let files = rlimit::increase_nofile_limit(u64::MAX)?;
    match cli.command {
        Command::Watchers(watchers) => watchers.run(files).await,
    }
}
