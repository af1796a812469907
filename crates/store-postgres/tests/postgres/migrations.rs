//! Bringing databases up to date.

use futures::future::join_all;
use moelle_games::contract::table::{games_over, play, seated};
use moelle_games::{Store, StoreError};
use moelle_rules::Side;
use moelle_store_postgres::testing::TestDatabase;
use moelle_store_postgres::{MigrateError, migrate};
use sqlx::PgConnection;

use crate::support::{open, until_it_answers};

/// Replicas that start at the same instant.
const REPLICAS: usize = 4;
/// How often they do.
const ROUNDS: usize = 10;

async fn texts(session: &mut PgConnection, query: &'static str) -> Vec<String> {
    sqlx::query_scalar(query)
        .fetch_all(session)
        .await
        .expect("an answer")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn replicas_may_migrate_an_empty_database_at_the_same_instant() {
    for round in 0..ROUNDS {
        let database = TestDatabase::empty().await;
        let migrating = (0..REPLICAS).map(|_| migrate(database.url()));
        for result in join_all(migrating).await {
            result.unwrap_or_else(|error| panic!("round {round}: {error:?}"));
        }
        until_it_answers(&*open(database.url())).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_is_newer_than_this_release_is_used_as_it_is() {
    let database = TestDatabase::migrated().await;
    let mut session = database.session().await;
    sqlx::raw_sql(
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
         VALUES (9999, 'of a later release', true, '', 0);
         ALTER TABLE games ADD COLUMN of_a_later_release text;
         ALTER TABLE events ADD COLUMN of_a_later_release text;",
    )
    .execute(&mut session)
    .await
    .expect("a later release");
    migrate(database.url()).await.expect("nothing to do");
    let store = open(database.url());
    store.check().await.expect("a store that can be used");
    let games = games_over(store);
    let game = seated(&games).await;
    play(&games, &game, Side::White, "d6").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_is_away_until_its_database_is_migrated() {
    let database = TestDatabase::empty().await;
    let store = open(database.url());
    for _ in 0..2 {
        let error = store.check().await.expect_err("no tables");
        assert!(matches!(error, StoreError::Unavailable(_)), "{error:?}");
        let error = store.revisions(&[]).await.expect_err("no tables");
        assert!(matches!(error, StoreError::Unavailable(_)), "{error:?}");
    }
    migrate(database.url()).await.expect("migrated");
    store.check().await.expect("a store that can be used");
    assert_eq!(store.revisions(&[]).await.expect("tables"), []);
}

#[tokio::test]
async fn an_unreachable_server_is_named_without_the_password() {
    let error = migrate("postgres://ada:canary@127.0.0.1:1/moelle")
        .await
        .expect_err("nobody is there");
    assert!(
        matches!(error, MigrateError::Unreachable { .. }),
        "{error:?}"
    );
    let texts = format!("{error} {error:?}");
    assert!(error.to_string().contains("127.0.0.1:1"), "{error}");
    assert!(!texts.contains("canary"), "{texts}");
}

#[tokio::test]
async fn a_database_that_is_not_there_is_not_waited_for() {
    let database = TestDatabase::empty().await;
    let missing = database.url().replace("moelle_test_", "moelle_none_");
    let error = migrate(&missing).await.expect_err("there is none");
    assert!(matches!(error, MigrateError::Refused { .. }), "{error:?}");
}

#[tokio::test]
async fn every_table_and_column_says_what_it_is_and_every_constraint_has_a_name() {
    let database = TestDatabase::migrated().await;
    let mut session = database.session().await;
    let silent = texts(
        &mut session,
        "SELECT c.relname || '.' || coalesce(a.attname, '')
         FROM pg_class c
         LEFT JOIN pg_attribute a
             ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
         WHERE c.relnamespace = 'public'::regnamespace
             AND c.relkind = 'r'
             AND c.relname NOT LIKE '\\_sqlx%'
             AND (obj_description(c.oid) IS NULL OR col_description(c.oid, a.attnum) IS NULL)",
    )
    .await;
    assert!(silent.is_empty(), "{silent:?}");
    let tables = texts(
        &mut session,
        "SELECT relname::text FROM pg_class
         WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
             AND relname NOT LIKE '\\_sqlx%'
         ORDER BY relname",
    )
    .await;
    assert_eq!(
        tables,
        [
            "api_keys",
            "applications",
            "creations",
            "deliveries",
            "events",
            "games",
            "receipts",
            "spectators",
            "webhooks"
        ]
    );
    let nameless = texts(
        &mut session,
        "SELECT conname::text FROM pg_constraint
         WHERE connamespace = 'public'::regnamespace
             AND conrelid::regclass::text NOT LIKE '\\_sqlx%'
             AND conname ~ '(_check|_key)[0-9]*$'",
    )
    .await;
    assert!(nameless.is_empty(), "{nameless:?}");
}
