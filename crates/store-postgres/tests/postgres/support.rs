//! What the tests have in common.

use std::sync::Arc;
use std::time::{Duration, Instant};

use moelle_games::contract::table::{Seated, call, encode, encode_created, games_over, new_game};
use moelle_games::{
    ChangeCall, Changed, GameError, Games, Reply, Request, SeatChoice, Store, StoreError,
};
use moelle_rules::Side;
use moelle_store_postgres::testing::TestDatabase;
use moelle_store_postgres::{PostgresOptions, PostgresStore};
use sqlx::PgConnection;

/// Turns of a game in which nobody closes a mill.
pub(crate) const TURNS: [&str; 12] = [
    "d6", "f4", "d2", "b4", "a7", "g7", "a1", "g1", "c5", "e5", "c3", "e3",
];

/// A store with the usual limits.
pub(crate) fn open(url: &str) -> Arc<PostgresStore> {
    open_with(url, PostgresOptions::default())
}

/// A store with other limits.
pub(crate) fn open_with(url: &str, options: PostgresOptions) -> Arc<PostgresStore> {
    Arc::new(PostgresStore::connect(url, options).expect("a URL"))
}

/// Asks for a turn, under a request's id.
pub(crate) async fn ask(
    games: &Games,
    game: &Seated,
    side: Side,
    turn: &str,
    request: Request,
) -> Result<Reply<Changed>, GameError> {
    let call = ChangeCall {
        request: Some(request),
        ..call(game.id)
    };
    games
        .play(call, turn, &game.credentials(side), &encode)
        .await
}

/// A game with both seats taken, created however often the database cannot serve.
pub(crate) async fn seated_somehow(games: &Games) -> Seated {
    loop {
        match games
            .create(new_game(SeatChoice::Both), &encode_created)
            .await
        {
            Ok(Reply::Done(created)) => return created.into(),
            Ok(Reply::Repeated(_)) => panic!("it has no request id"),
            Err(error) => assert!(is_away(&error), "{error:?}"),
        }
    }
}

/// Whether an error says that the database could not serve, which is no fault of the store.
pub(crate) fn is_away(error: &GameError) -> bool {
    matches!(
        error,
        GameError::Store(StoreError::Unavailable(_) | StoreError::Busy)
    )
}

/// The revision of a game as another session sees it.
pub(crate) async fn revision_seen(session: &mut PgConnection, game: &Seated) -> i64 {
    sqlx::query_scalar("SELECT revision FROM games WHERE game_id = $1")
        .bind(game.id.as_uuid())
        .fetch_one(session)
        .await
        .expect("the game is there")
}

/// Sessions of the stores on this database that idle inside a transaction.
pub(crate) async fn idle_in_transaction(session: &mut PgConnection) -> i64 {
    sqlx::query_scalar(
        "SELECT count(*) FROM pg_stat_activity
         WHERE datname = current_database() AND state LIKE 'idle in transaction%'",
    )
    .fetch_one(session)
    .await
    .expect("an answer")
}

/// Ends every session of this name, and says how many there were.
pub(crate) async fn terminate(session: &mut PgConnection, name: &str) -> i64 {
    sqlx::query_scalar(
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = $1",
    )
    .bind(name)
    .fetch_one(session)
    .await
    .expect("an answer")
}

/// Waits until a store answers, and says how long that took.
pub(crate) async fn until_it_answers(store: &dyn Store) -> Duration {
    let start = Instant::now();
    while let Err(error) = store.check().await {
        assert!(start.elapsed() < Duration::from_mins(1), "{error:?}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    start.elapsed()
}

/// A database with a store and its use cases.
pub(crate) async fn one_store() -> (TestDatabase, Arc<PostgresStore>, Arc<Games>) {
    let database = TestDatabase::migrated().await;
    let store = open(database.url());
    let games = games_over(Arc::clone(&store) as Arc<dyn Store>);
    (database, store, games)
}
