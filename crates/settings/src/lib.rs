//! What operators choose, and how the programs of Mølle take it.
//!
//! An option is a field of a struct that clap fills from the command line or the environment. Its
//! value parser is a [`Kind`], which knows the unit and the range, and never fails: what it cannot
//! read is a [`Given`] that says why, so that [`Problems`] tells every mistake at once. A [`Secret`]
//! may stand in a variable or in a file, and is never shown.

mod given;

mod kind;

mod origins;

mod secret;

mod program;

mod service;

mod page;
pub mod tls;

#[cfg(any(test, feature = "testing"))]
pub mod testing;

pub mod health;

pub use given::{Given, InvalidConfig, Problems};
pub use kind::{
    Kind, address, address_or_none, count, flag, list, millis, of, seconds, secret, text,
    web_address,
};
pub use origins::{CorsOrigins, InvalidOrigin, origins};
pub use page::table;
pub use program::{FAILURE, Parsed, USAGE, parse, parse_from};
pub use secret::Secret;
pub use service::{ServiceConfig, ServiceOptions};
