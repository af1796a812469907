//! The statements that store new games, each as a whole.

use moelle_games::{Event, Game, NewRows, NoticeKind, Receipt, StoredEvent, StoredGame};
use sqlx::PgConnection;
use time::OffsetDateTime;

use crate::database::Statement;
use crate::writes::kind_bit;

/// A new game as rows.
pub(crate) struct NewGame<'a> {
    game: StoredGame,
    events: Columns,
    receipt: Option<&'a Receipt>,
    told: Option<NoticeKind>,
}

/// Events, column by column, as an array each.
#[derive(Default)]
struct Columns {
    revision: Vec<i64>,
    at: Vec<OffsetDateTime>,
    kind: Vec<String>,
    side: Vec<Option<String>>,
    detail: Vec<Option<String>>,
    position: Vec<String>,
    occurrences: Vec<Option<i16>>,
    position_key: Vec<Option<i64>>,
    result: Vec<Option<String>>,
    termination: Vec<Option<String>>,
    white_left_ms: Vec<Option<i64>>,
    black_left_ms: Vec<Option<i64>>,
    deadline: Vec<Option<OffsetDateTime>>,
}

impl<'a> NewGame<'a> {
    pub(crate) fn new(rows: &NewRows<'a>) -> Self {
        Self {
            game: rows.game.into(),
            events: Columns::of(rows.events),
            receipt: rows.receipt,
            told: rows
                .events
                .last()
                .and_then(|event| NoticeKind::of(rows.game, event)),
        }
    }

    pub(crate) fn receipt(&self) -> Option<&'a Receipt> {
        self.receipt
    }
}

impl Columns {
    fn of(events: &[Event]) -> Self {
        let mut columns = Self::default();
        for event in events.iter().map(StoredEvent::from) {
            columns.revision.push(event.revision);
            columns.at.push(event.at);
            columns.kind.push(event.kind);
            columns.side.push(event.side);
            columns.detail.push(event.detail);
            columns.position.push(event.position);
            columns.occurrences.push(event.occurrences);
            columns.position_key.push(event.position_key);
            columns.result.push(event.result);
            columns.termination.push(event.termination);
            columns.white_left_ms.push(event.white_left_ms);
            columns.black_left_ms.push(event.black_left_ms);
            columns.deadline.push(event.deadline);
        }
        columns
    }
}

/// A new game. Gives the rows affected: one an event, or none where the request was answered before.
pub(crate) struct Create<'a>(pub(crate) &'a NewGame<'a>);

impl Statement for Create<'_> {
    type Output = u64;
    const OPERATION: &'static str = "INSERT";
    const TABLE: &'static str = "games";

    async fn run(&self, connection: &mut PgConnection) -> Result<Self::Output, sqlx::Error> {
        let NewGame {
            game,
            events,
            receipt,
            told,
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
            game.white.name_key.as_deref(),
            game.white.token.as_deref(),
            game.white.invitation.as_deref(),
            game.white.expires_at,
            game.white.begun,
            game.white.left_ms,
            game.black.name.as_deref(),
            game.black.name_key.as_deref(),
            game.black.token.as_deref(),
            game.black.invitation.as_deref(),
            game.black.expires_at,
            game.black.begun,
            game.black.left_ms,
            game.start,
            game.position,
            game.last_turn.as_deref(),
            game.result.as_deref(),
            game.termination.as_deref(),
            game.time_control.as_deref(),
            game.clock_since,
            game.deadline,
            game.draw_offer.as_deref(),
            game.takeback_by.as_deref(),
            game.takeback_to,
            game.rematch_game,
            game.rematch_wanted.as_deref(),
            &events.revision,
            &events.at,
            &events.kind,
            &events.side as &[Option<String>],
            &events.detail as &[Option<String>],
            &events.position,
            &events.occurrences as &[Option<i16>],
            &events.position_key as &[Option<i64>],
            &events.result as &[Option<String>],
            &events.termination as &[Option<String>],
            &events.white_left_ms as &[Option<i64>],
            &events.black_left_ms as &[Option<i64>],
            &events.deadline as &[Option<OffsetDateTime>],
            receipt.map(|receipt| receipt.request.as_bytes().as_slice()),
            receipt.map(|receipt| receipt.body.as_bytes().as_slice()),
            receipt.map(|receipt| receipt.answer.as_slice()),
            receipt.map(|receipt| receipt.at),
            game.application_id,
            told.map(NoticeKind::word),
            kind_bit(*told),
        )
        .execute(connection)
        .await?;
        Ok(done.rows_affected())
    }
}

/// A new game with its first event, unless it is there already: safe to repeat.
pub(crate) struct InsertIfAbsent {
    game: StoredGame,
    event: StoredEvent,
    told: Option<NoticeKind>,
}

impl InsertIfAbsent {
    pub(crate) fn new(game: &Game, event: &Event) -> Self {
        Self {
            game: game.into(),
            event: event.into(),
            told: NoticeKind::of(game, event),
        }
    }
}

impl Statement for InsertIfAbsent {
    type Output = u64;
    const OPERATION: &'static str = "INSERT";
    const TABLE: &'static str = "games";

    async fn run(&self, connection: &mut PgConnection) -> Result<Self::Output, sqlx::Error> {
        let Self { game, event, told } = self;
        let done = sqlx::query_file!(
            "queries/insert_if_absent.sql",
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
            game.white.name_key.as_deref(),
            game.white.token.as_deref(),
            game.white.invitation.as_deref(),
            game.white.expires_at,
            game.white.begun,
            game.white.left_ms,
            game.black.name.as_deref(),
            game.black.name_key.as_deref(),
            game.black.token.as_deref(),
            game.black.invitation.as_deref(),
            game.black.expires_at,
            game.black.begun,
            game.black.left_ms,
            game.start,
            game.position,
            game.last_turn.as_deref(),
            game.result.as_deref(),
            game.termination.as_deref(),
            game.time_control.as_deref(),
            game.clock_since,
            game.deadline,
            game.draw_offer.as_deref(),
            game.takeback_by.as_deref(),
            game.takeback_to,
            game.rematch_game,
            game.rematch_wanted.as_deref(),
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
            event.white_left_ms,
            event.black_left_ms,
            event.deadline,
            game.application_id,
            told.map(NoticeKind::word),
            kind_bit(*told),
        )
        .execute(connection)
        .await?;
        Ok(done.rows_affected())
    }
}
