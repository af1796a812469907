//! The contract of every store, on a SQLite file.

use std::future::{Ready, ready};
use std::sync::Arc;

use async_trait::async_trait;
use moelle_games::Store;
use moelle_games::contract::Replicas;
use moelle_store_sqlite::{SqliteOptions, SqliteStore};
use tempfile::TempDir;

struct OnFile(TempDir);

#[async_trait]
impl Replicas for OnFile {
    async fn replica(&self) -> Arc<dyn Store> {
        let url = format!("sqlite://{}", self.0.path().join("games.sqlite").display());
        let store = SqliteStore::open(&url, SqliteOptions::default()).await;
        Arc::new(store.expect("a file"))
    }
}

fn on_file() -> Ready<OnFile> {
    ready(OnFile(TempDir::new().expect("a folder")))
}

moelle_games::store_contract!(on_file);
