//! Where games are kept.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use clap::Args;
use moelle_settings::{Given, Problems, Secret, count, millis, secret, text};
use thiserror::Error;
use url::Url;

/// Where games are kept, as it was given.
#[derive(Args, Clone, Debug)]
#[expect(clippy::struct_field_names, reason = "flags are named for fields")]
pub struct DatabaseOptions {
    /// The store: `postgres://…`, or `sqlite://…` for one machine.
    #[arg(
        long,
        env = "DATABASE_URL",
        hide_env_values = true,
        default_value = "",
        value_parser = secret()
    )]
    database_url: Given<Secret>,
    /// A file that holds it, in its place.
    #[arg(
        long,
        env = "DATABASE_URL_FILE",
        default_value = "",
        value_parser = text()
    )]
    database_url_file: Given<String>,
    /// The address of the server itself, where a pooler of sessions stands at the other: hints and
    /// migrations go there, with the same password.
    #[arg(
        long,
        env = "DATABASE_DIRECT_URL",
        hide_env_values = true,
        default_value = "",
        value_parser = secret()
    )]
    database_direct_url: Given<Secret>,
    /// A file that holds it, in its place.
    #[arg(
        long,
        env = "DATABASE_DIRECT_URL_FILE",
        default_value = "",
        value_parser = text()
    )]
    database_direct_url_file: Given<String>,
    /// The password of the database, where its address holds none. On a command line others of the
    /// machine can see it: use the variable or the file.
    #[arg(
        long,
        env = "DATABASE_PASSWORD",
        hide_env_values = true,
        default_value = "",
        value_parser = secret()
    )]
    database_password: Given<Secret>,
    /// A file that holds it, in its place.
    #[arg(
        long,
        env = "DATABASE_PASSWORD_FILE",
        default_value = "",
        value_parser = text()
    )]
    database_password_file: Given<String>,
    /// Connections to the database. PostgreSQL sees two more, which carry hints.
    #[arg(
        long,
        env = "MOELLE_DATABASE_CONNECTIONS",
        default_value = "10",
        value_parser = count(1..=1_000)
    )]
    database_connections: Given<u64>,
    /// How long a call waits for a connection that is free, or for the database to come back.
    #[arg(
        long,
        env = "MOELLE_DATABASE_ACQUIRE_TIMEOUT_MS",
        default_value = "3000",
        value_parser = millis(50..=300_000)
    )]
    database_acquire_timeout_ms: Given<Duration>,
    /// How long a session of PostgreSQL may take to open. Where that is longer than a call waits,
    /// the next call finds it open.
    #[arg(
        long,
        env = "MOELLE_DATABASE_OPEN_TIMEOUT_MS",
        default_value = "30000",
        value_parser = millis(50..=300_000)
    )]
    database_open_timeout_ms: Given<Duration>,
    /// How long the database works on a statement.
    #[arg(
        long,
        env = "MOELLE_DATABASE_STATEMENT_TIMEOUT_MS",
        default_value = "5000",
        value_parser = millis(50..=300_000)
    )]
    database_statement_timeout_ms: Given<Duration>,
    /// How long PostgreSQL lets a session idle inside a transaction.
    #[arg(
        long,
        env = "MOELLE_DATABASE_IDLE_IN_TRANSACTION_TIMEOUT_MS",
        default_value = "10000",
        value_parser = millis(50..=300_000)
    )]
    database_idle_in_transaction_timeout_ms: Given<Duration>,
}

/// Where games are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatabaseConfig {
    /// The address of the database.
    pub url: DatabaseUrl,
    /// The address of the server itself, where a pooler of sessions stands at the other.
    pub direct_url: Option<DatabaseUrl>,
    /// Connections to it, at most.
    pub connections_max: u32,
    /// How long a call waits for one that is free, or for the database to come back.
    pub acquire_timeout: Duration,
    /// How long a session of PostgreSQL may take to open.
    pub open_timeout: Duration,
    /// How long the database works on a statement; with a file, how long it waits for another
    /// process that is writing.
    pub statement_timeout: Duration,
    /// How long PostgreSQL lets a session idle inside a transaction.
    pub idle_in_transaction_timeout: Duration,
}

impl DatabaseOptions {
    /// Checks them; what is wrong is noted.
    pub fn check(&self, problems: &mut Problems) -> Option<DatabaseConfig> {
        self.check_or(problems, |_| None)
    }

    /// Checks them; where no store is given, this one is taken.
    pub fn check_or(
        &self,
        problems: &mut Problems,
        default: impl FnOnce(&mut Problems) -> Option<Secret>,
    ) -> Option<DatabaseConfig> {
        let url = problems
            .secret("DATABASE_URL", &self.database_url, &self.database_url_file)
            .or_else(|| default(problems));
        let password = problems.secret(
            "DATABASE_PASSWORD",
            &self.database_password,
            &self.database_password_file,
        );
        let connections_max = problems.take(&self.database_connections);
        let acquire_timeout = problems.take(&self.database_acquire_timeout_ms);
        let open_timeout = problems.take(&self.database_open_timeout_ms);
        let statement_timeout = problems.take(&self.database_statement_timeout_ms);
        let idle_in_transaction_timeout =
            problems.take(&self.database_idle_in_transaction_timeout_ms);
        let direct_url = self.direct_url(problems, password.as_ref());
        let read = match &url {
            Some(url) => url.expose().parse::<DatabaseUrl>(),
            None => Err(InvalidDatabaseUrl::NoUrl),
        };
        let read = match (read, password) {
            (Ok(url), Some(password)) => url.with_password(&password),
            (read, _) => read,
        };
        let url = read
            .map_err(|error| match error {
                InvalidDatabaseUrl::NoUrl | InvalidDatabaseUrl::NoServer => {
                    problems.note(format!("DATABASE_URL: {error}"));
                }
                InvalidDatabaseUrl::Password(_) => {
                    problems.note(format!("DATABASE_PASSWORD: {error}"));
                }
            })
            .ok();
        Some(DatabaseConfig {
            url: url?,
            direct_url,
            connections_max: u32::try_from(connections_max?).ok()?,
            acquire_timeout: acquire_timeout?,
            open_timeout: open_timeout?,
            statement_timeout: statement_timeout?,
            idle_in_transaction_timeout: idle_in_transaction_timeout?,
        })
    }

    /// The address past a pooler, with the password that the other has too.
    fn direct_url(
        &self,
        problems: &mut Problems,
        password: Option<&Secret>,
    ) -> Option<DatabaseUrl> {
        const NAME: &str = "DATABASE_DIRECT_URL";
        let given = problems.secret(
            NAME,
            &self.database_direct_url,
            &self.database_direct_url_file,
        )?;
        let url = given
            .expose()
            .parse()
            .and_then(DatabaseUrl::of_a_server)
            .and_then(|url| match password {
                Some(password) => url.with_password(password),
                None => Ok(url),
            });
        url.map_err(|error| problems.note(format!("{NAME}: {error}")))
            .ok()
    }
}

impl DatabaseConfig {
    /// The defaults, for a database at this address.
    #[must_use]
    pub const fn at(url: DatabaseUrl) -> Self {
        Self {
            url,
            direct_url: None,
            connections_max: 10,
            acquire_timeout: Duration::from_secs(3),
            open_timeout: Duration::from_secs(30),
            statement_timeout: Duration::from_secs(5),
            idle_in_transaction_timeout: Duration::from_secs(10),
        }
    }

    /// Where hints and migrations go, which need sessions of the server's own.
    #[must_use]
    pub fn direct(&self) -> &DatabaseUrl {
        self.direct_url.as_ref().unwrap_or(&self.url)
    }
}

/// The address of a database. It may hold a password, so `Debug` and `Display` show scheme, host,
/// port and name alone.
#[derive(Clone, PartialEq, Eq)]
pub struct DatabaseUrl(String);

/// The kinds of store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreKind {
    /// PostgreSQL.
    Postgres,
    /// One SQLite file.
    Sqlite,
}

impl DatabaseUrl {
    /// The whole address, password and all: for the store alone.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// The address, if it is that of a server.
    fn of_a_server(self) -> Result<Self, InvalidDatabaseUrl> {
        match self.kind() {
            StoreKind::Postgres => Ok(self),
            StoreKind::Sqlite => Err(InvalidDatabaseUrl::NoServer),
        }
    }

    /// The address with a password.
    fn with_password(self, password: &Secret) -> Result<Self, InvalidDatabaseUrl> {
        use InvalidDatabaseUrl::Password;

        let mut url = Url::parse(&self.0).map_err(|_| InvalidDatabaseUrl::NoUrl)?;
        if self.kind() == StoreKind::Sqlite {
            return Err(Password("a file of SQLite has none"));
        }
        if url.password().is_some() {
            return Err(Password("the address holds one too"));
        }
        url.set_password(Some(password.expose()))
            .map_err(|()| Password("the address names no host"))?;
        Ok(Self(url.into()))
    }

    /// Which store it is for.
    #[must_use]
    pub fn kind(&self) -> StoreKind {
        if self.0.starts_with("sqlite:") {
            StoreKind::Sqlite
        } else {
            StoreKind::Postgres
        }
    }
}

impl FromStr for DatabaseUrl {
    type Err = InvalidDatabaseUrl;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let url = Url::parse(text).map_err(|_| InvalidDatabaseUrl::NoUrl)?;
        match url.scheme() {
            "postgres" | "postgresql" | "sqlite" => Ok(Self(text.to_owned())),
            _ => Err(InvalidDatabaseUrl::NoUrl),
        }
    }
}

impl fmt::Display for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Ok(url) = Url::parse(&self.0) else {
            return f.write_str("…");
        };
        write!(
            f,
            "{}://{}",
            url.scheme(),
            url.host_str().unwrap_or_default()
        )?;
        if let Some(port) = url.port() {
            write!(f, ":{port}")?;
        }
        f.write_str(url.path())
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is no address of a database. The text is left out: it may hold a password.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum InvalidDatabaseUrl {
    /// It is no address of a store.
    #[error("an address postgres://… or sqlite://… is needed")]
    NoUrl,
    /// It is a file, where a server is needed.
    #[error("an address postgres://… is needed")]
    NoServer,
    /// No password can be added to it.
    #[error("{0}")]
    Password(&'static str),
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;

    #[derive(clap::Parser)]
    struct Program {
        #[command(flatten)]
        database: DatabaseOptions,
    }

    fn checked(args: &[&str]) -> Result<DatabaseConfig, String> {
        let program = Program::try_parse_from(["program"].iter().chain(args)).expect("options");
        let mut problems = Problems::default();
        let config = program.database.check(&mut problems);
        problems.finish(config).map_err(|error| error.to_string())
    }

    #[test]
    fn what_needs_the_server_goes_past_a_pooler() {
        let pooled = "--database-url=postgres://moelle@pooler/moelle";
        let config = checked(&[pooled]).expect("a config");
        assert_eq!(config.direct(), &config.url);
        let args = [
            pooled,
            "--database-direct-url=postgres://moelle@db/moelle",
            "--database-password=hunter2",
        ];
        let config = checked(&args).expect("a config");
        let exposed = [config.url.expose(), config.direct().expose()];
        assert_eq!(
            exposed,
            [
                "postgres://moelle:hunter2@pooler/moelle",
                "postgres://moelle:hunter2@db/moelle"
            ]
        );
        for wrong in ["sqlite://games.sqlite", "mysql://u:hunter2@db/x"] {
            let error = checked(&[pooled, &format!("--database-direct-url={wrong}")])
                .expect_err("no server");
            assert!(error.contains("DATABASE_DIRECT_URL: "), "{error}");
            assert!(!error.contains("hunter2"), "{error}");
        }
    }

    #[test]
    fn a_password_is_never_shown() {
        let url: DatabaseUrl = "postgres://moelle:hunter2@db.example:5433/moelle?options=x"
            .parse()
            .expect("an address");
        assert_eq!(format!("{url} {url:?}"), {
            let shown = "postgres://db.example:5433/moelle";
            format!("{shown} {shown}")
        });
        assert_eq!(url.kind(), StoreKind::Postgres);
    }

    #[test]
    fn a_password_that_is_given_apart_goes_into_the_address() {
        let password = Secret::from("p@ss:w/rd %2F".to_owned());
        let url: DatabaseUrl = "postgres://moelle@db:5433/moelle"
            .parse()
            .expect("an address");
        let url = url.with_password(&password).expect("it has room for one");
        assert_eq!(url.to_string(), "postgres://db:5433/moelle");
        let read = Url::parse(url.expose()).expect("an address");
        assert_eq!(read.password(), Some("p%40ss%3Aw%2Frd%20%2F"));
        for (text, told) in [
            ("postgres://moelle:x@db/moelle", "too"),
            ("sqlite://games.sqlite", "SQLite"),
            ("postgres:///moelle", "host"),
        ] {
            let url: DatabaseUrl = text.parse().expect("an address");
            let error = url.with_password(&password).expect_err(text).to_string();
            assert!(error.contains(told), "{error}");
        }
    }
}
