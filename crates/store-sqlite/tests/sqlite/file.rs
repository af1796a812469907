//! The file: who may read it, what may be in it, how it outlives the store.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use futures::future::join_all;
use moelle_games::contract::table::{assert_history, assert_same, load};
use moelle_games::{Committed, Store, StoreError};
use moelle_store_sqlite::{OpenError, SqliteOptions, SqliteStore};
use sqlx::{Connection, SqliteConnection};
use tempfile::TempDir;

use crate::support::{create, open, play, url_in};

/// Stores that are opened at the same instant.
const AT_ONCE: usize = 4;
/// How often they are.
const ROUNDS: usize = 10;

fn mode(path: &Path) -> u32 {
    let metadata = std::fs::metadata(path).expect("it is there");
    metadata.permissions().mode() & 0o777
}

fn folder() -> TempDir {
    TempDir::new().expect("a folder")
}

#[tokio::test]
async fn the_file_is_made_with_its_folders_for_its_owner_alone() {
    let folder = folder();
    let home = folder.path().join("share").join("moelle");
    let file = home.join("games.sqlite");
    let store = open(&format!("sqlite://{}", file.display())).await;
    create(&*store).await;
    assert_eq!(store.path(), file.canonicalize().expect("it is there"));
    assert_eq!(mode(&home), 0o700);
    assert_eq!(mode(&folder.path().join("share")), 0o700);
    for name in ["games.sqlite", "games.sqlite-wal", "games.sqlite-shm"] {
        assert_eq!(mode(&home.join(name)), 0o600, "{name}");
    }
}

#[tokio::test]
async fn games_outlive_the_store() {
    let folder = folder();
    let url = url_in(&folder);
    let store = open(&url).await;
    let game = create(&*store).await;
    let (game, _) = play(&*store, &game, "d6").await.expect("stored");
    store.close().await;
    let error = store.check().await.expect_err("it is closed");
    assert!(matches!(error, StoreError::Unavailable(_)), "{error:?}");
    // All is in the one file, which may then be copied.
    let left: Vec<_> = std::fs::read_dir(folder.path())
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    assert_eq!(left, ["games.sqlite"]);

    let again = open(&url).await;
    assert_same(&load(&*again, game.id()).await, &game);
    let (_, committed) = play(&*again, &game, "f4").await.expect("stored");
    assert_eq!(committed, Committed::Yes);
    assert_history(&*again, game.id()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_may_be_opened_for_the_first_time_by_several_at_once() {
    for _ in 0..ROUNDS {
        let folder = folder();
        let url = url_in(&folder);
        let stores = join_all((0..AT_ONCE).map(|_| open(&url))).await;
        let game = create(&*stores[0]).await;
        for store in &stores {
            store.check().await.expect("a store that can be used");
            assert_same(&load(&**store, game.id()).await, &game);
        }
    }
}

#[tokio::test]
async fn a_file_that_is_newer_than_this_release_is_used_as_it_is() {
    let folder = folder();
    let url = url_in(&folder);
    open(&url).await.close().await;
    let mut later = SqliteConnection::connect(&url).await.expect("a file");
    sqlx::raw_sql(
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
         VALUES (9999, 'of a later release', true, x'', 0);
         ALTER TABLE games ADD COLUMN of_a_later_release TEXT;
         ALTER TABLE events ADD COLUMN of_a_later_release TEXT;",
    )
    .execute(&mut later)
    .await
    .expect("a later release");
    later.close().await.expect("closed");
    let store = open(&url).await;
    store.check().await.expect("a store that can be used");
    let game = create(&*store).await;
    play(&*store, &game, "d6").await.expect("stored");
}

#[tokio::test]
async fn what_is_no_store_of_games_is_refused_and_left_alone() {
    let folder = folder();
    let url = url_in(&folder);
    let text = "a letter to a friend, which is long enough to be no header of a database";
    let path = folder.path().join("games.sqlite");
    std::fs::write(&path, text).expect("written");
    let Err(error) = SqliteStore::open(&url, SqliteOptions::default()).await else {
        panic!("a letter was opened");
    };
    assert!(matches!(error, OpenError::Unusable { .. }), "{error:?}");
    assert!(error.to_string().contains("games.sqlite"), "{error}");
    assert_eq!(std::fs::read_to_string(&path).expect("it is there"), text);

    let url = format!("sqlite://{}", folder.path().display());
    let Err(error) = SqliteStore::open(&url, SqliteOptions::default()).await else {
        panic!("a folder was opened");
    };
    assert!(matches!(error, OpenError::File { .. }), "{error:?}");
}

#[tokio::test]
async fn every_column_says_what_it_is() {
    let folder = folder();
    let url = url_in(&folder);
    open(&url).await.close().await;
    let mut session = SqliteConnection::connect(&url).await.expect("a file");
    let columns: Vec<(String, String, String)> = sqlx::query_as(
        "SELECT t.name, c.name, t.sql
         FROM sqlite_schema t, pragma_table_info(t.name) c
         WHERE t.type = 'table' AND t.name NOT LIKE '\\_sqlx%' ESCAPE '\\'",
    )
    .fetch_all(&mut session)
    .await
    .expect("an answer");
    assert!(columns.len() > 30, "{}", columns.len());
    for (table, column, sql) in columns {
        let lines: Vec<&str> = sql.lines().map(str::trim).collect();
        let first = |line: &&str| line.split(' ').next() == Some(&column);
        let is_said = if let Some(at) = lines.iter().position(first) {
            lines[at - 1].starts_with("-- ")
        } else {
            // A column that was added follows the one before it, on the same line.
            let added = |line: &&str| line.ends_with(&format!(", {column}"));
            let at = lines.iter().position(added).expect("its line");
            lines[at + 1].starts_with("/* ")
        };
        assert!(is_said, "{table}.{column}");
    }
}
