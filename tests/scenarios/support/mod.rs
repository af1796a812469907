//! What the scenarios stand on: services, clients and the vectors.

pub(crate) mod application;
pub(crate) mod collector;
pub(crate) mod database;
pub(crate) mod frames;
pub(crate) mod grpc;
pub(crate) mod http;
pub(crate) mod line;
pub(crate) mod nginx;
pub(crate) mod processes;
pub(crate) mod random;
pub(crate) mod services;
pub(crate) mod sse;
pub(crate) mod stack;
pub(crate) mod table;
pub(crate) mod tunnel;
pub(crate) mod vectors;
pub(crate) mod watching;
