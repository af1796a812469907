//! How much is asked of the server.

use std::time::Duration;

use moelle_games::Committed;
use moelle_games::contract::table::{after, commit, load, store_new, unstored};
use moelle_store_postgres::PostgresOptions;
use moelle_store_postgres::testing::TestDatabase;
use sqlx::PgConnection;

use crate::support::{TURNS, open_with};

/// Games that are played, many for what opening and preparing cost beside them.
const GAMES: i64 = 25;
/// Transactions that opening, preparing, listening and looking may cost.
const AROUND: i64 = 30;

/// Transactions of a database that have come to an end, as far as sessions have reported them.
async fn transactions(session: &mut PgConnection) -> i64 {
    sqlx::query_scalar(
        "SELECT xact_commit + xact_rollback FROM pg_stat_database
         WHERE datname = current_database()",
    )
    .fetch_one(session)
    .await
    .expect("an answer")
}

#[tokio::test]
async fn a_turn_is_one_statement_that_reads_and_one_that_writes() {
    let database = TestDatabase::migrated().await;
    let options = PostgresOptions {
        connections_max: 1,
        ..PostgresOptions::default()
    };
    let mut session = database.session().await;
    let before = transactions(&mut session).await;

    let store = open_with(database.url(), options);
    for _ in 0..GAMES {
        let (game, event) = unstored();
        store_new(&*store, &game, &[event], None).await;
        for turn in TURNS {
            let (changed, event) = after(&load(&*store, game.id()).await, turn);
            let committed = commit(&*store, &changed, &event, None).await;
            assert_eq!(committed, Committed::Yes);
        }
    }
    store.close().await;

    let turns = GAMES * i64::try_from(TURNS.len()).expect("few");
    let expected = GAMES + 2 * turns;
    // Sessions report as they end, which may take a moment.
    let mut counted = 0;
    for _ in 0..100 {
        counted = transactions(&mut session).await - before;
        if counted >= expected {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    println!("{counted} transactions for {GAMES} games with {turns} turns");
    assert!(
        (expected..expected + AROUND).contains(&counted),
        "{counted} transactions, {expected} statements expected"
    );
}
