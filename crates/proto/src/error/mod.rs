//! Everything that can go wrong, as callers see it: one closed list of codes, what a failure says,
//! and how it travels in a `tonic::Status`.

mod code;
mod failure;
mod foreign;
mod status;

pub use code::{ErrorCode, LogLevel};
pub use failure::{Failure, FieldViolation};
pub use foreign::complete;
pub use status::DOMAIN;
