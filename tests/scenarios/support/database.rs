//! What a look into the database tells, and what time does to it.

use std::time::Duration;

use moelle_games::GameId;
use sqlx::PgConnection;
use tokio::time::Instant;
use uuid::Uuid;

/// How long something may take that must happen.
const PATIENCE: Duration = Duration::from_mins(1);

/// The key of a game.
pub(crate) fn key(id: &str) -> Uuid {
    id.parse::<GameId>().expect("an id").as_uuid()
}

/// The revision of a game as another session sees it.
pub(crate) async fn revision_seen(session: &mut PgConnection, id: &str) -> i64 {
    sqlx::query_scalar("SELECT revision FROM games WHERE game_id = $1")
        .bind(key(id))
        .fetch_one(session)
        .await
        .expect("the game is there")
}

/// Lets so much time pass for a game, if its clock runs, that its deadline is `left` from now. Every
/// replica finds it so, whether it is up or not.
pub(crate) async fn let_time_pass(session: &mut PgConnection, id: &str, left: Duration) {
    let left = i32::try_from(left.as_millis()).expect("milliseconds");
    sqlx::query(
        "UPDATE games g SET deadline = due.at, clock_since = clock_since - (g.deadline - due.at) \
         FROM (SELECT clock_timestamp() + $2 * interval '1 millisecond' AS at) due \
         WHERE game_id = $1 AND g.deadline > due.at",
    )
    .bind(key(id))
    .bind(left)
    .execute(session)
    .await
    .expect("a game can be changed");
}

/// Waits until this many sessions wait for a lock of another.
pub(crate) async fn until_waiting(session: &mut PgConnection, count: i64) {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let waiting: i64 = sqlx::query_scalar(
            "SELECT count(*) FROM pg_stat_activity \
             WHERE datname = current_database() AND wait_event_type = 'Lock'",
        )
        .fetch_one(&mut *session)
        .await
        .expect("an answer");
        if waiting >= count {
            return;
        }
        assert!(Instant::now() < deadline, "only {waiting} wait");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Ends every session of this name, and says how many there were.
pub(crate) async fn terminate(session: &mut PgConnection, name: &str) -> i64 {
    sqlx::query_scalar(
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity \
         WHERE datname = current_database() AND application_name = $1",
    )
    .bind(name)
    .fetch_one(session)
    .await
    .expect("an answer")
}

/// Games whose events are not exactly their revisions.
pub(crate) async fn half_done(session: &mut PgConnection) -> i64 {
    sqlx::query_scalar(
        "SELECT count(*) FROM games g WHERE (\
           SELECT count(*) <> g.revision OR min(revision) <> 1 OR max(revision) <> g.revision \
           FROM events e WHERE e.game_id = g.game_id)",
    )
    .fetch_one(session)
    .await
    .expect("an answer")
}

/// Sessions that idle inside a transaction.
pub(crate) async fn idle_in_transaction(session: &mut PgConnection) -> i64 {
    sqlx::query_scalar(
        "SELECT count(*) FROM pg_stat_activity \
         WHERE datname = current_database() AND state LIKE 'idle in transaction%'",
    )
    .fetch_one(session)
    .await
    .expect("an answer")
}

/// Waits until a game has ended in the database, whoever looks.
pub(crate) async fn until_ended(session: &mut PgConnection, id: &str) {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let ended: bool =
            sqlx::query_scalar("SELECT result IS NOT NULL FROM games WHERE game_id = $1")
                .bind(key(id))
                .fetch_one(&mut *session)
                .await
                .expect("the game is there");
        if ended {
            return;
        }
        assert!(Instant::now() < deadline, "{id} does not end");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
