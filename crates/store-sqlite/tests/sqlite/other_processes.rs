//! Others that use the file at the same time.

use std::time::{Duration, Instant};

use moelle_games::contract::table::{assert_same, load};
use moelle_games::{Committed, StoreError};
use moelle_store_sqlite::{SqliteOptions, SqliteStore};
use sqlx::{Connection, SqliteConnection};
use tempfile::TempDir;

use crate::support::{create, play, url_in};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn while_another_process_writes_games_are_read_and_changes_are_told_to_come_back() {
    let folder = TempDir::new().expect("a folder");
    let url = url_in(&folder);
    let options = SqliteOptions {
        busy_timeout: Duration::from_millis(200),
        ..SqliteOptions::default()
    };
    let store = SqliteStore::open(&url, options).await.expect("a file");
    let game = create(&store).await;

    let mut other = SqliteConnection::connect(&url).await.expect("a file");
    sqlx::raw_sql("BEGIN IMMEDIATE; UPDATE games SET white_name = 'Ada'")
        .execute(&mut other)
        .await
        .expect("a lock");
    let start = Instant::now();
    for _ in 0..3 {
        let refused = play(&store, &game, "d6").await;
        assert!(matches!(refused, Err(StoreError::Busy)), "{refused:?}");
        assert_same(&load(&store, game.id()).await, &game);
    }
    assert!(
        start.elapsed() < Duration::from_secs(5),
        "{:?}",
        start.elapsed()
    );

    sqlx::raw_sql("ROLLBACK")
        .execute(&mut other)
        .await
        .expect("rolled back");
    let (game, committed) = play(&store, &game, "d6").await.expect("stored");
    assert_eq!(committed, Committed::Yes);
    assert_same(&load(&store, game.id()).await, &game);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_change_waits_for_a_short_one_of_another_process() {
    let folder = TempDir::new().expect("a folder");
    let url = url_in(&folder);
    let store = SqliteStore::open(&url, SqliteOptions::default())
        .await
        .expect("a file");
    let game = create(&store).await;
    let mut other = SqliteConnection::connect(&url).await.expect("a file");
    sqlx::raw_sql("BEGIN IMMEDIATE")
        .execute(&mut other)
        .await
        .expect("a lock");
    let (played, ()) = tokio::join!(play(&store, &game, "d6"), async {
        tokio::time::sleep(Duration::from_millis(300)).await;
        sqlx::raw_sql("COMMIT")
            .execute(&mut other)
            .await
            .expect("committed");
    });
    assert_eq!(played.expect("stored").1, Committed::Yes);
}
