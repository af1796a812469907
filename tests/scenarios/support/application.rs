//! Applications, as an operator makes them.

use std::sync::Arc;

use moelle_games::{Games, QuotaOverrides, SystemClock, SystemIds};
use moelle_store_postgres::{PostgresOptions, PostgresStore};

/// Makes an application of this name in the database at an address; gives a key of it.
pub(crate) async fn key_of_application(database_url: &str, name: &str) -> String {
    let store = PostgresStore::connect(database_url, PostgresOptions::default());
    let store = Arc::new(store.expect("an address"));
    let games = Games::new(store.clone(), Arc::new(SystemClock), Arc::new(SystemIds));
    let none = QuotaOverrides {
        running_games: None,
        games_per_day: None,
        game_events: None,
        keys: None,
    };
    let label = || name.parse().expect("a label");
    let applications = games.applications();
    let made = applications.create(label(), none).await;
    let made = made.expect("an application");
    let key = applications.create_key(&made, label(), None).await;
    let key = key.expect("a key").secret.to_string();
    store.close().await;
    key
}
