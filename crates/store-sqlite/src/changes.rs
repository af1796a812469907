//! What writes.

use moelle_games::{
    Change as GameChange, Commit, Committed, Creation, Event, Expired, Game, GameId, NewRows,
    NoticeKind, Purged, Receipt, Revision, StoredEvent, StoredGame,
};
use sqlx::sqlite::SqliteConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::error::Failure;
use crate::statements::{
    creation, insert_creation, insert_event, insert_game, insert_game_if_absent, insert_receipt,
    take_back, tell, update_game,
};
use crate::times::micros;
use crate::writer::{Change, Verdict};

/// Receipts that are forgotten in one transaction, at most.
pub(crate) const FORGET_MAX: u32 = 1_000;
/// How long notes of spectators are kept that a replica made before it went away.
const NOTES_KEPT: time::Duration = time::Duration::HOUR;

/// A new game, as rows that a task can own.
pub(crate) struct Create {
    game: StoredGame,
    events: Vec<StoredEvent>,
    receipt: Option<Receipt>,
    told: Option<NoticeKind>,
}

impl Create {
    pub(crate) fn new(rows: &NewRows<'_>) -> Self {
        Self {
            game: rows.game.into(),
            events: rows.events.iter().map(StoredEvent::from).collect(),
            receipt: rows.receipt.cloned(),
            told: rows
                .events
                .last()
                .and_then(|event| NoticeKind::of(rows.game, event)),
        }
    }
}

impl Change for Create {
    type Output = Creation;
    const OPERATION: &'static str = "INSERT";
    const TABLE: &'static str = "games";

    async fn run(self, writer: &mut SqliteConnection) -> Result<Verdict<Creation>, Failure> {
        if let Some(receipt) = &self.receipt {
            if let Some(earlier) = creation(writer, &receipt.request).await? {
                return Ok(Verdict::TakeBack(Creation::Repeated(earlier)));
            }
            insert_creation(writer, self.game.game_id, receipt).await?;
        }
        insert_game(writer, &self.game).await?;
        for event in &self.events {
            insert_event(writer, self.game.game_id, event).await?;
        }
        tell(writer, &self.game, self.told).await?;
        Ok(Verdict::Keep(Creation::Created))
    }
}

/// A new game with its first event, unless it is there already.
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

impl Change for InsertIfAbsent {
    type Output = ();
    const OPERATION: &'static str = "INSERT";
    const TABLE: &'static str = "games";

    async fn run(self, writer: &mut SqliteConnection) -> Result<Verdict<()>, Failure> {
        if insert_game_if_absent(writer, &self.game).await? == 0 {
            return Ok(Verdict::TakeBack(()));
        }
        insert_event(writer, self.game.game_id, &self.event).await?;
        tell(writer, &self.game, self.told).await?;
        Ok(Verdict::Keep(()))
    }
}

/// A change of a game.
pub(crate) struct Update {
    game: StoredGame,
    event: StoredEvent,
    /// The revision to which it takes back.
    taken_back_to: Option<i64>,
    receipt: Option<Receipt>,
    told: Option<NoticeKind>,
    not_after: Option<OffsetDateTime>,
}

impl Update {
    pub(crate) fn new(commit: &Commit<'_>) -> Self {
        let taken_back_to = match commit.event.change {
            GameChange::TakebackAnswered { taken_back_to, .. } => taken_back_to,
            _ => None,
        };
        Self {
            game: commit.game.into(),
            event: commit.event.into(),
            taken_back_to: taken_back_to.map(number),
            receipt: commit.receipt.cloned(),
            told: NoticeKind::of(commit.game, commit.event),
            not_after: commit.not_after,
        }
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
    /// `false`: the game is at another revision, or it is too late.
    async fn store(&self, writer: &mut SqliteConnection) -> Result<bool, Failure> {
        let id = self.game.game_id;
        if update_game(writer, &self.game, self.not_after).await? == 0 {
            return Ok(false);
        }
        if let Some(to) = self.taken_back_to {
            take_back(writer, id, to).await?;
        }
        insert_event(writer, id, &self.event).await?;
        if let Some(receipt) = &self.receipt {
            insert_receipt(writer, id, receipt).await?;
        }
        tell(writer, &self.game, self.told).await?;
        Ok(true)
    }
}

/// What a replica counts of spectators now, in place of what it noted before.
pub(crate) struct NoteSpectators {
    pub(crate) replica: Uuid,
    pub(crate) counts: Vec<(GameId, u32)>,
    pub(crate) now: OffsetDateTime,
}

impl Change for NoteSpectators {
    type Output = ();
    const OPERATION: &'static str = "INSERT";
    const TABLE: &'static str = "spectators";
    const IS_POLL: bool = true;

    async fn run(self, writer: &mut SqliteConnection) -> Result<Verdict<()>, Failure> {
        let (now, long_ago) = (micros(self.now), micros(self.now - NOTES_KEPT));
        let replica = self.replica;
        sqlx::query_file!("queries/forget_spectators.sql", replica, long_ago)
            .execute(&mut *writer)
            .await?;
        for (game, count) in self.counts {
            let game = game.as_uuid();
            sqlx::query_file!("queries/insert_spectators.sql", game, replica, count, now)
                .execute(&mut *writer)
                .await?;
        }
        Ok(Verdict::Keep(()))
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

/// Games that are forgotten in one transaction.
const PURGED_GAMES_MAX: i64 = 100;
/// Events of all of them, give or take those of one game.
const PURGED_EVENTS_MAX: i64 = 20_000;

/// One batch of games that are kept no longer, with what belongs to them.
pub(crate) struct Purge {
    pub(crate) expired: Expired,
}

impl Change for Purge {
    type Output = Purged;
    const OPERATION: &'static str = "DELETE";
    const TABLE: &'static str = "games";

    async fn run(self, writer: &mut SqliteConnection) -> Result<Verdict<Purged>, Failure> {
        let [waiting, running, finished] = bounds(&self.expired);
        let (games, events) = (PURGED_GAMES_MAX, PURGED_EVENTS_MAX);
        let old = sqlx::query_file!(
            "queries/find_old.sql",
            waiting,
            running,
            finished,
            games,
            events
        )
        .fetch_all(&mut *writer)
        .await?;
        let mut purged = Purged::default();
        for game in old {
            forget_game(writer, game.game_id).await?;
            match game.state.as_str() {
                "waiting" => purged.waiting += 1,
                "running" => purged.running += 1,
                _ => purged.finished += 1,
            }
        }
        Ok(Verdict::Keep(purged))
    }
}

async fn forget_game(writer: &mut SqliteConnection, game: Uuid) -> Result<(), Failure> {
    sqlx::query_file!("queries/forget_events_of.sql", game)
        .execute(&mut *writer)
        .await?;
    sqlx::query_file!("queries/forget_receipts_of.sql", game)
        .execute(&mut *writer)
        .await?;
    sqlx::query_file!("queries/forget_spectators_of.sql", game)
        .execute(&mut *writer)
        .await?;
    sqlx::query_file!("queries/forget_deliveries_of_game.sql", game)
        .execute(&mut *writer)
        .await?;
    sqlx::query_file!("queries/forget_game.sql", game)
        .execute(writer)
        .await?;
    Ok(())
}

/// Before when games of each kind must have changed last, as it is stored: waiting, running, finished.
pub(crate) fn bounds(expired: &Expired) -> [Option<i64>; 3] {
    [expired.waiting, expired.running, expired.finished].map(|before| before.map(micros))
}

/// The number of a revision, as it is stored.
pub(crate) fn number(revision: Revision) -> i64 {
    i64::try_from(revision.number()).unwrap_or(i64::MAX)
}
