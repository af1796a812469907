//! The gRPC service of Mølle: `moelle.v1.RulesService`, `moelle.v1.GameService`,
//! `moelle.v1.LessonService` and `moelle.v1.ApplicationService`.
//!
//! [`serve`] is the server as a value: it takes a listener, its [`Parts`] and a token that stops it.
//! In front of every call stands a guard with the limits of [`GuardLimits`]; behind it there is one
//! file for each call or group of calls. [`Admin`] tells operators on a port of its own.

mod config;
pub mod run;
mod server;
pub mod store;

mod admin;
mod guard;
mod health;

mod caller;
mod edge;
mod keys;
mod manage;

mod application;
mod games;
mod lessons;
mod purge;
mod rules;
mod sweep;
mod webhooks;

#[cfg(test)]
mod testing;

pub use admin::{Admin, serve as serve_admin};
pub use config::{
    Cli, Command, Config, DatabaseConfig, DatabaseOptions, DatabaseUrl, InvalidDatabaseUrl,
    KeepOptions, Keeping, KeysConfig, KeysMode, KeysOptions, Options, Pace, PaceOptions, PurgeArgs,
    StoreKind, WatchOptions, WebOptions, WebhookConfig, WebhookOptions,
};
pub use guard::GuardLimits;
pub use health::Readiness;
pub use manage::{ApplicationsWish, Form, KeysWish, QuotaArguments, WebhooksWish, Wish, manage};
pub use server::{Parts, ServeError, ServerOptions, serve};
pub use sweep::RECEIPTS_KEPT;
