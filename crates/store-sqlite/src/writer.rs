//! The connection that writes.

use std::sync::Arc;

use moelle_games::{StatementKind, StoreMeter, Trip};
use sqlx::pool::PoolConnection;
use sqlx::sqlite::SqliteConnection;
use sqlx::{Sqlite, SqlitePool};
use tracing::Instrument;

use crate::error::Failure;
use crate::span::statement_span;

/// The one connection that writes.
pub(crate) struct Writer {
    pub(crate) pool: SqlitePool,
    pub(crate) meter: Arc<dyn StoreMeter>,
}

/// A change that is stored as a whole or not at all.
pub(crate) trait Change: Send + 'static {
    /// What it gives.
    type Output: Send + 'static;
    /// Its SQL word.
    const OPERATION: &'static str;
    /// The table that it is about.
    const TABLE: &'static str;
    /// Whether it is asked again and again and mostly finds nothing.
    const IS_POLL: bool = false;

    /// Runs its statements inside a transaction, which the verdict then ends.
    fn run(
        self,
        writer: &mut SqliteConnection,
    ) -> impl Future<Output = Result<Verdict<Self::Output>, Failure>> + Send;
}

/// How the transaction of a change ends.
pub(crate) enum Verdict<T> {
    /// It is stored.
    Keep(T),
    /// It is taken back, and that is no failure.
    TakeBack(T),
}

impl Writer {
    /// Stores a change. Whoever waits for it may be dropped at any moment: while it waits for its
    /// turn, nothing has begun; from then on a task of its own brings it to its end.
    pub(crate) async fn change<C: Change>(&self, change: C) -> Result<C::Output, Failure> {
        let statement = StatementKind {
            operation: C::OPERATION,
            table: C::TABLE,
            is_poll: C::IS_POLL,
        };
        let mut trip = Trip::begin(&*self.meter, statement, statement_span(statement));
        let span = trip.span();
        let work = async {
            let writer = self.pool.acquire().await?;
            trip.connected();
            let task = tokio::spawn(transact(writer, change).in_current_span());
            task.await.map_err(|error| Failure::Mistake(error.into()))?
        };
        let result = work.instrument(span).await;
        trip.end(result.as_ref().err().map(Failure::name));
        result
    }
}

/// Runs a change in a transaction. A connection that cannot end one is given up.
async fn transact<C: Change>(
    mut writer: PoolConnection<Sqlite>,
    change: C,
) -> Result<C::Output, Failure> {
    sqlx::raw_sql("BEGIN IMMEDIATE")
        .execute(&mut *writer)
        .await?;
    let result = match change.run(&mut writer).await {
        Ok(Verdict::Keep(output)) => match sqlx::raw_sql("COMMIT").execute(&mut *writer).await {
            Ok(_) => return Ok(output),
            Err(error) => Err(error.into()),
        },
        Ok(Verdict::TakeBack(output)) => Ok(output),
        Err(failure) => Err(failure),
    };
    if let Err(error) = sqlx::raw_sql("ROLLBACK").execute(&mut *writer).await {
        tracing::error!(%error, "a change could not be taken back, so its connection is closed");
        writer.close_on_drop();
    }
    result
}
