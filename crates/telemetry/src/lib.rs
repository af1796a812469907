//! Traces, metrics and logs of the Mølle services.
//!
//! [`Telemetry::init`] sets everything up from a [`TelemetryConfig`] and the standard `OTEL_*`
//! variables and returns the [`TelemetryGuard`] that flushes on every way out. [`HttpServerLayer`],
//! [`GrpcServerLayer`] and [`GrpcClientLayer`] are tower layers that carry the W3C context from the
//! caller over HTTP and gRPC to the database, where the spans of the stores take over.
//!
//! Two promises hold everywhere: without a collector trace ids still exist and travel, and a
//! collector that is down, slow or silent costs nothing but telemetry. Export runs on threads of
//! its own, fed by a bounded queue that drops what does not fit.

mod config;
mod settings;
mod variables;

mod setup;

mod guard;

mod export;
mod otlp_http;

mod limit;
mod logs;
mod probes;

mod w3c;

mod facts;

mod exchange;

mod grpc;
mod http_server;

mod db;

mod metrics;
mod prometheus_text;

pub use config::{LogFormat, ParseLogFormatError, TelemetryConfig};
pub use db::DbSystem;
pub use exchange::{TracedBody, TracedFuture};
pub use facts::{mark_game, mark_refusal, mark_stream_end, record_refusal};
pub use grpc::client::{GrpcClient, GrpcClientLayer};
pub use grpc::method::GrpcMethods;
pub use grpc::server::{GrpcServer, GrpcServerLayer};
pub use guard::{TelemetryGuard, TelemetryHandle};
pub use http_server::{HttpServer, HttpServerLayer, RouteOf};
pub use metrics::{Metrics, OpenStream, PoolUse, Statement, WebhookBacklog};
pub use prometheus_text::PROMETHEUS_CONTENT_TYPE;
pub use settings::{SettingsError, check_environment};
pub use setup::{Telemetry, TelemetryBuilder, TelemetryError};
pub use variables::OTEL_VARIABLES;
pub use w3c::{current_trace_id, current_traceparent};
