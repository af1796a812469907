//! The server as a value.

use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt as _;
use moelle_connections::Door;
use moelle_games::Games;
use moelle_proto::FILE_DESCRIPTOR_SET;
use moelle_proto::limits::{ANSWER_BYTES_MAX, HEADERS_BYTES_MAX, REQUEST_BYTES_MAX};
use moelle_proto::v1::application_service_server::ApplicationServiceServer;
use moelle_proto::v1::game_service_server::GameServiceServer;
use moelle_proto::v1::lesson_service_server::LessonServiceServer;
use moelle_proto::v1::rules_service_server::RulesServiceServer;
use moelle_rates::{RateConfig, Rates};
use moelle_settings::CorsOrigins;
use moelle_settings::tls::ServerTls;
use moelle_telemetry::{GrpcMethods, GrpcServerLayer};
use thiserror::Error;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tonic::body::Body;
use tonic::transport::Server;
use tonic_reflection::server::Builder;
use tower::util::{MapResponseLayer, option_layer};
use url::Url;

use crate::application::ApplicationApi;
use crate::config::{Keeping, Pace, WebhookConfig};
use crate::games::GameApi;
use crate::guard::{GuardLayer, GuardLimits, Methods};
use crate::health::{self, Readiness};
use crate::keys::KeysLayer;
use crate::lessons::LessonApi;
use crate::rules::RulesApi;
use crate::sweep::{drop_flags, purge, sweep};
use crate::webhooks::{Delivering, sender};

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
    /// Whether creating and listing games needs the key of an application.
    pub needs_keys: bool,
    /// How often things are done again, and how long they may take.
    pub pace: Pace,
    /// How long games are kept.
    pub keeping: Keeping,
    /// The limits of callers.
    pub rates: RateConfig,
    /// How webhooks are delivered.
    pub webhooks: WebhookConfig,
    /// Whose pages may call over gRPC-Web, if it is spoken.
    pub web: Option<CorsOrigins>,
    /// How TLS is spoken, if it is.
    pub tls: Option<ServerTls>,
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
            needs_keys: false,
            pace: Pace::default(),
            keeping: Keeping::default(),
            rates: RateConfig::default(),
            webhooks: WebhookConfig::default(),
            web: None,
            tls: None,
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
    let pace = options.pace;
    let store = Arc::clone(games.store());
    tokio::spawn(sweep(store, pace.receipt_sweep, shutdown.clone()));
    let flags = drop_flags(Arc::clone(&games), pace.flag_sweep, shutdown.clone());
    tokio::spawn(flags);
    let old = purge(Arc::clone(&games), options.keeping, shutdown.clone());
    tokio::spawn(old);
    let sender = sender(&options.webhooks);
    let delivering = Delivering::start(&games, &options, Arc::clone(&sender), shutdown.clone());
    let application = ApplicationApi::new(Arc::clone(&games), &options.webhooks, sender);
    let application = ApplicationServiceServer::new(application)
        .max_decoding_message_size(REQUEST_BYTES_MAX)
        .max_encoding_message_size(ANSWER_BYTES_MAX);
    let rules = RulesServiceServer::new(RulesApi::new(shutdown.clone()))
        .max_decoding_message_size(REQUEST_BYTES_MAX)
        .max_encoding_message_size(ANSWER_BYTES_MAX);
    let lessons = LessonServiceServer::new(LessonApi)
        .max_decoding_message_size(REQUEST_BYTES_MAX)
        .max_encoding_message_size(ANSWER_BYTES_MAX);
    let keys = KeysLayer::new(
        Methods::from_descriptor_set(FILE_DESCRIPTOR_SET)?,
        Arc::clone(&games),
    );
    let games = GameServiceServer::new(GameApi::new(games, &options, shutdown.clone()))
        .max_decoding_message_size(REQUEST_BYTES_MAX)
        .max_encoding_message_size(ANSWER_BYTES_MAX);
    let reflection = || {
        Builder::configure()
            .register_encoded_file_descriptor_set(FILE_DESCRIPTOR_SET)
            .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
    };
    let rates = Rates::new(options.rates);
    let router = Server::builder()
        .accept_http1(options.web.is_some())
        .http2_max_header_list_size(HEADERS_BYTES_MAX)
        .http2_keepalive_interval(Some(pace.keepalive))
        .http2_keepalive_timeout(Some(pace.keepalive_timeout))
        .max_concurrent_streams(pace.streams_per_connection_max)
        .layer(option_layer(options.web.as_ref().map(web::layer)))
        .layer(MapResponseLayer::new(|answer: http::Response<_>| {
            answer.map(Body::new)
        }))
        .layer(GrpcServerLayer::new(GrpcMethods::from_descriptor_set(
            FILE_DESCRIPTOR_SET,
        )?))
        .layer(GuardLayer::new(
            Methods::from_descriptor_set(FILE_DESCRIPTOR_SET)?,
            options.limits,
            rates.clone(),
        ))
        .layer(keys)
        .add_service(health::service(&readiness, shutdown.clone()))
        .add_service(reflection().build_v1()?)
        .add_service(reflection().build_v1alpha()?)
        .add_service(rules)
        .add_service(lessons)
        .add_service(application)
        .add_service(games);
    let stop = shutdown.clone().cancelled_owned();
    let door = Door::new(listener, pace.connections_max, rates, pace.patience);
    let serving = match options.tls {
        None => {
            let incoming = incoming::plain(door);
            router.serve_with_incoming_shutdown(incoming, stop).boxed()
        }
        Some(tls) => {
            let incoming = incoming::secured(door, tls, pace.handshake, shutdown.clone());
            router.serve_with_incoming_shutdown(incoming, stop).boxed()
        }
    };
    let cut_off = async {
        shutdown.cancelled().await;
        tokio::time::sleep(options.drain).await;
    };
    let serving = async {
        let served = serving.await;
        delivering.ended().await;
        served
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

mod incoming;
mod web;

#[cfg(test)]
mod tests;
