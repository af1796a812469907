//! PostgreSQL for tests.
//!
//! Tests run on the server that `TEST_DATABASE_URL` names, where they may create databases. Without
//! it the first test that asks starts a server of its own from the programs that are installed; it
//! goes away with the process. If there are none, the test fails and says what to install.

mod cluster;
mod ports;

use std::sync::OnceLock;

use moelle_games::{Clock, Ids, SystemClock, SystemIds};
use sqlx::{AssertSqlSafe, Connection, PgConnection};

pub use cluster::Cluster;
pub use ports::free_port;

/// The variable that names a server for tests.
const VARIABLE: &str = "TEST_DATABASE_URL";

/// A database of one test, dropped with the value, whoever is still connected.
#[derive(Debug)]
pub struct TestDatabase {
    server: String,
    name: String,
    url: String,
}

/// The URL of the server for tests.
///
/// # Panics
///
/// There is none, and none can be started.
#[must_use]
pub fn server_url() -> String {
    static OWN: OnceLock<Cluster> = OnceLock::new();
    match std::env::var(VARIABLE) {
        Ok(url) if !url.is_empty() => url,
        _ => OWN.get_or_init(Cluster::start).url().to_owned(),
    }
}

impl TestDatabase {
    /// An empty database on the server for tests.
    ///
    /// # Panics
    ///
    /// It cannot be created.
    pub async fn empty() -> Self {
        Self::empty_on(&server_url()).await
    }

    /// An empty database on this server.
    ///
    /// # Panics
    ///
    /// It cannot be created.
    pub async fn empty_on(server: &str) -> Self {
        let name = format!(
            "moelle_test_{}",
            SystemIds.game_id(SystemClock.now()).as_uuid().simple()
        );
        execute(server, format!("CREATE DATABASE {name}"))
            .await
            .unwrap_or_else(|error| panic!("no database could be created for a test: {error}"));
        Self {
            url: with_database(server, &name),
            server: server.to_owned(),
            name,
        }
    }

    /// A database with the schema of this release.
    ///
    /// # Panics
    ///
    /// It cannot be created.
    pub async fn migrated() -> Self {
        let database = Self::empty().await;
        crate::migrate(&database.url)
            .await
            .unwrap_or_else(|error| panic!("the database of a test cannot be migrated: {error}"));
        database
    }

    /// Its URL.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// A session of its own, to look at what others have stored.
    ///
    /// # Panics
    ///
    /// It cannot be opened.
    pub async fn session(&self) -> PgConnection {
        PgConnection::connect(&self.url)
            .await
            .unwrap_or_else(|error| panic!("no session for a test: {error}"))
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        let (server, name) = (self.server.clone(), self.name.clone());
        // A destructor cannot wait for a future, so one that can is given a thread.
        let dropped = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .map_err(sqlx::Error::Io)?;
            runtime.block_on(execute(
                &server,
                format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"),
            ))
        })
        .join();
        if !matches!(dropped, Ok(Ok(()))) {
            eprintln!(
                "the database {} of a test is left behind: {dropped:?}",
                self.name
            );
        }
    }
}

async fn execute(server: &str, statement: String) -> Result<(), sqlx::Error> {
    let mut session = PgConnection::connect(server).await?;
    sqlx::raw_sql(AssertSqlSafe(statement))
        .execute(&mut session)
        .await?;
    session.close().await
}

/// The URL of another database on the same server.
fn with_database(server: &str, name: &str) -> String {
    let (base, parameters) = match server.split_once('?') {
        Some((base, parameters)) => (base, format!("?{parameters}")),
        None => (server, String::new()),
    };
    let authority = base.find("://").map_or(0, |at| at + 3);
    let end = base[authority..]
        .find('/')
        .map_or(base.len(), |at| authority + at);
    format!("{}/{name}{parameters}", &base[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_database_of_a_url_is_replaced() {
        for (server, url) in [
            ("postgres://a@h:1/postgres", "postgres://a@h:1/x"),
            ("postgres://a@h", "postgres://a@h/x"),
            ("postgres://a@h/", "postgres://a@h/x"),
            (
                "postgres://h/p?sslmode=disable",
                "postgres://h/x?sslmode=disable",
            ),
            ("postgres://a@%2Frun%2Fpg/p", "postgres://a@%2Frun%2Fpg/x"),
        ] {
            assert_eq!(with_database(server, "x"), url);
        }
    }
}
