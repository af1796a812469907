//! The statements that write, each a whole change.
//!
//! They are executed and not fetched: an answer counts once the server has said that it is stored.

use moelle_games::{
    Change, Commit, Expired, GameId, NoticeKind, Purged, Receipt, Revision, StoredEvent, StoredGame,
};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::database::Statement;

/// Receipts that are forgotten in one statement, at most.
pub(crate) const FORGET_MAX: u32 = 1_000;

/// Games of each kind that are forgotten in one statement.
const PURGED_GAMES_MAX: i64 = 100;
/// Events of all of them, give or take those of one game.
const PURGED_EVENTS_MAX: i64 = 20_000;

/// How long notes of spectators are kept that a replica made before it went away.
const NOTES_KEPT: time::Duration = time::Duration::HOUR;

/// A change as rows.
pub(crate) struct ChangedGame<'a> {
    game: StoredGame,
    event: StoredEvent,
    /// The revision to which it takes back.
    taken_back_to: Option<i64>,
    receipt: Option<&'a Receipt>,
    told: Option<NoticeKind>,
    not_after: Option<OffsetDateTime>,
}

impl<'a> ChangedGame<'a> {
    pub(crate) fn new(commit: &Commit<'a>) -> Self {
        let taken_back_to = match commit.event.change {
            Change::TakebackAnswered { taken_back_to, .. } => taken_back_to,
            _ => None,
        };
        Self {
            game: commit.game.into(),
            event: commit.event.into(),
            taken_back_to: taken_back_to.map(number),
            receipt: commit.receipt,
            told: NoticeKind::of(commit.game, commit.event),
            not_after: commit.not_after,
        }
    }

    pub(crate) fn receipt(&self) -> Option<&'a Receipt> {
        self.receipt
    }
}

/// A change of a game. Gives the rows affected: one, or none where the game was at another revision or it
/// was too late.
pub(crate) struct Update<'a>(pub(crate) &'a ChangedGame<'a>);

impl Statement for Update<'_> {
    type Output = u64;
    const OPERATION: &'static str = "UPDATE";
    const TABLE: &'static str = "games";

    async fn run(&self, connection: &mut PgConnection) -> Result<Self::Output, sqlx::Error> {
        let ChangedGame {
            game,
            event,
            taken_back_to,
            receipt,
            told,
            not_after,
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
            receipt.map(|receipt| receipt.request.as_bytes().as_slice()),
            receipt.map(|receipt| receipt.body.as_bytes().as_slice()),
            receipt.map(|receipt| receipt.answer.as_slice()),
            receipt.map(|receipt| receipt.at),
            *taken_back_to,
            *not_after,
            told.map(NoticeKind::word),
            kind_bit(*told),
        )
        .execute(connection)
        .await?;
        Ok(done.rows_affected())
    }
}

/// What a replica counts of spectators now, in place of what it noted before.
pub(crate) struct NoteSpectators {
    pub(crate) replica: Uuid,
    pub(crate) games: Vec<Uuid>,
    pub(crate) counts: Vec<i32>,
    pub(crate) now: OffsetDateTime,
    /// Notes of other replicas from before are forgotten.
    pub(crate) forget_before: OffsetDateTime,
}

impl NoteSpectators {
    pub(crate) fn new(replica: Uuid, counts: &[(GameId, u32)], now: OffsetDateTime) -> Self {
        let (games, counts) = counts
            .iter()
            .map(|(game, count)| (game.as_uuid(), i32::try_from(*count).unwrap_or(i32::MAX)))
            .unzip();
        Self {
            replica,
            games,
            counts,
            now,
            forget_before: now - NOTES_KEPT,
        }
    }
}

impl Statement for NoteSpectators {
    type Output = ();
    const OPERATION: &'static str = "INSERT";
    const TABLE: &'static str = "spectators";
    const IS_POLL: bool = true;

    async fn run(&self, connection: &mut PgConnection) -> Result<Self::Output, sqlx::Error> {
        sqlx::query_file!(
            "queries/note_spectators.sql",
            self.replica,
            &self.games,
            &self.counts,
            self.now,
            self.forget_before,
        )
        .execute(connection)
        .await
        .map(drop)
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

/// One batch of games that are kept no longer.
pub(crate) struct Purge<'a>(pub(crate) &'a Expired);

impl Statement for Purge<'_> {
    type Output = Purged;
    const OPERATION: &'static str = "DELETE";
    const TABLE: &'static str = "games";

    async fn run(&self, connection: &mut PgConnection) -> Result<Self::Output, sqlx::Error> {
        let Expired {
            waiting,
            running,
            finished,
        } = *self.0;
        let (games, events) = (PURGED_GAMES_MAX, PURGED_EVENTS_MAX);
        let purged = sqlx::query_file!(
            "queries/purge.sql",
            waiting,
            running,
            finished,
            games,
            events
        )
        .fetch_one(connection)
        .await?;
        let count = |count: i64| u64::try_from(count).unwrap_or(0);
        Ok(Purged {
            waiting: count(purged.waiting),
            running: count(purged.running),
            finished: count(purged.finished),
        })
    }
}

/// The bit of what webhooks are told, as it is compared with the kinds that they want; 0: nothing.
pub(crate) fn kind_bit(told: Option<NoticeKind>) -> i16 {
    told.map_or(0, |kind| kind.bit().into())
}

/// The number of a revision, as it is stored.
pub(crate) fn number(revision: Revision) -> i64 {
    i64::try_from(revision.number()).unwrap_or(i64::MAX)
}
