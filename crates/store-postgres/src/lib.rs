//! The store of games for PostgreSQL 15 and later.
//!
//! [`PostgresStore`] implements [`moelle_games::Store`]. A turn is one statement that reads and one
//! that writes; there is no transaction that a dropped request could leave open. What a change does
//! to its watchers is told by hints, which travel by NOTIFY on a connection of their own.
//!
//! The SQL stands in `queries` and `migrations`; this crate alone knows it.

mod applications;
mod check;
mod creations;
mod database;
mod deliveries;
mod error;
mod hints;
mod migrate;
mod options;
mod reads;
mod rows;
mod session;
mod span;
mod store;
#[cfg(feature = "testing")]
pub mod testing;
mod webhooks;
mod writes;

pub use migrate::{MigrateError, migrate};
pub use options::{InvalidUrl, PostgresOptions};
pub use store::{PoolUse, PostgresStore};
