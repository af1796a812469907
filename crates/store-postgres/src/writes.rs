//! The statements that write, each a whole change.
//!
//! They are executed and not fetched: an answer counts once the server has said that it is stored.

use moelle_games::{Commit, Receipt, StoredEvent, StoredGame};
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::database::Statement;

/// Receipts that are forgotten in one statement, at most.
pub(crate) const FORGET_MAX: u32 = 1_000;

/// A change as rows.
pub(crate) struct Change<'a> {
    game: StoredGame,
    event: StoredEvent,
    receipt: Option<&'a Receipt>,
}

impl<'a> Change<'a> {
    pub(crate) fn new(commit: &Commit<'a>) -> Self {
        Self {
            game: commit.game.into(),
            event: commit.event.into(),
            receipt: commit.receipt,
        }
    }

    pub(crate) fn receipt(&self) -> Option<&'a Receipt> {
        self.receipt
    }
}

/// A new game. Gives the rows affected: one, or none where the request was answered before.
pub(crate) struct Create<'a>(pub(crate) &'a Change<'a>);

impl Statement for Create<'_> {
    type Output = u64;
    const OPERATION: &'static str = "INSERT";
    const TABLE: &'static str = "games";

    async fn run(&self, connection: &mut PgConnection) -> Result<Self::Output, sqlx::Error> {
        let Change {
            game,
            event,
            receipt,
        } = self.0;
        let done = sqlx::query_file!(
            "queries/create.sql",
            game.game_id,
            game.revision,
            game.quiet_since,
            game.created_at,
            game.updated_at,
            game.variant.as_deref(),
            game.rules,
            game.visibility,
            game.owner_token,
            game.white.name.as_deref(),
            game.white.token.as_deref(),
            game.white.invitation.as_deref(),
            game.black.name.as_deref(),
            game.black.token.as_deref(),
            game.black.invitation.as_deref(),
            game.start,
            game.position,
            game.last_turn.as_deref(),
            game.result.as_deref(),
            game.termination.as_deref(),
            event.revision,
            event.at,
            event.kind,
            event.side.as_deref(),
            event.detail.as_deref(),
            event.position,
            event.occurrences,
            event.position_key,
            event.result.as_deref(),
            event.termination.as_deref(),
            receipt.map(|receipt| receipt.request.as_bytes().as_slice()),
            receipt.map(|receipt| receipt.body.as_bytes().as_slice()),
            receipt.map(|receipt| receipt.answer.as_slice()),
            receipt.map(|receipt| receipt.at),
        )
        .execute(connection)
        .await?;
        Ok(done.rows_affected())
    }
}

/// A change of a game. Gives the rows affected: one, or none where the game was at another revision.
pub(crate) struct Update<'a>(pub(crate) &'a Change<'a>);

impl Statement for Update<'_> {
    type Output = u64;
    const OPERATION: &'static str = "UPDATE";
    const TABLE: &'static str = "games";

    async fn run(&self, connection: &mut PgConnection) -> Result<Self::Output, sqlx::Error> {
        let Change {
            game,
            event,
            receipt,
        } = self.0;
        let done = sqlx::query_file!(
            "queries/commit.sql",
            game.game_id,
            game.revision,
            game.quiet_since,
            game.updated_at,
            game.visibility,
            game.owner_token,
            game.white.name.as_deref(),
            game.white.token.as_deref(),
            game.white.invitation.as_deref(),
            game.black.name.as_deref(),
            game.black.token.as_deref(),
            game.black.invitation.as_deref(),
            game.position,
            game.last_turn.as_deref(),
            game.result.as_deref(),
            game.termination.as_deref(),
            event.at,
            event.kind,
            event.side.as_deref(),
            event.detail.as_deref(),
            event.position,
            event.occurrences,
            event.position_key,
            event.result.as_deref(),
            event.termination.as_deref(),
            receipt.map(|receipt| receipt.request.as_bytes().as_slice()),
            receipt.map(|receipt| receipt.body.as_bytes().as_slice()),
            receipt.map(|receipt| receipt.answer.as_slice()),
            receipt.map(|receipt| receipt.at),
        )
        .execute(connection)
        .await?;
        Ok(done.rows_affected())
    }
}

/// One batch of old receipts. Gives how many it forgot.
pub(crate) struct ForgetReceipts {
    pub(crate) before: OffsetDateTime,
}

impl Statement for ForgetReceipts {
    type Output = u64;
    const OPERATION: &'static str = "DELETE";
    const TABLE: &'static str = "receipts";

    async fn run(&self, connection: &mut PgConnection) -> Result<Self::Output, sqlx::Error> {
        let limit = i64::from(FORGET_MAX);
        let done = sqlx::query_file!("queries/forget_receipts.sql", self.before, limit)
            .execute(connection)
            .await?;
        Ok(done.rows_affected())
    }
}

/// One batch of old receipts of creations. Gives how many it forgot.
pub(crate) struct ForgetCreations {
    pub(crate) before: OffsetDateTime,
}

impl Statement for ForgetCreations {
    type Output = u64;
    const OPERATION: &'static str = "DELETE";
    const TABLE: &'static str = "creations";

    async fn run(&self, connection: &mut PgConnection) -> Result<Self::Output, sqlx::Error> {
        let limit = i64::from(FORGET_MAX);
        let done = sqlx::query_file!("queries/forget_creations.sql", self.before, limit)
            .execute(connection)
            .await?;
        Ok(done.rows_affected())
    }
}
