//! The contract of every store.

use std::future::{Ready, ready};
use std::sync::Arc;

use async_trait::async_trait;
use moelle_games::Store;
use moelle_games::contract::Replicas;
use tempfile::TempDir;

use crate::support::{open, url_in};

struct OnFile(TempDir);

#[async_trait]
impl Replicas for OnFile {
    async fn replica(&self) -> Arc<dyn Store> {
        open(&url_in(&self.0)).await
    }
}

fn on_file() -> Ready<OnFile> {
    ready(OnFile(TempDir::new().expect("a folder")))
}

moelle_games::store_contract!(on_file);
