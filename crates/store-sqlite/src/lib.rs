//! The store of games in one SQLite file, for one machine.
//!
//! [`SqliteStore`] implements [`moelle_games::Store`]. One connection writes, a few read. A change is
//! a short transaction in a task of its own, which a dropped request cannot cancel half-way, and is
//! on the disk when it is acknowledged.
//!
//! Several stores in one process may share a file. Another process may too, but hears no hints: its
//! watchers find a change when they look again, a few seconds later.

mod applications;
mod changes;
mod deliveries;
mod error;
mod file;
mod hints;
mod options;
mod reads;
mod rows;
mod span;
mod statements;
mod store;
mod times;
mod webhooks;
mod writer;

pub use options::{InvalidUrl, SqliteOptions};
pub use store::{OpenError, PoolUse, SqliteStore};
