//! Where games are kept.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;
use url::Url;

/// Where games are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatabaseConfig {
    /// The address of the database.
    pub url: DatabaseUrl,
    /// Connections to it, at most.
    pub connections_max: u32,
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
        let url = Url::parse(text).map_err(|_| InvalidDatabaseUrl)?;
        match url.scheme() {
            "postgres" | "postgresql" | "sqlite" => Ok(Self(text.to_owned())),
            _ => Err(InvalidDatabaseUrl),
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
#[error("an address postgres://… or sqlite://… is needed")]
pub struct InvalidDatabaseUrl;

#[cfg(test)]
mod tests {
    use super::*;

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
}
