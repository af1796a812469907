//! What the scenarios stand on: services, clients and the vectors.

pub(crate) mod grpc;
pub(crate) mod http;
pub(crate) mod processes;
pub(crate) mod random;
pub(crate) mod replicas;
pub(crate) mod sse;
pub(crate) mod stack;
pub(crate) mod table;
pub(crate) mod vectors;
