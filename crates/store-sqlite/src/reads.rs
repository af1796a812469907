//! What reads: one statement each, so that it sees one moment.

use std::sync::Arc;

use moelle_games::{
    Expired, GameId, Hint, Purgeable, Receipt, RequestHash, Resting, Revision, SecretHash,
    StatementKind, StoreMeter, StoredFilter, Trip,
};
use sqlx::{SqlitePool, sqlite::SqliteConnection};
use time::OffsetDateTime;
use tracing::Instrument;
use uuid::Uuid;

use crate::changes::bounds;
use crate::error::Failure;
use crate::rows::{EventRow, LoadedRow, ReceiptRow};
use crate::span::statement_span;
use crate::times::{from_micros, micros};

/// The connections that read.
pub(crate) struct Readers {
    pub(crate) pool: SqlitePool,
    pub(crate) meter: Arc<dyn StoreMeter>,
}

/// Reading a table.
pub(crate) const fn select(table: &'static str) -> StatementKind {
    StatementKind {
        operation: "SELECT",
        table,
        is_poll: false,
    }
}

/// Asking a table what is asked again and again and mostly finds nothing.
pub(crate) const fn poll(table: &'static str) -> StatementKind {
    StatementKind {
        is_poll: true,
        ..select(table)
    }
}

impl Readers {
    /// A game, and the receipt of a request.
    pub(crate) async fn load(
        &self,
        game: GameId,
        request: Option<&RequestHash>,
    ) -> Result<Option<LoadedRow>, Failure> {
        let hash = request.map(|hash| hash.as_bytes().as_slice());
        let game = game.as_uuid();
        self.read(select("games"), async |reader: &mut SqliteConnection| {
            sqlx::query_file_as!(LoadedRow, "queries/load.sql", game, hash)
                .fetch_optional(reader)
                .await
        })
        .await
    }

    /// The receipt of a request that created a game.
    pub(crate) async fn creation(&self, request: &RequestHash) -> Result<Option<Receipt>, Failure> {
        let hash = request.as_bytes().as_slice();
        let row = self
            .read(
                select("creations"),
                async |reader: &mut SqliteConnection| {
                    sqlx::query_file_as!(ReceiptRow, "queries/creation.sql", hash)
                        .fetch_optional(reader)
                        .await
                },
            )
            .await?;
        Ok(row.and_then(|row| row.into_receipt(request)))
    }

    /// The events after a revision.
    pub(crate) async fn events(
        &self,
        game: GameId,
        after: i64,
        limit: u32,
    ) -> Result<Vec<EventRow>, Failure> {
        let game = game.as_uuid();
        self.read(select("events"), async |reader: &mut SqliteConnection| {
            sqlx::query_file_as!(EventRow, "queries/events.sql", game, after, limit)
                .fetch_all(reader)
                .await
        })
        .await
    }

    /// Games that pass a filter.
    pub(crate) async fn list(&self, filter: StoredFilter) -> Result<Vec<LoadedRow>, Failure> {
        let below = filter.below.map(|(at, game)| (micros(at), game));
        let (below_at, below_id) = below.unwrap_or((i64::MAX, Uuid::max()));
        let fallen_by = micros(filter.fallen_by);
        let created_from = filter.created_from.map(micros);
        self.read(select("games"), async |reader: &mut SqliteConnection| {
            if let Some(application) = filter.application {
                return sqlx::query_file_as!(
                    LoadedRow,
                    "queries/list_own.sql",
                    below_at,
                    below_id,
                    filter.variant,
                    filter.is_over,
                    fallen_by,
                    filter.is_open,
                    created_from,
                    filter.limit,
                    application,
                    filter.name_key,
                )
                .fetch_all(reader)
                .await;
            }
            let Some(name_key) = filter.name_key else {
                return sqlx::query_file_as!(
                    LoadedRow,
                    "queries/list.sql",
                    below_at,
                    below_id,
                    filter.variant,
                    filter.is_over,
                    fallen_by,
                    filter.is_open,
                    created_from,
                    filter.limit,
                )
                .fetch_all(reader)
                .await;
            };
            sqlx::query_file_as!(
                LoadedRow,
                "queries/list_of_player.sql",
                below_at,
                below_id,
                filter.variant,
                filter.is_over,
                fallen_by,
                filter.is_open,
                created_from,
                filter.limit,
                name_key,
            )
            .fetch_all(reader)
            .await
        })
        .await
    }

    /// Games whose deadline has passed.
    pub(crate) async fn due(&self, now: OffsetDateTime, limit: u32) -> Result<Vec<Uuid>, Failure> {
        let now = micros(now);
        self.read(poll("games"), async |reader: &mut SqliteConnection| {
            sqlx::query_file_scalar!("queries/due.sql", now, limit)
                .fetch_all(reader)
                .await
        })
        .await
    }

    /// The games that a purge would take.
    pub(crate) async fn purgeable(&self, expired: &Expired) -> Result<Purgeable, Failure> {
        let [waiting, running, finished] = bounds(expired);
        let rows = self
            .read(select("games"), async |reader: &mut SqliteConnection| {
                sqlx::query_file!("queries/purgeable.sql", waiting, running, finished)
                    .fetch_all(reader)
                    .await
            })
            .await?;
        let of = |state: &str| {
            let row = rows.iter().find(|row| row.state == state);
            row.map_or_else(Resting::default, |row| Resting {
                count: u64::try_from(row.count).unwrap_or(0),
                oldest: row.oldest.and_then(from_micros),
            })
        };
        Ok(Purgeable {
            waiting: of("waiting"),
            running: of("running"),
            finished: of("finished"),
        })
    }

    /// Whether a token was a seat's until it was replaced.
    pub(crate) async fn was_replaced(
        &self,
        game: GameId,
        token: &SecretHash,
    ) -> Result<bool, Failure> {
        let (game, token) = (game.as_uuid(), token.to_text());
        self.read(select("events"), async |reader: &mut SqliteConnection| {
            sqlx::query_file_scalar!("queries/was_replaced.sql", game, token)
                .fetch_one(reader)
                .await
        })
        .await
    }

    /// How many spectators of a game were noted since a time.
    pub(crate) async fn spectators(
        &self,
        game: GameId,
        since: OffsetDateTime,
    ) -> Result<i64, Failure> {
        let (game, since) = (game.as_uuid(), micros(since));
        self.read(
            select("spectators"),
            async |reader: &mut SqliteConnection| {
                sqlx::query_file_scalar!("queries/spectators.sql", game, since)
                    .fetch_one(reader)
                    .await
            },
        )
        .await
    }

    /// The revisions of many games.
    pub(crate) async fn revisions(&self, games: &[GameId]) -> Result<Vec<Hint>, Failure> {
        let quoted: Vec<String> = games
            .iter()
            .map(|game| format!("\"{}\"", game.as_uuid().simple()))
            .collect();
        let ids = format!("[{}]", quoted.join(","));
        let rows = self
            .read(poll("games"), async |reader: &mut SqliteConnection| {
                sqlx::query_file!("queries/revisions.sql", ids)
                    .fetch_all(reader)
                    .await
            })
            .await?;
        Ok(rows
            .into_iter()
            .map(|row| Hint {
                game: GameId::from_uuid(row.game_id),
                revision: Revision::from_number(row.revision.unsigned_abs()),
            })
            .collect())
    }

    /// The newest migration of the file.
    pub(crate) async fn schema_version(&self) -> Result<i64, Failure> {
        let version = self
            .read(
                poll("_sqlx_migrations"),
                async |reader: &mut SqliteConnection| {
                    sqlx::query_file_scalar!("queries/schema_version.sql")
                        .fetch_one(reader)
                        .await
                },
            )
            .await?;
        Ok(version.unwrap_or(0))
    }

    pub(crate) async fn read<T>(
        &self,
        kind: StatementKind,
        statement: impl AsyncFnOnce(&mut SqliteConnection) -> Result<T, sqlx::Error>,
    ) -> Result<T, Failure> {
        let mut trip = Trip::begin(&*self.meter, kind, statement_span(kind));
        let span = trip.span();
        let work = async {
            let mut reader = self.pool.acquire().await?;
            trip.connected();
            Ok(statement(&mut reader).await?)
        };
        let result = work.instrument(span).await;
        trip.end(result.as_ref().err().map(Failure::name));
        result
    }
}
