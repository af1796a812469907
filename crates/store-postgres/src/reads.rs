//! The statements that read.

use moelle_games::{
    Expired, GameId, Purgeable, RequestHash, Resting, SecretHash, StoredEvent, StoredFilter,
};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::database::Statement;
use crate::rows::{LoadedRow, ReceiptRow};

/// A game, and the receipt of a request.
pub(crate) struct Load<'a> {
    pub(crate) game: GameId,
    pub(crate) request: Option<&'a RequestHash>,
}

impl Statement for Load<'_> {
    type Output = Option<LoadedRow>;
    const OPERATION: &'static str = "SELECT";
    const TABLE: &'static str = "games";

    async fn run(&self, connection: &mut PgConnection) -> Result<Self::Output, sqlx::Error> {
        sqlx::query_file_as!(
            LoadedRow,
            "queries/load.sql",
            self.game.as_uuid(),
            self.request.map(|hash| hash.as_bytes().as_slice()),
        )
        .fetch_optional(connection)
        .await
    }
}

/// The events after a revision.
pub(crate) struct Events {
    pub(crate) game: GameId,
    pub(crate) after: i64,
    pub(crate) limit: i64,
}

impl Statement for Events {
    type Output = Vec<StoredEvent>;
    const OPERATION: &'static str = "SELECT";
    const TABLE: &'static str = "events";

    async fn run(&self, connection: &mut PgConnection) -> Result<Self::Output, sqlx::Error> {
        sqlx::query_file_as!(
            StoredEvent,
            "queries/events.sql",
            self.game.as_uuid(),
            self.after,
            self.limit,
        )
        .fetch_all(connection)
        .await
    }
}

/// The events of many games, each after a revision of its own.
pub(crate) struct EventsOfMany {
    pub(crate) games: Vec<Uuid>,
    pub(crate) after: Vec<i64>,
    pub(crate) limit: i64,
}

impl Statement for EventsOfMany {
    /// Each with the place of its game in the list.
    type Output = Vec<(usize, StoredEvent)>;
    const OPERATION: &'static str = "SELECT";
    const TABLE: &'static str = "events";

    async fn run(&self, connection: &mut PgConnection) -> Result<Self::Output, sqlx::Error> {
        let rows = sqlx::query_file!(
            "queries/events_of_many.sql",
            &self.games,
            &self.after,
            self.limit,
        )
        .fetch_all(connection)
        .await?;
        let placed = rows.into_iter().map(|row| {
            let event = StoredEvent {
                revision: row.revision,
                at: row.at,
                kind: row.kind,
                side: row.side,
                detail: row.detail,
                position: row.position,
                occurrences: row.occurrences,
                position_key: row.position_key,
                result: row.result,
                termination: row.termination,
                white_left_ms: row.white_left_ms,
                black_left_ms: row.black_left_ms,
                deadline: row.deadline,
            };
            // Places are counted from 1.
            (usize::try_from(row.place - 1).unwrap_or(usize::MAX), event)
        });
        Ok(placed.collect())
    }
}

/// Games that pass a filter.
pub(crate) struct List(pub(crate) StoredFilter);

impl Statement for List {
    type Output = Vec<LoadedRow>;
    const OPERATION: &'static str = "SELECT";
    const TABLE: &'static str = "games";

    async fn run(&self, connection: &mut PgConnection) -> Result<Self::Output, sqlx::Error> {
        let Self(filter) = self;
        let limit = i64::from(filter.limit);
        if let Some(application) = filter.application {
            return sqlx::query_file_as!(
                LoadedRow,
                "queries/list_own.sql",
                filter.below.map(|(created_at, _)| created_at),
                filter.below.map(|(_, game)| game),
                filter.variant,
                filter.is_over,
                filter.fallen_by,
                filter.is_open,
                filter.created_from,
                limit,
                application,
                filter.name_key.as_deref(),
            )
            .fetch_all(connection)
            .await;
        }
        let Some(name_key) = &filter.name_key else {
            return sqlx::query_file_as!(
                LoadedRow,
                "queries/list.sql",
                filter.below.map(|(created_at, _)| created_at),
                filter.below.map(|(_, game)| game),
                filter.variant,
                filter.is_over,
                filter.fallen_by,
                filter.is_open,
                filter.created_from,
                limit,
            )
            .fetch_all(connection)
            .await;
        };
        sqlx::query_file_as!(
            LoadedRow,
            "queries/list_of_player.sql",
            filter.below.map(|(created_at, _)| created_at),
            filter.below.map(|(_, game)| game),
            filter.variant,
            filter.is_over,
            filter.fallen_by,
            filter.is_open,
            filter.created_from,
            limit,
            name_key,
        )
        .fetch_all(connection)
        .await
    }
}

/// Games whose deadline has passed.
pub(crate) struct Due {
    pub(crate) now: OffsetDateTime,
    pub(crate) limit: i64,
}

impl Statement for Due {
    type Output = Vec<Uuid>;
    const OPERATION: &'static str = "SELECT";
    const TABLE: &'static str = "games";
    const IS_POLL: bool = true;

    async fn run(&self, connection: &mut PgConnection) -> Result<Self::Output, sqlx::Error> {
        sqlx::query_file_scalar!("queries/due.sql", self.now, self.limit)
            .fetch_all(connection)
            .await
    }
}

/// The games that a purge would take.
pub(crate) struct PurgeableGames<'a>(pub(crate) &'a Expired);

impl Statement for PurgeableGames<'_> {
    type Output = Purgeable;
    const OPERATION: &'static str = "SELECT";
    const TABLE: &'static str = "games";

    async fn run(&self, connection: &mut PgConnection) -> Result<Self::Output, sqlx::Error> {
        let Expired {
            waiting,
            running,
            finished,
        } = *self.0;
        let rows = sqlx::query_file!("queries/purgeable.sql", waiting, running, finished)
            .fetch_all(connection)
            .await?;
        let of = |state: &str| {
            let row = rows.iter().find(|row| row.state == state);
            row.map_or_else(Resting::default, |row| Resting {
                count: u64::try_from(row.count).unwrap_or(0),
                oldest: row.oldest,
            })
        };
        Ok(Purgeable {
            waiting: of("waiting"),
            running: of("running"),
            finished: of("finished"),
        })
    }
}

/// How many spectators of a game were noted since a time.
pub(crate) struct Spectators {
    pub(crate) game: GameId,
    pub(crate) since: OffsetDateTime,
}

impl Statement for Spectators {
    type Output = i64;
    const OPERATION: &'static str = "SELECT";
    const TABLE: &'static str = "spectators";

    async fn run(&self, connection: &mut PgConnection) -> Result<Self::Output, sqlx::Error> {
        sqlx::query_file_scalar!("queries/spectators.sql", self.game.as_uuid(), self.since)
            .fetch_one(connection)
            .await
    }
}

/// Whether a token was a seat's until it was replaced.
pub(crate) struct WasReplaced<'a> {
    pub(crate) game: GameId,
    pub(crate) token: &'a SecretHash,
}

impl Statement for WasReplaced<'_> {
    type Output = bool;
    const OPERATION: &'static str = "SELECT";
    const TABLE: &'static str = "events";

    async fn run(&self, connection: &mut PgConnection) -> Result<Self::Output, sqlx::Error> {
        let (game, token) = (self.game.as_uuid(), self.token.to_text());
        sqlx::query_file_scalar!("queries/was_replaced.sql", game, token)
            .fetch_one(connection)
            .await
    }
}

/// The revisions of many games.
pub(crate) struct Revisions {
    pub(crate) games: Vec<Uuid>,
}

impl Statement for Revisions {
    type Output = Vec<(Uuid, i64)>;
    const OPERATION: &'static str = "SELECT";
    const TABLE: &'static str = "games";
    const IS_POLL: bool = true;

    async fn run(&self, connection: &mut PgConnection) -> Result<Self::Output, sqlx::Error> {
        let rows = sqlx::query_file!("queries/revisions.sql", &self.games)
            .fetch_all(connection)
            .await?;
        Ok(rows
            .into_iter()
            .map(|row| (row.game_id, row.revision))
            .collect())
    }
}

/// The receipt of a request on a game.
pub(crate) struct ReceiptOf<'a> {
    pub(crate) game: GameId,
    pub(crate) request: &'a RequestHash,
}

impl Statement for ReceiptOf<'_> {
    type Output = Option<ReceiptRow>;
    const OPERATION: &'static str = "SELECT";
    const TABLE: &'static str = "receipts";

    async fn run(&self, connection: &mut PgConnection) -> Result<Self::Output, sqlx::Error> {
        sqlx::query_file_as!(
            ReceiptRow,
            "queries/receipt.sql",
            self.game.as_uuid(),
            self.request.as_bytes().as_slice(),
        )
        .fetch_optional(connection)
        .await
    }
}

/// The receipt of a request that created a game.
pub(crate) struct CreationOf<'a> {
    pub(crate) request: &'a RequestHash,
}

impl Statement for CreationOf<'_> {
    type Output = Option<ReceiptRow>;
    const OPERATION: &'static str = "SELECT";
    const TABLE: &'static str = "creations";

    async fn run(&self, connection: &mut PgConnection) -> Result<Self::Output, sqlx::Error> {
        sqlx::query_file_as!(
            ReceiptRow,
            "queries/creation.sql",
            self.request.as_bytes().as_slice(),
        )
        .fetch_optional(connection)
        .await
    }
}

/// The newest migration of the database.
pub(crate) struct SchemaVersion;

impl Statement for SchemaVersion {
    type Output = Option<i64>;
    const OPERATION: &'static str = "SELECT";
    const TABLE: &'static str = "_sqlx_migrations";
    const IS_POLL: bool = true;

    async fn run(&self, connection: &mut PgConnection) -> Result<Self::Output, sqlx::Error> {
        sqlx::query_file_scalar!("queries/schema_version.sql")
            .fetch_one(connection)
            .await
    }
}
