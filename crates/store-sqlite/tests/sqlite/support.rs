//! What the tests have in common.

use std::sync::Arc;

use moelle_games::contract::table::{after, store_new, unstored};
use moelle_games::{Commit, Committed, Game, Store, StoreError};
use moelle_store_sqlite::{SqliteOptions, SqliteStore};
use tempfile::TempDir;

/// The URL of a file in a folder.
pub(crate) fn url_in(folder: &TempDir) -> String {
    format!("sqlite://{}", folder.path().join("games.sqlite").display())
}

/// A store with the usual limits.
pub(crate) async fn open(url: &str) -> Arc<SqliteStore> {
    let store = SqliteStore::open(url, SqliteOptions::default()).await;
    Arc::new(store.expect("a file"))
}

/// Stores a new game.
pub(crate) async fn create(store: &dyn Store) -> Game {
    let (game, event) = unstored();
    store_new(store, &game, &[event], None).await;
    game
}

/// Plays a turn and stores it.
pub(crate) async fn play(
    store: &dyn Store,
    game: &Game,
    turn: &str,
) -> Result<(Game, Committed), StoreError> {
    let (game, event) = after(game, turn);
    let commit = Commit {
        game: &game,
        event: &event,
        receipt: None,
        not_after: None,
    };
    let committed = store.commit(commit).await?;
    Ok((game, committed))
}
