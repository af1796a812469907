//! How the database is reached.

use std::fmt;
use std::time::Duration;

use sqlx::ConnectOptions as _;
use sqlx::postgres::PgConnectOptions;
use thiserror::Error;

use crate::span::Peer;

/// The limits of a store. All of them have defaults that suit a small service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PostgresOptions {
    /// Sessions for play, at most. Two more carry the hints.
    pub connections_max: u32,
    /// How long a call waits for a session that is free, or for the database to come back.
    pub acquire_timeout: Duration,
    /// How long a session may take to open. Where it is longer than a call waits, later calls find
    /// the session open.
    pub open_timeout: Duration,
    /// How long the server works on a statement. A call that waits for an answer gives up a little
    /// later.
    pub statement_timeout: Duration,
    /// How long the server lets a session idle inside a transaction. None should ever be.
    pub idle_in_transaction_timeout: Duration,
}

impl Default for PostgresOptions {
    fn default() -> Self {
        Self {
            connections_max: 10,
            acquire_timeout: Duration::from_secs(3),
            open_timeout: Duration::from_secs(30),
            statement_timeout: Duration::from_secs(5),
            idle_in_transaction_timeout: Duration::from_secs(10),
        }
    }
}

impl PostgresOptions {
    /// The settings of every session.
    pub(crate) fn session(self, url: &ConnectUrl, name: &str) -> PgConnectOptions {
        let millis = |timeout: Duration| timeout.as_millis().to_string();
        url.0.clone().application_name(name).options([
            ("statement_timeout", millis(self.statement_timeout)),
            (
                "idle_in_transaction_session_timeout",
                millis(self.idle_in_transaction_timeout),
            ),
        ])
    }
}

/// A text that is no URL of a PostgreSQL database. The text itself is left out: it may hold a
/// password.
#[derive(Debug, Error)]
#[error("this is no URL of a PostgreSQL database, such as postgres://user@host:5432/name: {what}")]
pub struct InvalidUrl {
    what: String,
}

/// A URL that was understood.
#[derive(Clone)]
pub(crate) struct ConnectUrl(PgConnectOptions);

impl ConnectUrl {
    pub(crate) fn parse(url: &str) -> Result<Self, InvalidUrl> {
        if !["postgres://", "postgresql://"]
            .iter()
            .any(|scheme| url.starts_with(scheme))
        {
            return Err(InvalidUrl {
                what: "the scheme is not postgres".to_owned(),
            });
        }
        let options: PgConnectOptions = url.parse().map_err(|error| InvalidUrl {
            what: match error {
                sqlx::Error::Configuration(cause) => cause.to_string(),
                _ => "it cannot be read".to_owned(),
            },
        })?;
        // What sqlx logs holds the text of statements. The meter tells of them, and of slow ones.
        Ok(Self(options.disable_statement_logging()))
    }

    /// Where the server is, for people: host and port, or the path of a socket.
    pub(crate) fn address(&self) -> String {
        match self.0.get_socket() {
            Some(path) => path.display().to_string(),
            None => format!("{}:{}", self.0.get_host(), self.0.get_port()),
        }
    }

    /// The same for spans.
    pub(crate) fn peer(&self) -> Peer {
        let (host, port) = match self.0.get_socket() {
            Some(path) => (path.display().to_string(), None),
            None => (self.0.get_host().to_owned(), Some(self.0.get_port())),
        };
        Peer {
            host: host.into(),
            port,
            // Where none is named, the server takes the one that is called as its user.
            database: self
                .0
                .get_database()
                .unwrap_or_else(|| self.0.get_username())
                .into(),
        }
    }

    /// The settings as the URL gives them, for sessions that run as long as they need.
    pub(crate) fn unlimited(&self, name: &str) -> PgConnectOptions {
        self.0.clone().application_name(name)
    }
}

impl fmt::Debug for ConnectUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ConnectUrl({})", self.address())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_host_and_port_and_nothing_else() {
        for (url, address) in [
            (
                "postgres://ada:secret@db.example:6432/moelle",
                "db.example:6432",
            ),
            ("postgresql://ada:secret@127.0.0.1/moelle", "127.0.0.1:5432"),
            (
                "postgres://ada:secret@%2Frun%2Fpg/moelle",
                "/run/pg/.s.PGSQL.5432",
            ),
        ] {
            let parsed = ConnectUrl::parse(url).expect(url);
            assert!(
                address.starts_with(&parsed.address()),
                "{}",
                parsed.address()
            );
            assert!(!format!("{parsed:?}").contains("secret"));
        }
    }

    #[test]
    fn a_refused_url_is_not_repeated() {
        for url in [
            "",
            "mysql://ada:secret@host/moelle",
            "postgres://ada:secret@host:notaport/moelle",
            "postgres://ada:secret@host/moelle?sslmode=secret",
        ] {
            let error = ConnectUrl::parse(url).expect_err(url);
            assert!(!format!("{error} {error:?}").contains("ada"), "{error:?}");
        }
    }
}
