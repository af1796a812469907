//! One session, borrowed from the pool for one statement.

use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::{Connection, PgConnection, Postgres};

/// How long a statement that nobody waits for any more may take to come to rest.
const REST_WITHIN: Duration = Duration::from_secs(10);

/// A session on loan.
///
/// A request may be dropped while its statement is on the way. The session is then given back only
/// once the server has answered, and closed if it does not: a session that hangs on a dead line
/// would keep its place in the pool for ever.
pub(crate) struct Session {
    connection: Option<PoolConnection<Postgres>>,
}

impl Session {
    pub(crate) fn new(connection: PoolConnection<Postgres>) -> Self {
        Self {
            connection: Some(connection),
        }
    }

    /// The connection, until it is given back.
    pub(crate) fn connection(&mut self) -> &mut PgConnection {
        self.connection
            .as_mut()
            .expect("a session is given back by value")
    }

    /// Gives it back after an answer.
    pub(crate) fn give_back(mut self) {
        drop(self.connection.take());
    }

    /// Gives up on it.
    pub(crate) fn close(mut self) {
        if let Some(mut connection) = self.connection.take() {
            connection.close_on_drop();
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let (Some(mut connection), Ok(runtime)) = (
            self.connection.take(),
            tokio::runtime::Handle::try_current(),
        ) else {
            return;
        };
        runtime.spawn(async move {
            let rest = tokio::time::timeout(REST_WITHIN, connection.ping()).await;
            if !matches!(rest, Ok(Ok(()))) {
                connection.close_on_drop();
            }
        });
    }
}
