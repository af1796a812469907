//! The statements that write a row each.

use moelle_games::{NoticeKind, Receipt, RequestHash, StoredEvent, StoredGame};
use sqlx::sqlite::SqliteConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::error::Failure;
use crate::rows::ReceiptRow;
use crate::times::micros;

pub(crate) async fn creation(
    writer: &mut SqliteConnection,
    request: &RequestHash,
) -> Result<Option<Receipt>, Failure> {
    let hash = request.as_bytes().as_slice();
    let row = sqlx::query_file_as!(ReceiptRow, "queries/creation.sql", hash)
        .fetch_optional(writer)
        .await?;
    Ok(row.and_then(|row| row.into_receipt(request)))
}

pub(crate) async fn insert_creation(
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

pub(crate) async fn insert_receipt(
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

pub(crate) async fn insert_game(
    writer: &mut SqliteConnection,
    game: &StoredGame,
) -> Result<(), Failure> {
    let (created_at, updated_at) = (micros(game.created_at), micros(game.updated_at));
    let (clock_since, deadline) = (game.clock_since.map(micros), game.deadline.map(micros));
    let white_expires_at = game.white.expires_at.map(micros);
    let black_expires_at = game.black.expires_at.map(micros);
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
        game.white.name_key,
        game.white.token,
        game.white.invitation,
        white_expires_at,
        game.white.begun,
        game.white.left_ms,
        game.black.name,
        game.black.name_key,
        game.black.token,
        game.black.invitation,
        black_expires_at,
        game.black.begun,
        game.black.left_ms,
        game.start,
        game.position,
        game.last_turn,
        game.result,
        game.termination,
        game.time_control,
        clock_since,
        deadline,
        game.draw_offer,
        game.takeback_by,
        game.takeback_to,
        game.rematch_game,
        game.rematch_wanted,
        game.application_id,
    )
    .execute(writer)
    .await?;
    Ok(())
}

/// Gives the rows affected: one, or none where the game is there already.
pub(crate) async fn insert_game_if_absent(
    writer: &mut SqliteConnection,
    game: &StoredGame,
) -> Result<u64, Failure> {
    let (created_at, updated_at) = (micros(game.created_at), micros(game.updated_at));
    let (clock_since, deadline) = (game.clock_since.map(micros), game.deadline.map(micros));
    let white_expires_at = game.white.expires_at.map(micros);
    let black_expires_at = game.black.expires_at.map(micros);
    let done = sqlx::query_file!(
        "queries/insert_game_if_absent.sql",
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
        game.white.name_key,
        game.white.token,
        game.white.invitation,
        white_expires_at,
        game.white.begun,
        game.white.left_ms,
        game.black.name,
        game.black.name_key,
        game.black.token,
        game.black.invitation,
        black_expires_at,
        game.black.begun,
        game.black.left_ms,
        game.start,
        game.position,
        game.last_turn,
        game.result,
        game.termination,
        game.time_control,
        clock_since,
        deadline,
        game.draw_offer,
        game.takeback_by,
        game.takeback_to,
        game.rematch_game,
        game.rematch_wanted,
        game.application_id,
    )
    .execute(writer)
    .await?;
    Ok(done.rows_affected())
}

/// Gives the rows affected: one, or none where the game is at another revision or it is too late.
pub(crate) async fn update_game(
    writer: &mut SqliteConnection,
    game: &StoredGame,
    not_after: Option<OffsetDateTime>,
) -> Result<u64, Failure> {
    let not_after = not_after.map(micros);
    let updated_at = micros(game.updated_at);
    let (clock_since, deadline) = (game.clock_since.map(micros), game.deadline.map(micros));
    let white_expires_at = game.white.expires_at.map(micros);
    let black_expires_at = game.black.expires_at.map(micros);
    let done = sqlx::query_file!(
        "queries/update_game.sql",
        game.game_id,
        game.revision,
        game.quiet_since,
        updated_at,
        game.visibility,
        game.owner_token,
        game.white.name,
        game.white.name_key,
        game.white.token,
        game.white.invitation,
        white_expires_at,
        game.white.begun,
        game.white.left_ms,
        game.black.name,
        game.black.name_key,
        game.black.token,
        game.black.invitation,
        black_expires_at,
        game.black.begun,
        game.black.left_ms,
        game.position,
        game.last_turn,
        game.result,
        game.termination,
        game.time_control,
        clock_since,
        deadline,
        game.draw_offer,
        game.takeback_by,
        game.takeback_to,
        game.rematch_game,
        game.rematch_wanted,
        not_after,
    )
    .execute(writer)
    .await?;
    Ok(done.rows_affected())
}

/// Takes back the positions after a revision.
pub(crate) async fn take_back(
    writer: &mut SqliteConnection,
    game: Uuid,
    to: i64,
) -> Result<(), Failure> {
    sqlx::query_file!("queries/take_back.sql", game, to)
        .execute(writer)
        .await?;
    Ok(())
}

pub(crate) async fn insert_event(
    writer: &mut SqliteConnection,
    game: Uuid,
    event: &StoredEvent,
) -> Result<(), Failure> {
    let (at, deadline) = (micros(event.at), event.deadline.map(micros));
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
        event.white_left_ms,
        event.black_left_ms,
        deadline,
    )
    .execute(writer)
    .await?;
    Ok(())
}

/// Stores what webhooks are told of the revision that a game is at.
pub(crate) async fn tell(
    writer: &mut SqliteConnection,
    game: &StoredGame,
    told: Option<NoticeKind>,
) -> Result<(), Failure> {
    let (Some(application), Some(kind)) = (game.application_id, told) else {
        return Ok(());
    };
    let (at, word, bit) = (micros(game.updated_at), kind.word(), kind.bit());
    sqlx::query_file!(
        "queries/insert_deliveries.sql",
        game.game_id,
        game.revision,
        application,
        at,
        word,
        bit,
    )
    .execute(writer)
    .await?;
    Ok(())
}
