//! The game service behind the gateway: which replicas there are, which of them serve, and calls to
//! them.

mod member;
mod pool;
mod resolve;
mod secured;
mod transport;

use moelle_proto::limits::ANSWER_BYTES_MAX;
use moelle_proto::v1::application_service_client::ApplicationServiceClient;
use moelle_proto::v1::game_service_client::GameServiceClient;
use moelle_proto::v1::lesson_service_client::LessonServiceClient;
use moelle_proto::v1::rules_service_client::RulesServiceClient;
use moelle_telemetry::{GrpcClient, GrpcClientLayer};
use tower_layer::Layer as _;

pub(crate) use member::MemberState;
pub use resolve::{InvalidUpstream, UpstreamUrl};
pub(crate) use transport::{Balanced, is_from_transport, never_sent};

use crate::config::Config;
use pool::{Pool, Search};

/// What calls travel on: a replica is chosen for each, and each has a client span.
pub(crate) type Transport = GrpcClient<Balanced>;

/// Clients of every service behind the gateway; cheap to clone.
#[derive(Clone)]
pub(crate) struct Upstream {
    /// Questions about the rules.
    pub(crate) rules: RulesServiceClient<Transport>,
    /// The guide.
    pub(crate) lessons: LessonServiceClient<Transport>,
    /// Webhooks of applications.
    pub(crate) application: ApplicationServiceClient<Transport>,
    /// Stored games.
    pub(crate) games: GameServiceClient<Transport>,
    pool: Pool,
}

impl Upstream {
    /// Starts to look for the replicas behind the configured addresses, and returns at once.
    pub(crate) fn start(config: &Config) -> Self {
        let pool = Pool::start(Search {
            urls: config.upstream.clone(),
            tls: config.upstream_tls.clone(),
            pace: config.upstream_pace,
        });
        let layer = match config.upstream.as_slice() {
            [url] => GrpcClientLayer::new().with_server(url.host(), url.port()),
            _ => GrpcClientLayer::new(),
        };
        let transport = layer.layer(Balanced::new(pool.clone()));
        Self {
            rules: RulesServiceClient::new(transport.clone())
                .max_decoding_message_size(ANSWER_BYTES_MAX),
            lessons: LessonServiceClient::new(transport.clone())
                .max_decoding_message_size(ANSWER_BYTES_MAX),
            application: ApplicationServiceClient::new(transport.clone())
                .max_decoding_message_size(ANSWER_BYTES_MAX),
            games: GameServiceClient::new(transport).max_decoding_message_size(ANSWER_BYTES_MAX),
            pool,
        }
    }

    /// The best state that any replica is in.
    pub(crate) fn state(&self) -> MemberState {
        self.pool.state()
    }
}
