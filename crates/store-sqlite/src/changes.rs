//! What writes.

use moelle_games::{Commit, Committed, Creation, Receipt, RequestHash, StoredEvent, StoredGame};
use sqlx::sqlite::SqliteConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::error::Failure;
use crate::rows::ReceiptRow;
use crate::times::micros;
use crate::writer::{Change, Verdict};

/// Receipts that are forgotten in one transaction, at most.
pub(crate) const FORGET_MAX: u32 = 1_000;

/// A game, its event and the receipt, as rows that a task can own.
struct Rows {
    game: StoredGame,
    event: StoredEvent,
    receipt: Option<Receipt>,
}

impl Rows {
    fn of(commit: &Commit<'_>) -> Self {
        Self {
            game: commit.game.into(),
            event: commit.event.into(),
            receipt: commit.receipt.cloned(),
        }
    }
}

/// A new game.
pub(crate) struct Create(Rows);

impl Create {
    pub(crate) fn new(commit: &Commit<'_>) -> Self {
        Self(Rows::of(commit))
    }
}

impl Change for Create {
    type Output = Creation;
    const OPERATION: &'static str = "INSERT";
    const TABLE: &'static str = "games";

    async fn run(self, writer: &mut SqliteConnection) -> Result<Verdict<Creation>, Failure> {
        let Rows {
            game,
            event,
            receipt,
        } = self.0;
        if let Some(receipt) = &receipt {
            if let Some(earlier) = creation(writer, &receipt.request).await? {
                return Ok(Verdict::TakeBack(Creation::Repeated(earlier)));
            }
            insert_creation(writer, game.game_id, receipt).await?;
        }
        insert_game(writer, &game).await?;
        insert_event(writer, game.game_id, &event).await?;
        Ok(Verdict::Keep(Creation::Created))
    }
}

/// A change of a game.
pub(crate) struct Update(Rows);

impl Update {
    pub(crate) fn new(commit: &Commit<'_>) -> Self {
        Self(Rows::of(commit))
    }
}

impl Change for Update {
    type Output = Committed;
    const OPERATION: &'static str = "UPDATE";
    const TABLE: &'static str = "games";

    async fn run(self, writer: &mut SqliteConnection) -> Result<Verdict<Committed>, Failure> {
        match self.store(writer).await {
            Ok(true) => Ok(Verdict::Keep(Committed::Yes)),
            Ok(false) | Err(Failure::Taken("events" | "receipts", _)) => {
                Ok(Verdict::TakeBack(Committed::LostRace))
            }
            Err(failure) => Err(failure),
        }
    }
}

impl Update {
    /// `false`: the game is at another revision.
    async fn store(&self, writer: &mut SqliteConnection) -> Result<bool, Failure> {
        let Rows {
            game,
            event,
            receipt,
        } = &self.0;
        if update_game(writer, game).await? == 0 {
            return Ok(false);
        }
        insert_event(writer, game.game_id, event).await?;
        if let Some(receipt) = receipt {
            insert_receipt(writer, game.game_id, receipt).await?;
        }
        Ok(true)
    }
}

/// One batch of old receipts. Gives how many it forgot.
pub(crate) struct ForgetReceipts {
    pub(crate) before: OffsetDateTime,
}

impl Change for ForgetReceipts {
    type Output = u64;
    const OPERATION: &'static str = "DELETE";
    const TABLE: &'static str = "receipts";

    async fn run(self, writer: &mut SqliteConnection) -> Result<Verdict<u64>, Failure> {
        let before = micros(self.before);
        let done = sqlx::query_file!("queries/forget_receipts.sql", before, FORGET_MAX)
            .execute(writer)
            .await?;
        Ok(Verdict::Keep(done.rows_affected()))
    }
}

/// One batch of old receipts of creations. Gives how many it forgot.
pub(crate) struct ForgetCreations {
    pub(crate) before: OffsetDateTime,
}

impl Change for ForgetCreations {
    type Output = u64;
    const OPERATION: &'static str = "DELETE";
    const TABLE: &'static str = "creations";

    async fn run(self, writer: &mut SqliteConnection) -> Result<Verdict<u64>, Failure> {
        let before = micros(self.before);
        let done = sqlx::query_file!("queries/forget_creations.sql", before, FORGET_MAX)
            .execute(writer)
            .await?;
        Ok(Verdict::Keep(done.rows_affected()))
    }
}

async fn creation(
    writer: &mut SqliteConnection,
    request: &RequestHash,
) -> Result<Option<Receipt>, Failure> {
    let hash = request.as_bytes().as_slice();
    let row = sqlx::query_file_as!(ReceiptRow, "queries/creation.sql", hash)
        .fetch_optional(writer)
        .await?;
    Ok(row.and_then(|row| row.into_receipt(request)))
}

async fn insert_creation(
    writer: &mut SqliteConnection,
    game: Uuid,
    receipt: &Receipt,
) -> Result<(), Failure> {
    let (request, body) = (receipt.request.as_bytes(), receipt.body.as_bytes());
    let (request, body) = (request.as_slice(), body.as_slice());
    let at = micros(receipt.at);
    sqlx::query_file!(
        "queries/insert_creation.sql",
        game,
        request,
        body,
        receipt.answer,
        at,
    )
    .execute(writer)
    .await?;
    Ok(())
}

async fn insert_receipt(
    writer: &mut SqliteConnection,
    game: Uuid,
    receipt: &Receipt,
) -> Result<(), Failure> {
    let (request, body) = (receipt.request.as_bytes(), receipt.body.as_bytes());
    let (request, body) = (request.as_slice(), body.as_slice());
    let at = micros(receipt.at);
    sqlx::query_file!(
        "queries/insert_receipt.sql",
        game,
        request,
        body,
        receipt.answer,
        at,
    )
    .execute(writer)
    .await?;
    Ok(())
}

async fn insert_game(writer: &mut SqliteConnection, game: &StoredGame) -> Result<(), Failure> {
    let (created_at, updated_at) = (micros(game.created_at), micros(game.updated_at));
    sqlx::query_file!(
        "queries/insert_game.sql",
        game.game_id,
        game.revision,
        game.quiet_since,
        created_at,
        updated_at,
        game.variant,
        game.rules,
        game.visibility,
        game.owner_token,
        game.white.name,
        game.white.token,
        game.white.invitation,
        game.black.name,
        game.black.token,
        game.black.invitation,
        game.start,
        game.position,
        game.last_turn,
        game.result,
        game.termination,
    )
    .execute(writer)
    .await?;
    Ok(())
}

/// Gives the rows affected: one, or none where the game is at another revision.
async fn update_game(writer: &mut SqliteConnection, game: &StoredGame) -> Result<u64, Failure> {
    let updated_at = micros(game.updated_at);
    let done = sqlx::query_file!(
        "queries/update_game.sql",
        game.game_id,
        game.revision,
        game.quiet_since,
        updated_at,
        game.visibility,
        game.owner_token,
        game.white.name,
        game.white.token,
        game.white.invitation,
        game.black.name,
        game.black.token,
        game.black.invitation,
        game.position,
        game.last_turn,
        game.result,
        game.termination,
    )
    .execute(writer)
    .await?;
    Ok(done.rows_affected())
}

async fn insert_event(
    writer: &mut SqliteConnection,
    game: Uuid,
    event: &StoredEvent,
) -> Result<(), Failure> {
    let at = micros(event.at);
    sqlx::query_file!(
        "queries/insert_event.sql",
        game,
        event.revision,
        at,
        event.kind,
        event.side,
        event.detail,
        event.position,
        event.occurrences,
        event.position_key,
        event.result,
        event.termination,
    )
    .execute(writer)
    .await?;
    Ok(())
}
