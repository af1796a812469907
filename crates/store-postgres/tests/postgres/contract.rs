//! The contract of every store.

use std::sync::Arc;

use async_trait::async_trait;
use moelle_games::Store;
use moelle_games::contract::Replicas;
use moelle_store_postgres::testing::TestDatabase;

use crate::support::open;

struct OnPostgres(TestDatabase);

#[async_trait]
impl Replicas for OnPostgres {
    async fn replica(&self) -> Arc<dyn Store> {
        open(self.0.url())
    }
}

async fn on_postgres() -> OnPostgres {
    OnPostgres(TestDatabase::migrated().await)
}

moelle_games::store_contract!(on_postgres);
