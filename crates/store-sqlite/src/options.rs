//! Where the file is, and how it is used.

use std::path::Path;
use std::time::Duration;

use sqlx::ConnectOptions as _;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use thiserror::Error;

/// The limits of a store. All of them have defaults that suit one machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SqliteOptions {
    /// Connections that read, at most. One more writes.
    pub readers_max: u32,
    /// How long a call waits for its connection.
    pub acquire_timeout: Duration,
    /// How long a statement waits for another process that is writing.
    pub busy_timeout: Duration,
}

impl Default for SqliteOptions {
    fn default() -> Self {
        Self {
            readers_max: 4,
            acquire_timeout: Duration::from_secs(5),
            busy_timeout: Duration::from_secs(5),
        }
    }
}

/// A text that is no URL of a SQLite file.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("this is no URL of a SQLite file, such as sqlite:///home/ada/games.sqlite: {what}")]
pub struct InvalidUrl {
    what: String,
}

/// A URL that was understood.
#[derive(Debug, Clone)]
pub(crate) struct FileUrl(SqliteConnectOptions);

impl FileUrl {
    pub(crate) fn parse(url: &str) -> Result<Self, InvalidUrl> {
        let refuse = |what: &str| InvalidUrl {
            what: what.to_owned(),
        };
        if !url.starts_with("sqlite:") {
            return Err(refuse("the scheme is not sqlite"));
        }
        if url.contains(":memory:") || url.contains("mode=memory") {
            return Err(refuse("games in memory would not survive"));
        }
        let options: SqliteConnectOptions = url
            .parse()
            .map_err(|error: sqlx::Error| refuse(&error.to_string()))?;
        if options.get_filename().as_os_str().is_empty() {
            return Err(refuse("it names no file"));
        }
        // What sqlx logs holds the text of statements. The meter tells of them, and of slow ones.
        Ok(Self(options.disable_statement_logging()))
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.get_filename()
    }

    /// The settings of the connection that writes: a change is on the disk when it is acknowledged.
    pub(crate) fn writer(&self, options: SqliteOptions) -> SqliteConnectOptions {
        self.0
            .clone()
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(options.busy_timeout)
    }

    /// The settings of those that read.
    pub(crate) fn reader(&self, options: SqliteOptions) -> SqliteConnectOptions {
        self.writer(options).pragma("query_only", "ON")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_names_a_file() {
        for (url, path) in [
            ("sqlite:///var/lib/games.sqlite", "/var/lib/games.sqlite"),
            ("sqlite://games.sqlite", "games.sqlite"),
            ("sqlite:games.sqlite", "games.sqlite"),
            ("sqlite:///with%20space/games", "/with space/games"),
        ] {
            let parsed = FileUrl::parse(url).expect(url);
            assert_eq!(parsed.path(), Path::new(path), "{url}");
        }
    }

    #[test]
    fn what_would_lose_the_games_is_refused() {
        for url in [
            "",
            "games.sqlite",
            "postgres://host/name",
            "sqlite:",
            "sqlite://",
            "sqlite::memory:",
            "sqlite://:memory:",
            "sqlite://games.sqlite?mode=memory",
            "sqlite://games.sqlite?mode=nonsense",
        ] {
            assert!(FileUrl::parse(url).is_err(), "{url}");
        }
    }
}
