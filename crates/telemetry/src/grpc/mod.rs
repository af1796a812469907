//! Spans and metrics of gRPC calls, served and made.

pub(crate) mod client;
pub(crate) mod method;
pub(crate) mod server;
mod status;
