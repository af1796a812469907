//! What an operator chooses: the command line, the environment, and what both are checked for
//! before a port opens.

mod check;
mod database;

use std::fmt;
use std::net::SocketAddr;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use moelle_telemetry::LogFormat;
use url::Url;

pub use check::InvalidConfig;
pub use database::{DatabaseConfig, DatabaseUrl, InvalidDatabaseUrl, StoreKind};

/// The gRPC service of Mølle.
#[derive(Debug, Parser)]
#[command(name = "moelle-game", version, about)]
pub struct Cli {
    /// What to do; without it, serve.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// The options.
    #[command(flatten)]
    pub options: Options,
}

/// What the program can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Subcommand)]
pub enum Command {
    /// Serve until SIGTERM or SIGINT.
    Serve,
    /// Bring the database's schema up to date, and end.
    Migrate,
}

/// The options as they were given. They are all text, so that every mistake can be told at once.
#[derive(Args, Clone, Default)]
pub struct Options {
    /// Where gRPC is served.
    #[arg(
        long,
        env = "MOELLE_LISTEN",
        default_value = "0.0.0.0:50051",
        global = true
    )]
    pub listen: String,
    /// Where `/livez`, `/readyz` and `/metrics` are served.
    #[arg(
        long,
        env = "MOELLE_ADMIN_LISTEN",
        default_value = "0.0.0.0:9464",
        global = true
    )]
    pub admin_listen: String,
    /// The store: `postgres://…`, or `sqlite://…` for one machine.
    #[arg(
        long,
        env = "DATABASE_URL",
        hide_env_values = true,
        default_value = "",
        global = true
    )]
    pub database_url: String,
    /// Connections to the database, at most.
    #[arg(
        long,
        env = "MOELLE_DATABASE_CONNECTIONS",
        default_value = "10",
        global = true
    )]
    pub database_connections: String,
    /// Whether `serve` brings the schema up to date first: `true` or `false`.
    #[arg(
        long,
        env = "MOELLE_MIGRATE_ON_START",
        default_value = "false",
        global = true
    )]
    pub migrate_on_start: String,
    /// The address that players' links begin with, such as `https://play.example`. Without it
    /// answers carry no links.
    #[arg(long, env = "MOELLE_PUBLIC_URL", default_value = "", global = true)]
    pub public_url: String,
    /// How long a unary call may take, in milliseconds.
    #[arg(
        long,
        env = "MOELLE_DEADLINE_MS",
        default_value = "10000",
        global = true
    )]
    pub deadline_ms: String,
    /// How long a shutdown may take, in milliseconds.
    #[arg(long, env = "MOELLE_DRAIN_MS", default_value = "10000", global = true)]
    pub drain_ms: String,
    /// How often a quiet stream gives a sign of life, in milliseconds.
    #[arg(
        long,
        env = "MOELLE_HEARTBEAT_MS",
        default_value = "15000",
        global = true
    )]
    pub heartbeat_ms: String,
    /// Unary calls under way at once, at most; one more is refused.
    #[arg(long, env = "MOELLE_CALLS_MAX", default_value = "1024", global = true)]
    pub calls_max: String,
    /// Streams open at once, at most; one more is refused.
    #[arg(
        long,
        env = "MOELLE_STREAMS_MAX",
        default_value = "10000",
        global = true
    )]
    pub streams_max: String,
    /// The form of log lines: `auto`, `json` or `text`.
    #[arg(long, env = "MOELLE_LOG_FORMAT", default_value = "auto", global = true)]
    pub log_format: String,
}

/// The options, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Where gRPC is served.
    pub listen: SocketAddr,
    /// Where health and metrics are served over HTTP.
    pub admin_listen: SocketAddr,
    /// Where games are kept.
    pub database: DatabaseConfig,
    /// Whether `serve` brings the schema up to date first.
    pub migrate_on_start: bool,
    /// The address that players' links begin with.
    pub public_url: Option<Url>,
    /// How long a unary call may take.
    pub deadline: Duration,
    /// How long a shutdown may take.
    pub drain: Duration,
    /// How often a quiet stream gives a sign of life.
    pub heartbeat: Duration,
    /// Unary calls under way at once.
    pub calls_max: usize,
    /// Streams open at once.
    pub streams_max: usize,
    /// The form of log lines.
    pub log_format: LogFormat,
}

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The database's address may hold a password.
        f.debug_struct("Options").finish_non_exhaustive()
    }
}
