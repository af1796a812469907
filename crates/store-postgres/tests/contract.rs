//! The contract of every store, on PostgreSQL.

use std::sync::Arc;

use async_trait::async_trait;
use moelle_games::Store;
use moelle_games::contract::Replicas;
use moelle_store_postgres::testing::TestDatabase;
use moelle_store_postgres::{PostgresOptions, PostgresStore};

struct OnPostgres(TestDatabase);

#[async_trait]
impl Replicas for OnPostgres {
    async fn replica(&self) -> Arc<dyn Store> {
        let store = PostgresStore::connect(self.0.url(), PostgresOptions::default());
        Arc::new(store.expect("a URL"))
    }
}

async fn on_postgres() -> OnPostgres {
    OnPostgres(TestDatabase::migrated().await)
}

moelle_games::store_contract!(on_postgres);
