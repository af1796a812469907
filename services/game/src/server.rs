//! The server as a value.

use std::sync::Arc;
use std::time::Duration;

use moelle_games::Games;
use moelle_proto::FILE_DESCRIPTOR_SET;
use moelle_proto::limits::{ANSWER_BYTES_MAX, HEADERS_BYTES_MAX, REQUEST_BYTES_MAX};
use moelle_proto::v1::game_service_server::GameServiceServer;
use moelle_proto::v1::lesson_service_server::LessonServiceServer;
use moelle_proto::v1::rules_service_server::RulesServiceServer;
use moelle_telemetry::{GrpcMethods, GrpcServerLayer};
use thiserror::Error;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tonic::transport::Server;
use tonic::transport::server::TcpIncoming;
use tonic_reflection::server::Builder;
use url::Url;

use crate::games::GameApi;
use crate::guard::{GuardLayer, GuardLimits, Methods};
use crate::health::{self, Readiness};
use crate::lessons::LessonApi;
use crate::rules::RulesApi;
use crate::sweep::{drop_flags, sweep};

/// How often a silent connection is asked whether it is alive.
const KEEPALIVE_EVERY: Duration = Duration::from_secs(20);
/// How long the answer to that may take before the connection is closed.
const KEEPALIVE_TIMEOUT: Duration = Duration::from_secs(20);
/// HTTP/2 streams of one connection, at most. A gateway's watchers share few connections.
const STREAMS_PER_CONNECTION_MAX: u32 = 10_000;

/// What a server is made of.
pub struct Parts {
    /// The stored games.
    pub games: Arc<Games>,
    /// How it serves them.
    pub options: ServerOptions,
    /// Where it says whether it is ready.
    pub readiness: Readiness,
}

/// How a server serves.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// The limits of calls.
    pub limits: GuardLimits,
    /// How long a shutdown may take before whatever is left is cut off.
    pub drain: Duration,
    /// How often a quiet stream gives a sign of life.
    pub heartbeat: Duration,
    /// How long a reader of a stream that takes nothing is waited for before it is given up.
    pub patience: Duration,
    /// How long a stream that waits for a rematch goes on after the last change of a game that has
    /// ended.
    pub rematch_window: Duration,
    /// The address that players' links begin with. Without it answers carry no links.
    pub public_url: Option<Url>,
}

impl Default for ServerOptions {
    fn default() -> Self {
        Self {
            limits: GuardLimits::default(),
            drain: Duration::from_secs(10),
            heartbeat: Duration::from_secs(15),
            patience: Duration::from_secs(20),
            rematch_window: Duration::from_mins(10),
            public_url: None,
        }
    }
}

/// Why serving failed.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The contract's own descriptors cannot be read.
    #[error("the descriptors of the contract cannot be read")]
    Descriptors(#[from] prost::DecodeError),
    /// Reflection cannot be built on them.
    #[error("reflection cannot be built")]
    Reflection(#[from] tonic_reflection::server::Error),
    /// The transport failed.
    #[error("the transport failed")]
    Transport(#[from] tonic::transport::Error),
}

/// Serves until `shutdown` is cancelled and what is under way has ended, or `drain` has passed
/// since.
///
/// On shutdown the server says that it is not ready, takes no more connections, ends every stream
/// with a hint where to resume, and lets calls finish.
///
/// # Errors
///
/// [`ServeError`] if it cannot start, or the listener fails.
pub async fn serve(
    listener: TcpListener,
    parts: Parts,
    shutdown: CancellationToken,
) -> Result<(), ServeError> {
    let Parts {
        games,
        options,
        readiness,
    } = parts;
    tokio::spawn(sweep(Arc::clone(games.store()), shutdown.clone()));
    tokio::spawn(drop_flags(Arc::clone(&games), shutdown.clone()));
    let rules = RulesServiceServer::new(RulesApi::new(shutdown.clone()))
        .max_decoding_message_size(REQUEST_BYTES_MAX)
        .max_encoding_message_size(ANSWER_BYTES_MAX);
    let lessons = LessonServiceServer::new(LessonApi)
        .max_decoding_message_size(REQUEST_BYTES_MAX)
        .max_encoding_message_size(ANSWER_BYTES_MAX);
    let games = GameServiceServer::new(GameApi::new(games, &options, shutdown.clone()))
        .max_decoding_message_size(REQUEST_BYTES_MAX)
        .max_encoding_message_size(ANSWER_BYTES_MAX);
    let reflection = || {
        Builder::configure()
            .register_encoded_file_descriptor_set(FILE_DESCRIPTOR_SET)
            .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
    };
    let router = Server::builder()
        .accept_http1(false)
        .http2_max_header_list_size(HEADERS_BYTES_MAX)
        .http2_keepalive_interval(Some(KEEPALIVE_EVERY))
        .http2_keepalive_timeout(Some(KEEPALIVE_TIMEOUT))
        .max_concurrent_streams(STREAMS_PER_CONNECTION_MAX)
        .layer(GrpcServerLayer::new(GrpcMethods::from_descriptor_set(
            FILE_DESCRIPTOR_SET,
        )?))
        .layer(GuardLayer::new(
            Methods::from_descriptor_set(FILE_DESCRIPTOR_SET)?,
            options.limits,
        ))
        .add_service(health::service(&readiness, shutdown.clone()))
        .add_service(reflection().build_v1()?)
        .add_service(reflection().build_v1alpha()?)
        .add_service(rules)
        .add_service(lessons)
        .add_service(games);
    let incoming = TcpIncoming::from(listener).with_nodelay(Some(true));
    let serving = router.serve_with_incoming_shutdown(incoming, shutdown.clone().cancelled_owned());
    let cut_off = async {
        shutdown.cancelled().await;
        tokio::time::sleep(options.drain).await;
    };
    tokio::select! {
        served = serving => Ok(served?),
        () = cut_off => {
            tracing::warn!(
                drain_ms = options.drain.as_millis(),
                "connections were still open when the time for shutting down had passed"
            );
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests;
